// What a mechanism is: the plain description from which a model is built.
//
// The description holds physics only, in SI units, without names, files or time. The loader in
// config/ fills it from a model file; a program may fill it by hand. It is read once, by
// tac_tree_init and tac_model_init, which copy what they need.
//
// Frames. World axes are fixed; ground is the inertial body TAC_GROUND. A body frame sits at the
// body's centre of mass. A tac_frame is a frame fixed on a body; its z axis is the axis of the joint
// (line, normal) it belongs to. Angles in rad, lengths in m, forces in N, torques in N m.
//
// Signals. Every quantity that may change with time (free lengths, drives, loads) is the index of
// a source; TAC_NONE stands for the constant zero.
#ifndef TAC_DESC_H
#define TAC_DESC_H

#include <stdbool.h>

#include "part.h"
#include "vec.h"

#define TAC_GROUND (-1)
#define TAC_NONE (-1)

typedef struct tac_frame {
    int body; // body index or TAC_GROUND
    vec3 s;   // origin, from the centre of mass (from the world origin on ground), body axes, m
    quat q;   // frame axes to body axes, unit
    // On a flexible body: which of its interfaces; s and q count from there, in its axes. Else 0
    int interface;
    // On ground: not on the body that is ground to a sub-model, where a file is taken as one (serialized.h)
    bool world;
} tac_frame;

// Interface of a flexible body: where joints, laws, loads and sensors meet it. Its axes are those of the body,
// turned by the small rotation of its modes.
typedef struct tac_interface_desc {
    vec3 s;            // at rest, from the body's origin, body axes, m
    const double *phi; // displacement per modal coordinate (3 x n_mode, row major)
    const double *psi; // small rotation per modal coordinate (3 x n_mode, row major)
} tac_interface_desc;

// Modes of a flexible body, mass-normalised: Mf = 1, K = diag(omega^2), D = diag(2 zeta omega). s is a point of
// the undeformed body from its centre of mass, N its shapes; may be shared by bodies.
typedef struct tac_flex_desc {
    int n_mode, n_interface;
    const double *omega; // rad/s, > 0                                       (n_mode)
    const double *zeta;  // >= 0                                             (n_mode)
    const double *Ct;    // int N dm; all zero in the native form            (3 x n_mode)
    const double *I;     // int s_k N_l dm, kl = xx xy xz yx yy yz zx zy zz  (9 x n_mode)
    // int N_k^T N_l dm, kl = xx yy zz xy xz yz; S_lk = S_kl^T               (6 x n_mode x n_mode)
    const double *S;
    const tac_interface_desc *interface; //                                  (n_interface)
    int n_shown;                         // coordinates that a user sees: shown times q
    const double *shown; //                                                  (n_shown x n_mode)
} tac_flex_desc;

typedef struct tac_body_desc {
    double mass; // kg, > 0
    double J[6]; // Jxx Jyy Jzz Jxy Jxz Jyz about the centre of mass, body axes, kg m^2;
                 // matrix elements (Jxy = -integral x y dm), positive definite
    vec3 r;      // centre of mass at t = 0, world, m
    quat p;      // body axes to world axes at t = 0, unit
    vec3 v;      // velocity of the centre of mass at t = 0, world, m/s
    vec3 w;      // angular velocity at t = 0, body axes, rad/s
    int group;   // group the body belongs to, TAC_NONE at the top
    int flex;    // 1 + index of its modes, 0: rigid; mass, J, r are those of the undeformed body
    // 1: a shaft, which has an angle and no more, as r.x and v.x in rad and rad/s; mass is its moment of inertia,
    // kg m^2. It is the second body of a joint of type shaft, and of what acts on that joint's angle
    int shaft;
    const double *q, *qd; // modal coordinates and rates at t = 0, NULL: zero (n_mode)
} tac_body_desc;

// The sub-model hierarchy of the model file, for the modular formulation and for display.
typedef struct tac_group_desc {
    int parent; // enclosing group, TAC_NONE at the top; parents come before their children
    int keep;   // 1: its bodies are a subtree of their own (tree.h). Bits depend on it
    // > 1: its bodies, and those of groups within, take as many steps in one of the whole, of the method index3 at
    // order 2 (docs/equations.md, "Steps of their own"); 0, 1: they step with the whole
    int substeps;
} tac_group_desc;

