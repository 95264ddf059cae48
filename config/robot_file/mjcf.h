// MJCF: what its parts share. Bodies hold each other in the file, attributes come from classes of defaults, masses from
// shapes, and a body has any number of joints, first listed nearest its parent.
#ifndef TAC_ROBOT_MJCF_H
#define TAC_ROBOT_MJCF_H

#include "robot.h"

typedef struct tac_mjcf_class { // a <default>, of which several may have one name
    const char *name;
    int parent; // entry; -1: main
    tac_xml_node *node;
} tac_mjcf_class;

typedef enum tac_mjcf_from_geom {
    TAC_MJCF_NEVER,
    TAC_MJCF_ALWAYS,
    TAC_MJCF_AUTO
} tac_mjcf_from_geom;

typedef struct tac_mjcf {
    tac_robot *r;
    tac_xml_node *root;
    tac_robot_list class_; // tac_mjcf_class
    tac_robot_list looked; // kinds and names of attributes that defaults were looked through for
    tac_robot_list site;   // tac_mjcf_site
    tac_robot_list body;   // of links: tac_mjcf_body
    tac_robot_list file;   // included, const char *
    // compiler
    bool is_degree, auto_limits, balances, strips_path;
    tac_mjcf_from_geom from_geom;
    double least_mass, least_inertia, total_mass;
    const char *euler, *mesh_dir;
    double group[2];              // of geoms that have masses
    int n_body, n_joint, n_motor; // seen so far, for those without names
} tac_mjcf;

typedef struct tac_mjcf_site {
    const char *name;
    int link;
    tac_robot_pose at; // in the link
    tac_xml_node *node;
} tac_mjcf_site;

// An element with what its attributes default to.
typedef struct tac_mjcf_element {
    tac_mjcf *m;
    tac_xml_node *node;
    const char *kind;   // whose defaults they are
    const char *class_; // NULL: main
} tac_mjcf_element;

// Joins files that are included, and reads compiler, option and classes.
void tac_mjcf_open(tac_mjcf *m);
// Marks attributes of defaults that something looked for as seen.
void tac_mjcf_close(tac_mjcf *m);

// The element in a body of that class, or with one of its own.
tac_mjcf_element tac_mjcf_element_of(tac_mjcf *m, tac_xml_node *node, const char *kind,
                                     const char *child_class);
const char *tac_mjcf_text(const tac_mjcf_element *e, const char *name); // NULL: none
// False, and x as it was, without the attribute. Fewer than n numbers leave the rest.
bool tac_mjcf_values(const tac_mjcf_element *e, const char *name, int least, int n, double *x);
double tac_mjcf_value(const tac_mjcf_element *e, const char *name, double otherwise);
// Of `limited` and its kin: whether a range counts.
bool tac_mjcf_limited(const tac_mjcf_element *e, const char *name, bool has_range);
// Place and axes of a body, geom, site, frame or inertial.
tac_robot_pose tac_mjcf_pose(const tac_mjcf_element *e);
double tac_mjcf_angle(const tac_mjcf *m, double x); // in rad

#endif
