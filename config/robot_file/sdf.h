// SDF: what its parts share. Values are texts of elements, places are relative to any frame of a model, and a link may be
// the child of several joints.
#ifndef TAC_ROBOT_SDF_H
#define TAC_ROBOT_SDF_H

#include "robot.h"

enum { TAC_SDF_WORLD = 0 }; // the first frame

typedef enum tac_sdf_kind {
    TAC_SDF_OF_WORLD,
    TAC_SDF_MODEL,
    TAC_SDF_LINK,
    TAC_SDF_JOINT,
    TAC_SDF_FRAME
} tac_sdf_kind;

typedef struct tac_sdf_frame { // anything that has a pose and a name in a model
    tac_sdf_kind kind;
    const char *name; // whole, with '::'
    int model;        // frame of the model that it is in; the world for outermost ones
    tac_xml_node *node;
    tac_robot_pose pose;   // as written
    const char *base;      // name of the frame that the pose is in; NULL: as the kind has it
    const char *attached;  // of frames: what they are fixed to; of joints: their child
    const char *placement; // of models: frame that the pose is that of
    bool is_static;
    int link;      // of links: index
    bool is_known; // in the world
    tac_robot_pose in_world;
} tac_sdf_frame;

typedef struct tac_sdf {
    tac_robot *r;
    double version;
    tac_robot_list frame; // tac_sdf_frame
    int n_model;          // outermost ones
    int depth;            // of a place that follows from others
} tac_sdf;

static inline tac_sdf_frame *tac_sdf_frame_at(const tac_sdf *s, int i)
{
    return &((tac_sdf_frame *)s->frame.data)[i];
}

// ---- values of elements --------------------------------------------------------------------------

const char *tac_sdf_text(tac_xml_node *node,
                         const char *child); // NULL: there is no such element, or nothing in it
double tac_sdf_number(tac_robot *r, tac_xml_node *node, const char *child, double otherwise);
bool tac_sdf_truth(tac_robot *r, tac_xml_node *node, const char *child);
vec3 tac_sdf_vector(tac_robot *r, tac_xml_node *node, const char *child, vec3 otherwise);
// The <pose> of an element, and the name of the frame that it is in.
tac_robot_pose tac_sdf_pose(tac_robot *r, tac_xml_node *node, const char **base);

// ---- frames --------------------------------------------------------------------------------------

int tac_sdf_add_frame(tac_sdf *s, tac_sdf_kind kind, const char *name, int model,
                      tac_xml_node *node);
// The frame of that name as elements of a model say it; refuses one that is not there.
int tac_sdf_find(tac_sdf *s, int model, const char *name, const tac_xml_node *at);
tac_robot_pose tac_sdf_in_world(tac_sdf *s, int frame);
// The link that a frame is fixed to; ground: none, the world.
int tac_sdf_link_of(tac_sdf *s, int frame, const tac_xml_node *at);

#endif
