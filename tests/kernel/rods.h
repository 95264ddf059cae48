// Rods of mass points as flexible bodies of a mechanism.
#ifndef TAC_TEST_RODS_H
#define TAC_TEST_RODS_H

#include "mass_points.h"
#include "mechanism.h"
#include "prepared.h"

static const double soft_modes[ROD_MODES] = {50.0, 75.0, 210.0, 400.0};
static const vec3 down = {0.0, 0.0, -9.81};

// A body of the mechanism; flex as in tac_body_desc.
int add_rod(mechanism *m, const point_rod *r, int flex, const rod_state *s);
// Where the body is now; all bodies before it are flexible rods.
rod_state state_of(const prepared *r, int body);

#endif
