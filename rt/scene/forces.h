// Forces as they are drawn: what joints, springs, bushings, friction and contacts do to their second bodies. Which
// there are goes with the scene; what they are in a state follows from where the bodies are and the multipliers, so that
// a thread that has copies of these, and nothing else, can say it.
#ifndef TAC_FORCES_H
#define TAC_FORCES_H

#include "desc.h"
#include "observe.h"

enum {
    TAC_FORCE_WORDS = 6, // force, N, and torque, N m, on the second body at its frame, world axes
    TAC_MOST_FORCES = 4096,       // later ones are not shown
    TAC_MOST_MULTIPLIERS = 65536, // of a model whose forces are shown
};

typedef struct tac_force_place { // of one of them
    tac_element_class what;
    int element;  // within its class
    tac_frame at; // on the second body
    double
        radius; // m, of a contact: it acts so far from the origin of its frame, against the force
} tac_force_place;

// How many are shown, and which is number i of them: joints first, in the order of the classes.
int tac_force_count(const tac_desc *d);
tac_force_place tac_force_place_of(const tac_desc *d, int i);

// Where the bodies are, their modes and the multipliers: what forces are computed from.
typedef struct tac_force_reader {
    const tac_desc *desc;
    const tac_model *model;
    int n, n_body, n_row, n_mode;
    int n_left;      // numbers that it is computed from beside poses
    tac_state state; // what follows, in its terms
    double *memory;
} tac_force_reader;

// Both live as long as the reader. False without memory; to be closed all the same.
bool tac_force_reader_open(tac_force_reader *f, const tac_desc *d, const tac_model *m);
void tac_force_reader_close(tac_force_reader *f); // a zeroed one is fine

// What is left for it beside poses: multipliers, and the modes of flexible bodies.   (n_left)
void tac_force_reader_leave(const tac_force_reader *f, const tac_state *s, double *to);

//   reads    pose (n_body, 7): r, then e0 e1 e2 e3; left (n_left)
//   writes   out (n, TAC_FORCE_WORDS)
//   cost     of order n; no allocation; reads nothing of the model that may be tuned
void tac_force_reader_compute(tac_force_reader *f, const double *pose, const double *left,
                              double *out);

#endif