// Joint between frame a (first body) and frame b (second body); d = vector from a's to b's origin.
//   kind            rows  holds                                        coordinates
//   FIXED           6     a = b                                        -
//   REVOLUTE        5     origins equal, z axes parallel               angle about z
//   PRISMATIC       5     same axes, d along a's z                     displacement along z
//   CYLINDRICAL     4     z axes on one line                           displacement, angle
//   SPHERICAL       3     origins equal                                rotation vector of b in a
//   UNIVERSAL       4     origins equal, a's z normal to b's z         angle about a's z, b's z
//   PLANAR          3     z axes parallel, d normal to z               x, y in a, angle
//   POINT_ON_LINE   2     b's origin on a's z axis                     displacement, rotation vector
//   ROD             1     |d| = length                                 distance
//   SCREW           5     as cylindrical, displacement = lead * angle  angle
//   POSE            6     all as it is given                           d in a, rotation vector of b in a
// and what else element_types.h has: of a shaft frame a is on what carries it, and b the origin of a body that is one.
typedef enum tac_joint_kind {
    TAC_FIXED,
    TAC_REVOLUTE,
    TAC_PRISMATIC,
    TAC_CYLINDRICAL,
    TAC_SPHERICAL,
    TAC_UNIVERSAL,
    TAC_PLANAR,
    TAC_POINT_ON_LINE,
    TAC_ROD,
    TAC_SCREW,
    TAC_N_JOINT_KIND
} tac_joint_kind;

// What coordinates of a joint are at t = 0, whatever the bodies are given with, which follow. In the order of its
// coordinates; their rates are those of the sensor.
enum { TAC_MOST_STARTS = 3 };
typedef struct tac_joint_start {
    int has_position, has_rate; // 1: all of them
    double position[TAC_MOST_STARTS], rate[TAC_MOST_STARTS];
} tac_joint_start;

// What a law acts on.
typedef enum tac_coordinate {
    TAC_DISTANCE, // |d|
    TAC_ANGLE,    // twist of b in a about z, multi-turn
    TAC_SLIDE,    // z of a times d
    TAC_N_COORDINATE
} tac_coordinate;

typedef enum tac_element_class { // what an element is counted among
    TAC_JOINTS,
    TAC_SPRINGS,
    TAC_BUSHINGS,
    TAC_FRICTIONS,
    TAC_CONTACTS,
    TAC_LAWS,
    TAC_TERMS, // of couplers
} tac_element_class;
enum { TAC_CLASSES = TAC_TERMS + 1 };

// An actuator that gives what drives of a joint would: on the coordinate of a joint that has one alone, or of a spring.
// Those of all joints stand together for all drives of these, and are as many.
typedef struct tac_effort_desc {
    tac_element_class what; // TAC_JOINTS or TAC_SPRINGS
    int element;            // within that class
    tac_coordinate coordinate;
} tac_effort_desc;

typedef struct tac_joint_desc {
    tac_joint_kind kind;
    tac_frame a, b;
    double length;          // ROD: distance of the origins, m, > 0
    double lead;            // SCREW: displacement per angle, m/rad
    double inertia;         // of a shaft, which its body has as its mass
    int drive_angle;        // source that prescribes the angle (REVOLUTE, CYLINDRICAL); adds a row
    int drive_displacement; // source that prescribes the displacement (PRISMATIC, CYLINDRICAL) or
                            // replaces the length (ROD, then no row is added)
    int pose
        [6]; // POSE: sources of d in axes of a, and of twice the vector part of b's Euler parameters in a
    int group;             // as in tac_body_desc
    tac_joint_start start; // of kinds whose coordinates are displacements and angles
    int n_effort;
    const tac_effort_desc *effort; // (n_effort)
} tac_joint_desc;

