// A platform controller: the process around the loop.
//
//   loop          every period; SCHED_FIFO and a core as the file says, when permitted
//   keeper        attaches to both instances and looks whether they live; may wait for seconds
//   trail         writes the log of commands, when one is wanted
//   main thread   signals, control socket, messages; asks the loop one verb at a time
//
// SIGTERM, SIGINT and SIGHUP park the platform, then end; a second one of the first two ends at once, and the
// sink's rig takes the legs back by its own fallback.
#ifndef TAC_CONTROLLER_H
#define TAC_CONTROLLER_H

#include <pthread.h>
#include <stdio.h>

#include "platform_loop.h"
#include "system/fail.h"
#include "system/line_server.h"
#include "system/threads.h"

enum { TAC_PLATFORM_TEXT = 320 };

typedef struct tac_platform_options {
    int engage; // by itself, as soon as both instances run
    int quiet;
    int64_t duration_ns; // 0: until told
    const char *csv;     // NULL: none
} tac_platform_options;

typedef struct tac_instance_port_story { // of a port, told by the keeper
    uint64_t attached, lost;
    char text[TAC_PLATFORM_TEXT]; // why nothing is attached, "" when something is
} tac_instance_port_story;

typedef struct tac_controller {
    const tac_platform_file *file;
    tac_platform_options set;
    tac_platform_loop loop;
    tac_platform_command_log commands;
    tac_line_server server;
    tac_thread loop_thread, keeper_thread, log_thread;
    int n_thread; // started, in this order
    pthread_mutex_t telling;
    tac_instance_port_story source, sink; // under the mutex
    _Atomic int quit;                     // of keeper and log thread
    int stop_signal;                      // the last one
    int64_t stopped_at;                   // when it came, ns
    int log_is_closed, log_is_complete;   // of the commands, by their thread
    int64_t told;                         // state that was printed last
    char refused[512];                    // about memory
} tac_controller;

// Opens log and control socket; 0 and one line in why. Closed in either case.
int tac_controller_open(tac_controller *c, const tac_platform_file *file,
                        const tac_platform_options *set, tac_failure *why);

typedef enum tac_controller_end { // the worst that happened
    TAC_CONTROLLER_ENDED,
    TAC_CONTROLLER_AT_ONCE,    // a second signal came
    TAC_CONTROLLER_SAFE,       // in its safe state
    TAC_CONTROLLER_INCOMPLETE, // the log of commands is
    TAC_CONTROLLER_LEFT,       // a thread hangs: it and all it uses must stay, do not close
    TAC_CONTROLLER_NO_THREADS, // not started, with one line in diag
} tac_controller_end;

// Runs until told to end.
tac_controller_end tac_controller_run(tac_controller *c, tac_diag *diag);
void tac_controller_close(tac_controller *c);

#endif
