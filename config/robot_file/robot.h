// What all formats of robots become before they are written: links with poses at the zero configuration, joints between
// them, couplers, inputs. A reader of a format fills it, robot_tree.h puts fixed links together, robot_yaml.h writes it.
//
// A refusal leaves everything through tac_robot_refuse; memory belongs to one pool.
#ifndef TAC_ROBOT_H
#define TAC_ROBOT_H

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>

#include "reader/pool.h"
#include "robot_file.h"
#include "robot_pose.h"

enum { TAC_ROBOT_GROUND = -1 };

typedef enum tac_robot_joint_type { // in the order of their words
    TAC_ROBOT_FIXED,
    TAC_ROBOT_REVOLUTE,
    TAC_ROBOT_PRISMATIC,
    TAC_ROBOT_SPHERICAL,
    TAC_ROBOT_PLANAR,
    TAC_ROBOT_UNIVERSAL,
    TAC_ROBOT_CYLINDRICAL,
    TAC_ROBOT_SCREW,
    TAC_ROBOT_FREE, // no joint
} tac_robot_joint_type;

typedef enum tac_robot_look_kind {
    TAC_ROBOT_BOX,
    TAC_ROBOT_CYLINDER,
    TAC_ROBOT_CAPSULE,
    TAC_ROBOT_SPHERE,
    TAC_ROBOT_MESH,
} tac_robot_look_kind;

typedef struct tac_robot_look { // what pictures show of a link
    tac_robot_look_kind kind;
    tac_robot_pose at; // in the link
    vec3 size;         // edges; or radius, length; or of a mesh its factor
    const char *mesh;  // path for the model file
    bool has_color;
    double color[3];
    struct tac_robot_look *next;
} tac_robot_look;

typedef struct tac_robot_link {
    const char *name;
    const char *said; // in the model
    const tac_xml_node *node;
    tac_robot_pose in_world; // at the zero configuration
    tac_robot_solid solid;   // in axes of the link
    bool is_massless;        // made up, see robot_tree.h
    tac_robot_look *look, *last_look;
    int joint;        // that holds it in the tree; -1: none
    int holder;       // the link, or ground, that it is welded to; itself: none
    int relative;     // body that its place is told from
    const char *with; // names of what is welded to it
} tac_robot_link;

typedef struct tac_robot_joint {
    const char *name, *said;
    const tac_xml_node *node;
    tac_robot_joint_type type;
    int parent, child;    // links
    vec3 at, axis, axis2; // in the world at the zero configuration
    bool closes;          // no joint of the tree: its child is held elsewhere
    bool has_lower, has_upper;
    double lower, upper;
    double stop; // stiffness of the limits, 0: what models have by default
    double damping, friction, stiffness, rest, armature;
    double lead;  // m/rev
    double start; // coordinate to begin with
    double zero;  // what the file calls the coordinate at the zero configuration
    bool has_at2; // points of a closing joint that lie apart
    vec3 at2;
} tac_robot_joint;

enum { TAC_ROBOT_TERMS = 8, TAC_ROBOT_POINTS = 33 };

typedef struct tac_robot_term {
    int joint;
    double factor;
    int table; // TAC_ROBOT_NO_TABLE: none
} tac_robot_term;

enum { TAC_ROBOT_NO_TABLE = -1 };

typedef struct tac_robot_coupler {
    const char *name, *said;
    const tac_xml_node *node;
    tac_robot_term term[TAC_ROBOT_TERMS];
    int n_term;
    double offset;
    bool is_law; // a spring and damper in place of a constraint
    bool has_offset;
    double stiffness, damping;
} tac_robot_coupler;

typedef struct tac_robot_table { // of a coupler
    const char *said;
    double point[TAC_ROBOT_POINTS][2];
} tac_robot_table;

typedef struct tac_robot_input { // set from outside
    const char *name, *said;
    const tac_xml_node *node;
    bool is_limited;
    double least, most;
} tac_robot_input;

// Acts on a joint by gain * input + offset - stiffness * q - damping * qd, between bounds.
typedef struct tac_robot_motor {
    int joint, input;
    double gain, offset, stiffness, damping;
    bool is_bounded;
    double least, most;
} tac_robot_motor;

