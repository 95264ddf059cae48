// Random mechanisms with groups that hang on carriers, and steps of them.
#ifndef TAC_TEST_GROUPED_H
#define TAC_TEST_GROUPED_H

#include "prepared.h"
#include "random_model.h"
#include "rank.h"

enum { MOST_GROUPS = 256 };

typedef struct grouped {
    mechanism *m;
    tac_group_desc group[MOST_GROUPS];
    rng g;
    const tac_method *method; // of steps; NULL: index-3
    int drives; // of some hinges; a locked one fails at the start, which is compared as well
} grouped;

void grouped_open(grouped *x, uint64_t seed);

int body_in(grouped *x, int group, double mass, vec3 near);

// A joint somewhere between two bodies, the first of which may be ground.
void tie(grouped *x, tac_joint_kind kind, int a, int b);

// Springs, bushings, frictions and contacts between two bodies.
void law_between(grouped *x, int a, int b);

// A group that hangs on a body: two rods of it on balls, bound to the carrier by eight rows or more, and
// other groups on its bodies.
void hang_group(grouped *x, int carrier, int parent, int depth, double mass);

// Carriers on ground or free, some joined to each other, groups on them.
void random_groups(grouped *x);

// All bodies turn together at the start: a mechanism without ground that has no spin at all is turned by rounding.
void turn_all(grouped *x);

typedef struct outcome {
    tac_code code;
    int n_body, n_carrier;
    unsigned char *state;
    size_t size;
    tac_state s;
    tac_rank rank;
    int redundant[MAX_JOINTS];
    tac_report report; // of the last step
} outcome;

typedef enum way {
    TOGETHER,
    APART // items one by one, the last first, as those of many workers might
} way;

outcome *run(const grouped *x, tac_options o, int carriers, way how, int steps);
void drop(outcome *o);

// Largest difference of accelerations over the largest acceleration, and of positions.
double apart(const outcome *a, const outcome *b, double *shift);

// Whether the same steps in this many lanes, apart, end with the same bits.
bool same_in_lanes(const grouped *x, tac_options o, const outcome *one, int steps);

#endif
