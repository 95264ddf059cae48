// MJCF: the joints of a body, any number of them, as joints between links.
#ifndef TAC_ROBOT_MJCF_JOINTS_H
#define TAC_ROBOT_MJCF_JOINTS_H

#include "mjcf.h"

typedef struct tac_mjcf_joint {
    tac_xml_node *node;
    tac_robot_pose at; // of the frame it stands in, in the body
    const char *child_class;
    bool is_free; // a <freejoint>
} tac_mjcf_joint;

// A link of that name and what holds it to its parent: a link for every joint but the last between them.
int tac_mjcf_chain(tac_mjcf *m, const char *name, tac_xml_node *node, int parent, tac_robot_pose at,
                   const tac_mjcf_joint *joint, int n);

#endif
