// Commands on their way from the control thread to the loop: one job of several messages at a time,
// which go through the queue as batches and are answered when the loop has applied the last one.
#ifndef TAC_CONTROL_JOB_H
#define TAC_CONTROL_JOB_H

#include "control.h"

// Starts a job of the n messages in c->message, or answers why not.
void tac_control_start_job(tac_control *c, int client, tac_verb verb, int n);

// Looks whether the loop has done what it was given; answers when all is done.
void tac_control_job_go_on(tac_control *c);

// Whether the loop has applied every command; until then it may still write into the buffer of a save.
int tac_control_is_idle(const tac_control *c);

// One answer line; longer ones are cut off. Nothing happens when the client is gone.
void tac_control_answer(tac_control *c, int client, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
