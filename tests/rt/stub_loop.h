// An executive without real time, for tests of the control thread: a model of one sled with an input,
// a spring and sensors, and a thread that takes commands as the loop does.
#ifndef STUB_LOOP_H
#define STUB_LOOP_H

#include <stdatomic.h>

#include "control/control.h"

typedef struct stub_loop {
    tac_executive e;
    tac_rig_file rig;
    tac_simulation sim;
    tac_control *control;
    pthread_t loop, helper;
    char model[64], place[80]; // temporary files
    _Atomic int quit, deaf;    // deaf: takes no commands
    _Atomic int64_t turns;     // of the loop
    _Atomic int batches;       // non-empty ones
    _Atomic int largest;       // commands taken in one turn
    void *initial;
} stub_loop;

// Opens everything and starts both threads; exits the test program on failure.
void stub_open(stub_loop *s, const char *extra_model_text);
void stub_close(stub_loop *s);

int stub_connect(const stub_loop *s);

// Sends the request and an end of line, receives one answer line without its end. Returns answer.
const char *stub_ask(int fd, const char *request, char *answer, int size);

#endif