// Numbers of laws may be moved by sources, which add to them: 1 + source, 0: none. None gets below zero by that.
//
// Spring, damper and actuator in one: acts on one coordinate x of two frames with the force
//   f = k (x - x0) + spring_table(x - x0) + c xdot + damper_table(xdot) - actuator
// that opposes x (f > 0 pulls the frames together). Implicit elements join the solver as
// compliant rows ([solver] section 2a); explicit ones only add their force.

typedef struct tac_spring_desc {
    tac_coordinate coordinate;
    tac_frame a, b;
    double k;         // stiffness, N/m or N m/rad, >= 0
    double c;         // damping, N s/m or N m s/rad, >= 0
    int x0;           // source: free length or angle
    int actuator;     // source: force that increases x, N or N m
    int spring_table; // table of force over x - x0, or TAC_NONE
    int damper_table; // table of force over xdot, or TAC_NONE
    int implicit;     // 1: compliant row, 0: explicit force
    int k_by, c_by;   // 1 + source added to k, to c
} tac_spring_desc;

// Six-component bushing, frame b in frame a: forces -k d - c ddot along a's axes on the second body
// and torques on the rotation 2 vec(q_ab), which is the rotation vector to third order.
// One that is a part says its wrench by a shared object instead (part.h), whatever k and c are, and is implicit.
typedef struct tac_bushing_desc {
    tac_frame a, b;
    double k[6], c[6]; // x y z, rotations about x y z, >= 0
    int implicit;
    int part;             // 1 + index of the part that it is, 0: linear
    int k_by[6], c_by[6]; // 1 + sources added to k, to c
} tac_bushing_desc;

// A part: whom to ask, and what the model gives it.
typedef struct tac_part_desc {
    const tac_part_table *table; // NULL: not at hand, so that states can be read but no step made
    int bushing;                 // that it is
    int n_state, n_output;
    int n_input, n_parameter;
    int together; // with bodies: it steps with those on its carrier that are like it and have the same number
    const int *input;        // sources                                                    (n_input)
    const double *parameter; // (n_parameter)
} tac_part_desc;

// Of two on one body.
static inline bool tac_parts_step_together(const tac_part_desc *a, const tac_part_desc *b)
{
    return a->together == b->together && tac_part_is_like(a->table, b->table);
}

// What a state keeps of a part: its own state, then its outputs.
static inline int tac_part_size(const tac_part_desc *p)
{
    return p->n_state + p->n_output;
}

// Joint friction on one coordinate: -(limit s(xdot / v0) + viscous xdot), s(u) = u / sqrt(1 + u^2), limit = coulomb +
// bearing times the force of a joint's rows that hold displacements, of the step before.
typedef struct tac_friction_desc {
    tac_coordinate coordinate;
    tac_frame a, b;
    double coulomb;      // N or N m, >= 0
    double viscous;      // N s/m or N m s/rad, >= 0
    double v0;           // m/s or rad/s where the regularised part reaches 0.707 coulomb, > 0
    double hold;         // > 0: stiffness of what holds and slips at its limit, N/m or N m/rad
    double hold_damping; // N s/m or N m s/rad while it sticks; below zero: 0.3 of critical
    // Of one that holds: what it takes to begin to slip, in parts of its limit, >= 1 (0 counts as 1), and the rate of
    // slipping where half of the excess is gone, m/s or rad/s
    double sticking, sticking_rate;
    // Limit per force of the joint `loaded_by`, a coefficient or m: 1 + the joint, 0: none
    double bearing;
    int loaded_by;
    int coulomb_by, viscous_by; // 1 + sources added to coulomb, to viscous
} tac_friction_desc;

// Unilateral contact of a sphere at b's origin with the plane through a's origin, normal a's z:
// penetration u = radius + offset - z.d; for u > 0 the normal force is
// k u (1 + damping udot), never negative (Hunt-Crossley with exponent 1).
typedef struct tac_contact_desc {
    tac_frame a, b;
    double radius;  // m, >= 0
    double k;       // N/m, > 0
    double damping; // s/m, >= 0
    int offset;     // source: height of the plane along its normal, m
    int road;       // 1 + the road in place of the plane, whose frame a is then; 0: none
} tac_contact_desc;

