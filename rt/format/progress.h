// One line on the terminal that shows how far a run has come; nothing when there is no terminal.
#ifndef TAC_PROGRESS_H
#define TAC_PROGRESS_H

typedef struct tac_progress {
    int enabled;
    double begin, next; // wall time, s
} tac_progress;

void tac_progress_begin(tac_progress *p, int wanted);
void tac_progress_show(tac_progress *p, double t, double duration); // at most ten times a second
void tac_progress_end(tac_progress *p);                             // removes the line

#endif
