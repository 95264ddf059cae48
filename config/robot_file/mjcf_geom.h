// MJCF: what geoms weigh and look like.
#ifndef TAC_ROBOT_MJCF_GEOM_H
#define TAC_ROBOT_MJCF_GEOM_H

#include "mjcf.h"

// Reads a geom of a link, or of ground, whose frame is `at` in the link: adds its look, and returns its mass in axes of
// the link, if `has_mass`: what a body with an inertia of its own does not ask for.
tac_robot_solid tac_mjcf_geom(tac_mjcf *m, tac_xml_node *node, const char *child_class, int link,
                              tac_robot_pose at, bool has_mass);

// Of a solid, as the compiler's balanceinertia, boundmass and boundinertia say.
void tac_mjcf_bound(const tac_mjcf *m, tac_robot_solid *s);

#endif