// A road: a surface of height z over x and y of a frame on ground or on a body, with a factor of friction. Contacts,
// sensors and others refer to it by its index (kernel/element/road.h).
enum { TAC_ROAD_NUMBERS = 8, TAC_ROAD_SOURCES = 6, TAC_ROAD_TABLES = 2, TAC_ROAD_INTEGERS = 3 };

typedef struct tac_road_desc {
    int kind;      // in the registry, tac_road_type_of
    int envelope;  // points that a wheel averages over: 1 or 4
    tac_frame at;  // the surface is z over x and y of this frame
    double factor; // of friction
    // what the keys of its type have, in the order of the type
    double number[TAC_ROAD_NUMBERS];
    int source[TAC_ROAD_SOURCES], table[TAC_ROAD_TABLES], integer[TAC_ROAD_INTEGERS];
    int over;           // of patches: 1 + the road that they lie on, which comes before; 0: none
    int n_data;         // numbers of its own: waves, rectangles, a grid
    const double *data; // (n_data)
} tac_road_desc;

typedef struct tac_road_list {
    int n;
    const tac_road_desc *road; // (n)
} tac_road_list;

// A law of any other type (element_types.h): what its keys have, in the order of the type.
enum { TAC_LAW_NUMBERS = 12, TAC_LAW_SOURCES = 3, TAC_LAW_TABLES = 2 };

typedef struct tac_law_desc {
    int type;                         // in the registry, tac_force_type_of
    const struct tac_force_type *own; // of a shared object in its place, NULL: none
    tac_coordinate coordinate;        // of laws with one row
    tac_frame a, b;
    double number[TAC_LAW_NUMBERS];
    int number_by[TAC_LAW_NUMBERS];
    int source[TAC_LAW_SOURCES], table[TAC_LAW_TABLES];
    int implicit; // as of springs
    int contact;  // of the friction of a contact: 1 + that contact
} tac_law_desc;

// One coordinate of two frames in a coupler: factor times the coordinate, or times a table of it.
typedef struct tac_term_desc {
    tac_coordinate coordinate;
    tac_frame a, b;
    double factor; // finite, not 0
    int table;     // cubic, continued with its end slopes; TAC_NONE: the coordinate itself
} tac_term_desc;

enum { TAC_MOST_TERMS = 8 };

// A coupler holds the sum of its terms: at the source `offset`, or without one at what the sum is
// in the poses of this description, angles between -pi and pi. Or it is a spring and damper on that
// sum, with the same zero; a backlash is half of the way in which it carries nothing. One that only pulls carries nothing
// below zero, as a cable.
typedef struct tac_coupler_desc {
    double k, c;     // of one that gives: force per sum and per its rate, >= 0
    double backlash; // of one that gives, >= 0; above 0 k is as well
    double slack;    // how much farther it carries nothing below; found by the model from `pulls`
    int first_term, n_term; // in desc.term; couplers in their order have all terms, each once
    int offset;
    int gives; // 1: a law, 0: a constraint
    int pulls; // 1: of one that gives, it carries nothing below zero
} tac_coupler_desc;

// Tells whether a coupler that gives begins or ends.
static inline bool tac_coupler_has_sides(const tac_coupler_desc *c)
{
    return c->backlash > 0.0 || c->pulls;
}

// Force and torque at the origin of a frame, components in world axes or in the frame's axes.
typedef struct tac_load_desc {
    tac_frame at;
    int in_body;   // 1: components in the frame's axes, which turn with the body; 0: world axes
    int force[3];  // sources, N
    int torque[3]; // sources, N m
} tac_load_desc;

// Functions of time; each gives value, first and second time derivative.
typedef enum tac_source_kind {
    TAC_CONSTANT, // c0
    TAC_STEP,     // c0 before t = c2, c1 from then on
    TAC_RAMP,     // c0 until t = c2, linear to c1 at t = c3, c1 afterwards
    TAC_SINE,     // c0 + c1 sin(2 pi c2 t + c3), frequency in Hz, phase in rad
    TAC_CHIRP,    // c0 + c1 sin(2 pi (c2 u + (c3 - c2) u^2 / (2 c5))), u = t - c4 in [0, c5],
                  // before c0, afterwards the sine goes on at frequency c3
    TAC_TABLE,    // c0 + c1 table(t), again and again where it repeats
    TAC_SUM,      // c0 + c1 (term + term + ...)
    TAC_INPUT,    // c0 + c1 input; derivatives by backward differences
    TAC_N_SOURCE_KIND
} tac_source_kind;

