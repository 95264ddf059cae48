// One program with one of its integrators, behind one small interface.
//
// open builds the mechanism and its start, advance goes one step (or, with an adaptive integrator, to
// a time) and is all that is timed, positions reads the result. Plain types, because C++ implements
// it too.
#ifndef PEERS_CONTENDER_H
#define PEERS_CONTENDER_H

#include "outline.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum contender_program { TACTUS, MUJOCO, SIMBODY, N_PROGRAM } contender_program;

typedef struct mechanism mechanism; // mechanism.h

typedef struct contender {
    contender_program program;
    const char *name;
    int order;    // of the method, 0: adaptive
    int adaptive; // 1: the step is an accuracy instead
    int choice;   // of the program: its integrator or method
} contender;

typedef struct contender_class {
    // NULL and a line in why (at least 256 characters) when the program cannot take the mechanism
    void *(*open)(const contender *c, const mechanism *m, const outline *o, double dt, char *why);
    // To time t, which is one step further with a fixed step. 0: the integrator gave up.
    int (*advance)(void *run, double t);
    // Centres of mass in the order of the outline                              (n_body, 3)
    void (*positions)(void *run, double *r);
    void (*close)(void *run); // NULL is fine
} contender_class;

extern const contender tactus_contenders[], mujoco_contenders[], simbody_contenders[];
extern const contender *const tactus_closest; // it checks references
extern const int n_tactus_contenders, n_mujoco_contenders, n_simbody_contenders;
extern const contender_class tactus_class, mujoco_class, simbody_class;

const char *mujoco_version(void);
const char *simbody_version(void);

#ifdef __cplusplus
}
#endif

#endif