typedef struct tac_robot_note {
    const char *text, *file;
    uint32_t hash; // of the text
    int *line;     // (n)
    int n, capacity;
} tac_robot_note;

typedef struct tac_robot_list { // grows inside of the pool
    void *data;
    int n, capacity;
} tac_robot_list;

typedef struct tac_robot {
    jmp_buf escape;
    tac_pool pool;
    tac_diag *diag;
    const tac_robot_request *request;
    const char *title, *format;
    tac_robot_list link, joint, coupler, table, input, motor, note;
    tac_robot_look *ground_look, *last_ground_look;
    bool has_gravity, assembles;
    vec3 gravity;
    double step; // s, 0: not said
    double held; // mass on ground
    double size; // m, of the zero configuration
    uint64_t mesh_bytes, work;
} tac_robot;

// ---- refusing and telling ------------------------------------------------------------------------

_Noreturn void tac_robot_refuse(tac_robot *r, const tac_xml_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void tac_robot_refuse_memory(tac_robot *r);

// Tells what is not taken or is changed; the same text on other lines makes one note.
void tac_robot_tell(tac_robot *r, const tac_xml_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Tells all elements and attributes below the root that nobody looked at.
void tac_robot_tell_unseen(tac_robot *r, tac_xml_node *root);
// Marks an element with all that is in it as seen.
void tac_robot_see_all(tac_xml_node *node);

// Counts names that are compared one by one; refuses a file that asks for more of it than the bound.
void tac_robot_work(tac_robot *r, int n);

// ---- memory --------------------------------------------------------------------------------------

void *tac_robot_take(tac_robot *r, size_t n, size_t size);
const char *tac_robot_print(tac_robot *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void *tac_robot_add(tac_robot *r, tac_robot_list *list,
                    size_t size); // address holds until the next

static inline tac_robot_link *tac_robot_link_at(const tac_robot *r, int i)
{
    return &((tac_robot_link *)r->link.data)[i];
}

static inline tac_robot_joint *tac_robot_joint_at(const tac_robot *r, int i)
{
    return &((tac_robot_joint *)r->joint.data)[i];
}

// New ones with what is not zero by default; those of a name that is there refuse.
tac_robot_link *tac_robot_new_link(tac_robot *r, const char *name, const tac_xml_node *node);
tac_robot_joint *tac_robot_new_joint(tac_robot *r, const char *name, const tac_xml_node *node);
int tac_robot_find_link(tac_robot *r, const char *name); // -1: none
int tac_robot_find_joint(tac_robot *r, const char *name);
void tac_robot_look_at(tac_robot *r, int link, tac_robot_look look); // link may be ground

// ---- elements ------------------------------------------------------------------------------------

bool tac_robot_is(const tac_xml_node *node, const char *name);
// The first element of that name in a node, or after a sibling; marked as seen. NULL: none.
tac_xml_node *tac_robot_child(tac_xml_node *node, const char *name);
tac_xml_node *tac_robot_next(tac_xml_node *node);
// The same, where there may be one only.
tac_xml_node *tac_robot_only(tac_robot *r, tac_xml_node *node, const char *name);

const char *tac_robot_attribute(tac_xml_node *node, const char *name); // NULL: none
const char *tac_robot_need(tac_robot *r, tac_xml_node *node, const char *name);
// Numbers in a text, least to most of them; returns how many. `what` is how a refusal calls the text.
int tac_robot_numbers(tac_robot *r, const tac_xml_node *node, const char *what, const char *text,
                      int least, int most, double *x);
// Of an attribute: false, and x as it was, where there is none.
bool tac_robot_values(tac_robot *r, tac_xml_node *node, const char *name, int n, double *x);
double tac_robot_value(tac_robot *r, tac_xml_node *node, const char *name, double otherwise);
double tac_robot_need_value(tac_robot *r, tac_xml_node *node, const char *name);
bool tac_robot_truth(tac_robot *r, tac_xml_node *node, const char *name, bool otherwise);
vec3 tac_robot_vector(tac_robot *r, tac_xml_node *node, const char *name, vec3 otherwise);

#endif