typedef struct tac_source_desc {
    tac_source_kind kind;
    double c[6];
    int table;      // TAC_TABLE
    int repeats;    // 1: from its last point on it begins again
    int input;      // TAC_INPUT
    int road;       // of a road: 1 + its index; its terms are x and y
    int first_term; // TAC_SUM: into desc.source_term
    int n_term;     //   a term is a source with a lower index than the sum
    int operand[4]; // of types that have them: sources with a lower index than this, or TAC_NONE
    int sensor, column; // of one that reads a sensor: which number of it
    int steps;          // of a delay, as its time has them; of a path its second table
    // In a model alone, of blocks: where the state has what it carries; `input` is then where it has its value, behind all
    // inputs
    int memory;
} tac_source_desc;

// How a table goes on between its points.
typedef enum tac_interpolation {
    TAC_LINEAR,
    TAC_CUBIC,      // two continuous derivatives; no curvature at the ends (natural)
    TAC_CLAMPED,    // the same, but level at the ends
    TAC_NOT_A_KNOT, // the same, but one cubic through the first three points, and the last three
    TAC_MONOTONE,   // one continuous derivative; between two points never beyond them
} tac_interpolation;

typedef struct tac_table_desc {
    int n;           // points, >= 2
    const double *x; // (n) strictly increasing
    const double *y; // (n)
    int cubic;       // tac_interpolation: 0 is linear. Outside: end values (sources) or linear
                     // continuation with the end slope (springs, dampers)
} tac_table_desc;

typedef struct tac_input_desc {
    double value; // before anything else is given
} tac_input_desc;

// Measurements. Outputs are written one after another, in the order of the list.
typedef enum tac_sensor_kind {
    TAC_POSE,         // 7: origin of a (world, m), Euler parameters of frame a
    TAC_TWIST,        // 6: velocity of a's origin, angular velocity
    TAC_ACCELERATION, // 6: acceleration of a's origin, angular acceleration
    TAC_SPECIFIC,     // 3: acceleration minus gravity at a's origin: what an accelerometer shows
    TAC_COORDINATES,  // 2 n: coordinates of a joint, then their rates
    TAC_REACTION,     // 6: force and torque of a joint on its second body, at b's origin
    TAC_SPAN,         // 2: distance of the origins of a and b, its rate
    TAC_SPRING_FORCE, // n rows: what a spring, bushing, friction or contact element carries
    TAC_ENERGY,       // 3: kinetic, potential, total
    TAC_RESIDUALS,    // 4: position, velocity, acceleration residual, last Newton increment
    TAC_MODES,        // 2 n_shown: shown coordinates of a flexible body, then their rates
    TAC_INTERNAL,     // 6: force and torque that a flexible body carries at frame a, at a's origin
    TAC_OUTPUT,       // 1: an output of a part
    // 3: the sum of a coupler's terms, its rate, and its force, which acts on each times its factor
    TAC_COUPLED,
    TAC_N_SENSOR_KIND
} tac_sensor_kind;

// The part of a flexible body that lies beyond a section: its share of the body's integrals, about the body's origin.
typedef struct tac_flex_part_desc {
    double mass;
    vec3 first;               // int s dm at rest
    double J[6];              // at rest, as of bodies
    const double *Ct, *I, *S; // as in tac_flex_desc
} tac_flex_part_desc;

// What a flexible body carries at an interface: what acts on it at some of its interfaces, less what the part beyond
// takes to move. So it is the force of that part on the rest. For a beam that is the section's force: at the first end
// what acts there, the other way round; at the last end what acts there; between them what acts from there on, with the
// part beyond.
typedef struct tac_internal_desc {
    int n;         // interfaces from that of frame a on where what acts counts, >= 1
    int other_way; // 1: the other way round
    const tac_flex_part_desc *beyond; // NULL: nothing
} tac_internal_desc;

