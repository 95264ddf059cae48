// Reads model text inside a test; a refusal fails the test with its line.
#ifndef READING_H
#define READING_H

#include "model_file/model_text.h"

// Two bodies a (mass 1, at the origin) and b (mass 2, at [1, 0, 0]) to hang tests on.
#define TWO_BODIES                                 \
    "bodies:\n"                                    \
    "  - {name: a, mass: 1, inertia: [1, 1, 1]}\n" \
    "  - {name: b, position: [1, 0, 0], mass: 2, inertia: [2, 2, 2]}\n"

// Rounding of a few operations on numbers near one.
#define ROUNDING 1e-14

tac_model_file *read_good(const char *text);
tac_model_file *read_good_file(const char *path); // relative to tests/config

// The text is refused and the line holds this part.
void expect_refusal(const char *text, const char *part);

void expect_vec3(vec3 found, double x, double y, double z);

// The same rotation, whichever sign.
void expect_rotation(quat found, double e0, double e1, double e2, double e3);

// World pose of a frame at the initial configuration.
vec3 origin_of(const tac_model_file *f, const tac_frame *frame);
quat axes_of(const tac_model_file *f, const tac_frame *frame);

#endif
