// Whether the calling thread was interrupted, without asking the system.
//
// Linux keeps a small area per thread for restartable sequences (rseq), registered by the C library.
// A thread may store there the address of a sequence it wants restarted; when the system takes the
// processor away and finds the thread outside that sequence, it clears the entry. So a sequence that
// is never executed makes a flag: set it, compute, look. Costs two memory accesses.
#ifndef TAC_PREEMPT_H
#define TAC_PREEMPT_H

void tac_preempt_watch(void); // from here on
int tac_preempt_seen(void);   // 1: taken off the processor since; 0: not; -1: cannot be known

#endif