typedef struct tac_sensor_desc {
    tac_sensor_kind kind;
    tac_frame a, b; // a: POSE TWIST ACCELERATION SPECIFIC SPAN INTERNAL; b: SPAN
    int in_frame;   // 1: components in frame a's axes (REACTION: joint frame b), 0: world
    tac_element_class
        what;      // COORDINATES REACTION: TAC_JOINTS; COUPLED: TAC_TERMS; SPRING_FORCE: the others
    int element;   // index within that class, of couplers; MODES: the body; OUTPUT: the part
    int output;    // OUTPUT: which of it
    int elsewhere; // 1, REACTION: the torque about frame a's origin, which is on the second body
    int road;      // of a road: 1 + its index
    double along, across;       // and its points around, m
    tac_internal_desc internal; // INTERNAL
} tac_sensor_desc;

// What some methods and orders want of a model.
enum {
    // Joints that keep axes of two bodies parallel do it by a moment along axes of the body that is lighter to turn,
    // which the iterations of index-3 and canonical want. This: along axes of the joint's first body, where multipliers
    // of other methods change less from stage to stage.
    TAC_MOMENTS_ON_FIRST = 1,
    // Laws that may be taken at instants are: no sides are followed (element/law.h).
    TAC_LAWS_AT_INSTANTS = 2,
    // The model may be stepped at order 3 or 4: a small mechanism is kept twice, model/plan/twin.h, which makes
    // these steps faster and takes memory. No bits depend on it.
    TAC_PAIRED = 4
};

typedef struct tac_wants {
    int flags;
    // The description has as many mechanisms as that beside each other, which are alike: in every array those of the first,
    // then those of the next (beside.h). 0: it is one
    int beside;
} tac_wants;

typedef struct tac_desc {
    vec3 gravity; // world, m/s^2
    int n_body, n_group, n_joint, n_spring, n_bushing, n_friction, n_contact, n_law, n_load;
    int n_source, n_source_term, n_table, n_input, n_sensor;
    int n_coupler, n_term;
    const tac_body_desc *body;         // (n_body)
    const tac_group_desc *group;       // (n_group)
    const tac_joint_desc *joint;       // (n_joint)
    const tac_spring_desc *spring;     // (n_spring)
    const tac_bushing_desc *bushing;   // (n_bushing)
    const tac_friction_desc *friction; // (n_friction)
    const tac_contact_desc *contact;   // (n_contact)
    const tac_law_desc *law;           // (n_law)
    const tac_load_desc *load;         // (n_load)
    const tac_coupler_desc *coupler;   // (n_coupler)
    const tac_term_desc *term;         // (n_term)
    const tac_source_desc *source;     // (n_source)
    const int *source_term;            // (n_source_term)
    const tac_table_desc *table;       // (n_table)
    const tac_input_desc *input;       // (n_input)
    const tac_sensor_desc *sensor;     // (n_sensor)
    int n_flex;
    const tac_flex_desc *flex; // modes of flexible bodies (n_flex)
    tac_road_list roads;
    // 1: what meets one body by more than six rows may be condensed to its six unknowns (tree.h), of
    // methods that have carriers (methods.h); flexible mechanisms have none. Bits depend on it. 2: by however many
    // rows, also where that takes more operations, and carriers are joined last (kernel/feature/compiled)
    int carriers;
    tac_wants wants; // flags: TAC_MOMENTS_ON_FIRST and so on, of its method (takes.h) and order
    // Bushings that are parts, of the method index3 at order 2 with accelerations of the instant alone.
    int n_part;
    const tac_part_desc *part; // each of one bushing                                       (n_part)
} tac_desc;

// Tells whether a spring has corners in its table. It acts by its mean over a step then, as contacts do, and as stiffly as
// the step resolves (docs/equations.md); both are implicit whatever is asked for, and so is friction.
bool tac_spring_is_unilateral(const tac_desc *d, const tac_spring_desc *s);
bool tac_law_has_sides(const tac_law_desc *l);
int tac_law_row_count(const tac_law_desc *l);

#endif
