// SDF: masses and looks of links.
#ifndef TAC_ROBOT_SDF_LINK_H
#define TAC_ROBOT_SDF_LINK_H

#include "sdf.h"

// Of the link that was added last.
void tac_sdf_read_link(tac_sdf *s, tac_xml_node *node);

#endif
