// The tables of a model: bodies, elements with their rows, laws, signals and the assembly tree.
//
// Joints and force elements are one thing here: an element with up to six rows between two bodies
// ([solver] section 2a). A constraint row holds Phi = 0 with compliance 1/alpha; a compliant row
// carries the force f(Phi, Phi_dot) of its law with compliance 1/(df/dPhi + 2/dt df/dPhi_dot).
//
// Slots. The Jacobian of a row has one part per body: a slot (l, a), l times the velocity of the
// centre of mass in world axes plus a times the angular velocity in body axes. The slots of one body
// are contiguous, so that leaves run over plain arrays; ground has slots like any body.
#ifndef TAC_TABLES_H
#define TAC_TABLES_H

#include <stdbool.h>

#include "arena.h"
#include "base/curve.h"
#include "desc.h"
#include "model.h"
#include "solver.h"
#include "tree.h"

#define TAC_MAX_ROWS 6

typedef struct tac_law_type tac_law_type; // element/law.h
typedef struct tac_road tac_road;         // element/road.h

// What one row measures, from frame a to frame b; x y z of a frame are axes 0 1 2.
typedef enum tac_row_kind {
    ROW_POINT,    // component `i` (world) of d
    ROW_DOT,      // axis i of a times axis j of b
    ROW_SLIDE,    // axis i of a times d, minus the driven value
    ROW_DISTANCE, // |d| minus length or driven value
    ROW_ANGLE,    // twist of b in a about z, minus the driven value
    ROW_SCREW,    // z of a times d, minus lead times twist
    ROW_TURN,     // component i of twice the vector part of q_ab
    ROW_ASIDE,    // y of a shaft, where it never is
    // factor times coordinate i, or times a table of it; less what a coupler's terms sum up to
    ROW_TERM,
    // of a wheel b on a plane a, where it touches (row_geometry.h): along n, e_x and e_y, then about e_x, the axis and n
    ROW_WHEEL,
    // of a sphere b where it touches a plane or a road: how it slides there along e_x and e_y, no coordinates
    ROW_SKID,
    // of a bushing with matrices: slide or component of the rotation i, and parts of those behind it
    ROW_MIXED,
    ROW_ROAD, // distance of b's origin from a road, along its normal
} tac_row_kind;

typedef struct tac_row {
    tac_row_kind kind;
    int i, j;
    int drive;     // source of the driven value, TAC_NONE
    int dot;       // of ROW_DOT: its number among these
    bool parallel; // it and another keep an axis of each body parallel
} tac_row;

// Whether what it measures is an angle, or near one.
static inline bool tac_row_turns(const tac_row *row)
{
    return row->kind == ROW_ANGLE || row->kind == ROW_TURN;
}

typedef struct tac_element {
    tac_element_class what; // joint or which law
    int index;              // within its class
    int body[2];            // ground is n_body
    vec3 s[2];              // frame origins, body axes
    mat3 R[2];              // frame to body axes
    quat q[2];              // the same as Euler parameters
    int row;                // first row
    int n_row;
    int slot[2];            // first slot on either body
    int hangs;              // side whose body carries it (model/carriers.h), TAC_NONE
    int interface[2];       // of flexible bodies, among those of all; TAC_NONE
    int angle;              // index of the multi-turn angle, TAC_NONE
    bool turns;             // one of the rows measures a relative rotation
    bool spins;             // its angle is that of a shaft, its second body
    bool stacked;           // against another shaft, its first body
    bool implicit;          // in the tree
    double length, lead;    // ROD, SCREW; of a term what the sum is, in the first one; its factor
    int follows, followers; // of a term: its place behind the first one; of that one, those behind
    int coupler;            // of a term
    bool elastic;           // of a term: its coupler is a law, which the first one has
    const tac_curve *curve; // of a term, NULL: the coordinate itself
    const tac_curve *mix;   // of such rows: their parts, NULL
    const tac_road *road;   // of what stands on one, NULL: it does not
    double unit; // of the first one: m that the most effective term lacks where the row is off by 1
    const tac_law_type *law; // of force elements, else NULL
    unsigned law_flags;      // TAC_LAW_SIDES and so on (element/law.h), else 0
    int loader;              // element whose force a number of the law grows with, TAC_NONE
    int memory, n_memory;    // where the state has what the law carries on, and how many numbers
    tac_row rows[TAC_MAX_ROWS];
} tac_element;

typedef struct tac_grouping tac_grouping; // kernel/model/plan/grouping.h

// model/flexible.h
typedef struct tac_modes tac_modes;
typedef struct tac_flexible tac_flexible;
typedef struct tac_flexible_side tac_flexible_side;
typedef struct tac_flexible_part tac_flexible_part;

// A sub-model with steps of its own, model/substepped.h: a model of its bodies and of its interface bodies, which
// shares laws, loads and signals with the whole.
typedef struct tac_multirate_model {
    tac_model *m;
    int n, n_own;        // sub-steps; of the bodies, without its interface bodies
    int *body, *element; // of the whole
} tac_multirate_model;

// What moves with the body of a law, at the given start and as if rigid (welds.h); zero where nothing does.
typedef struct tac_weld {
    double mass_inv; // 1/kg
    mat3 J_inv;      // about their common centre of mass, axes of this body
    vec3 lever;      // from there to the centre of mass of this body, its axes
} tac_weld;

// Bodies of a model.
typedef struct tac_body_tables {
    double *mass;       // (n_body)
    double *mass_inv;   // (n_body)
    bool *shaft;        // one freedom, desc.h                              (n_body)
    mat3 *J, *J_inv;    // body axes                                        (n_body)
    double *arm;        // from the centre of mass to the farthest frame    (n_body)
    vec3 *r0, *v0, *w0; // given start                                      (n_body)
    quat *p0;           // (n_body)
    int *group;         // (n_body)
    int *joined;        // one body of all those that joints connect        (n_body)
    double *swings;     // of its mean inertia with what is welded to it; 0: not at all (n_body)
    double *heaviest;   // their largest mass and mean moment of inertia, at that body (n_body, 2)
    double *n_law;      // laws on it; the last is ground, which has none   (n_body + 1)
    int *slot_first;    // slots of body i are slot_first[i] .. slot_first[i+1]-1 (n_body + 2)
    int *slot_row;      // row of a slot                                    (n_slot)
    int n_shaft;
    int *shaft_first; // shafts of body i: shaft_first[i] ..., those of ground last  (n_body + 2)
    int *shaft_of;    // their joints, sorted by what carries them                (n_shaft)
    int *load_first;  // (n_body + 1)
    int *load_of;     // loads sorted by body                             (n_load)
} tac_body_tables;

// Rows of a model's elements.
typedef struct tac_row_tables {
    int *row_element;   // (n_row + unknowns of carriers)
    int *row_slot;      // slots on first and second body                 (n_row, 2)
    int *row_compliant; // 0 constraint, 1 law                            (n_row)
    double *row_w; // Phi M^-1 Phi^T of the row at the given start; of frictions friction.h (n_row)
    // |Phi|^2 of a row of a joint on its bodies that move: of displacements, of rotations; zero of laws  (n_row, 2)
    double *row_push;
    tac_weld *weld;       // of laws, what moves with both bodies (n_element - n_joint, 2)
    int *weld_list;       // room for bodies (n_body + 1)
    double *laws_on_body; // of a law: laws on that of its bodies that has more (n_element)
} tac_row_tables;

// Flexible bodies of a model.
typedef struct tac_flex_tables {
    int n_flexible, n_mode, n_interface; // bodies; of all of them
    tac_modes *modes;                    // of the description                       (n_flex)
    tac_flexible *flexible;              // (n_flexible)
    int *flexible_of;                    // of a body, TAC_NONE; NULL without any (n_body + 1)
    tac_flexible_side *flexible_side;    // elements on them
    tac_flexible_part *part;             // of sensors, by .element              (sensors with one)
    double *mode0;                       // given start, as in a state           (3 n_mode)
} tac_flex_tables;

// Mechanisms of a model that nothing outside acts on but gravity.
typedef struct tac_isolated_tables {
    int n_isolated;
    int *isolated_first; // (n_body + 1)
    int *isolated_body;  // (n_body)
} tac_isolated_tables;

// Signals of a model.
typedef struct tac_signal_tables {
    int n_source, n_input, n_table, n_sensor;
    int n_block, n_block_memory; // sources that are blocks, and what they carry
    int widest_sensed;           // numbers of a sensor that one reads
    bool kicks;                  // rates of sources may jump, and something is driven
    tac_source_desc *source;
    int *source_term;
    tac_curve *table;
    double *table_point; // of every table, as tac_curve_make lays them out
    double *input0;      // (n_input)
    tac_sensor_desc *sensor;
} tac_signal_tables;

// The assembly tree of a model, nodes sorted by level.
typedef struct tac_node_tables {
    int n_node, height;
    int *level_first; // nodes of level k are level_first[k] .. level_first[k+1]-1 (height + 2)
    int *node_order;  // node at a position of that order                 (n_node)
    int *child;       // (n_node, 2)
    int *n_e, *n_r;   // rows eliminated, boundary rows                   (n_node)
    int *row_at;      // offset of the node's rows in node_row and in the vectors (n_node + 1)
    size_t *front_at; // offset of the node's front                       (n_node + 1)
    int *node_row;    // global rows of a node, eliminated ones first     (row_at[n_node])
    int *map;         // where a boundary row goes in the parent's front, parallel to node_row: in
                      // the same order but for parts of chains, which may have what the parent
                      // eliminates last (and, while the model is built, n_node counters)
} tac_node_tables;

// Sum groups of a model (model/plan/sums.h): small subtrees with their bodies and elements; then, for every mechanism
// that is reported by itself, one of the bodies and elements that lie in none of them.
typedef struct tac_sum_tables {
    int beside;                           // mechanisms beside each other (beside.h), 1 of a twin
    int n_sum_group;                      // without the latter
    int *sum_body_first, *sum_body;       // (n_body + mechanisms + 1, n_body)
    int *sum_element_first, *sum_element; // (n_body + mechanisms + 1, n_element)
    int *mechanism; // of every group, tac_mechanism_of_body (n_body + mechanisms)
} tac_sum_tables;

// A coordinate of a joint that has its start (step/held.h).
typedef struct tac_held {
    int element, coordinate; // of those of its joint
    bool position, rate;     // what is held
    double x, xd;
} tac_held;

// An actuator whose effort is found (step/effort.h), and row of the drive that is as many in their order.
typedef struct tac_effort {
    int joint;   // that it stands for
    int element; // of all
    tac_coordinate coordinate;
    int drive_row, drive_joint;
} tac_effort;

typedef struct tac_effort_tables {
    int n;
    tac_effort *of; // (n)
} tac_effort_tables;

// Shared objects of a model, copied; of part k a state has the numbers from part_at[k] on.
typedef struct tac_object_tables {
    int n_part;
    tac_part_desc *parts; // (n_part)
    int *part_at;         // (n_part + 1)
    int *part_input;      // of all of them
    double *part_parameter;
} tac_object_tables;

// Roads of a model, whose data are copied.
typedef struct tac_road_tables {
    int n_road;
    tac_road *road; // (n_road)
    double *data;   // of all of them, and what is made of them
} tac_road_tables;

// Force elements of a model, copied.
typedef struct tac_law_tables {
    tac_spring_desc *spring;
    tac_bushing_desc *bushing;
    tac_friction_desc *friction;
    tac_contact_desc *contact;
    tac_law_desc *law;
    tac_load_desc *load;
    int n_spring, n_bushing, n_friction, n_contact, n_law, n_load;
    bool moved;  // sources add to numbers of some
    bool loaded; // or the forces of joints
    bool masses; // some are parts of the mass
    tac_road_tables roads;
} tac_law_tables;

// Couplers of a model.
typedef struct tac_coupler_tables {
    int n_coupler, n_term, first_term; // terms are the last elements; n_element without any
    tac_coupler_desc *coupler;         // (n_coupler)
    tac_term_desc *term;               // (n_term)
} tac_coupler_tables;

struct tac_model {
    vec3 gravity;
    int n_body, n_element, n_joint, n_row, n_tree_row, n_law_row, n_slot, n_angle;
    int n_unilateral; // laws with sides
    int n_memory;     // numbers that laws carry from step to step
    // Elements of which iterations may leave a part of the force: frictions, then springs where some are damped by a table.
    int n_left;
    int ropes;       // there are light links that may snap taut (links.h)
    bool light_laws; // laws are on bodies that are welded to others (welds.h)
    int aligned;     // joints that were out of line with others (alignment.h)
    double
        stiffest; // largest w K of unilateral laws at the given start with laws on its bodies, 1/s^2
    double length; // largest distance of a frame from its centre of mass, scale of residuals

    // elements and rows; rows of the tree first, explicit ones last
    // behind them, for every carrier, its six unknowns as if they were rows of an element between the
    // carrier and itself
    tac_element *element;       // (n_element + n_carrier)
    tac_joint_kind *joint_kind; // (n_joint)

    int element_first[TAC_CLASSES]; // first element of each class

    // the same with the assembly tree by rows, for what asks for the rank; NULL without carriers
    tac_model *by_rows;
    int n_carrier;

    int n_multirate;
    tac_multirate_model
        *multirate; // sub-models with steps of their own               (n_multirate)

    tac_grouping *grouping; // for every number of lanes: what shares a vector  (TAC_WIDTHS)

    int copies;      // 1; 2 of a twin
    tac_model *twin; // two copies of a small mechanism (model/plan/twin.h), or NULL

    tac_body_tables bodies;
    tac_row_tables rows;
    tac_flex_tables flex;
    tac_isolated_tables isolated;
    tac_signal_tables signals;
    tac_node_tables nodes;
    tac_sum_tables sums;
    tac_object_tables objects;
    tac_law_tables laws;
    tac_coupler_tables couplers;
    int n_held;
    tac_held *held; // (n_held)
    tac_effort_tables efforts;
};

// Inputs and values of blocks, of which a state has the last three.
static inline int tac_history_count(const tac_model *m)
{
    return m->signals.n_input + m->signals.n_block;
}

// What the law of an element carries, in a state.
static inline double *tac_memory_of(const tac_state *s, const tac_element *e)
{
    return s->memory + e->memory;
}

// Leaves of the tree are bodies.
static inline bool tac_is_leaf(const tac_model *m, int node)
{
    return m->nodes.child[2 * node] == TAC_NONE;
}

// The number of a flexible body, TAC_NONE of a rigid one.
static inline int tac_flexible_of(const tac_model *m, int body)
{
    return m->flex.n_flexible > 0 ? m->flex.flexible_of[body] : TAC_NONE;
}

// The copy that body, element or isolated mechanism i belongs to.
static inline int tac_copy_of(const tac_model *m, int i)
{
    return i & (m->copies - 1);
}

// Mechanisms that are reported by themselves: the copies of a twin, or those beside each other.
static inline int tac_mechanism_count(const tac_model *m)
{
    return m->copies * m->sums.beside;
}

static inline int tac_mechanism_of_body(const tac_model *m, int body)
{
    return m->sums.beside > 1 ? body / (m->n_body / m->sums.beside) : tac_copy_of(m, body);
}

static inline int tac_mechanism_of_element(const tac_model *m, const tac_element *e)
{
    return tac_mechanism_of_body(m, e->body[e->body[0] == m->n_body]);
}

// Where a mechanism has body, or element, i of those that it has alone.
static inline int tac_body_in(const tac_model *m, int i, int which)
{
    return m->sums.beside > 1 ? which * (m->n_body / m->sums.beside) + i : i * m->copies + which;
}

static inline int tac_element_in(const tac_model *m, int i, int which)
{
    int what = m->sums.beside > 1 ? TAC_CLASSES - 1 : 0;
    while (what > 0 && m->element_first[what] / m->sums.beside > i) {
        what--;
    }
    int end = what + 1 < TAC_CLASSES ? m->element_first[what + 1] : m->n_element;
    int n = (end - m->element_first[what]) / m->sums.beside, first = m->element_first[what];
    return m->sums.beside > 1 ? first + which * n + i - first / m->sums.beside
                              : i * m->copies + which;
}

// The first friction among the elements.
static inline int tac_first_friction(const tac_model *m)
{
    return m->couplers.first_term - m->laws.n_law - m->laws.n_contact - m->laws.n_friction;
}

// Whether some laws are taken over the step: they have sides, rub or carry something.
static inline bool tac_has_laws_over_step(const tac_model *m)
{
    return m->n_unilateral > 0 || m->laws.n_friction > 0 || m->n_memory > 0;
}

// Whether the rows of an element are constraints.
static inline bool tac_holds(const tac_element *e)
{
    return e->what == TAC_JOINTS || (e->what == TAC_TERMS && !e->elastic);
}

// Term k of the coupler that an element begins; of other elements themselves.
static inline int tac_term(const tac_model *m, int lead, int k)
{
    return lead + k * m->copies;
}

// The first term of the coupler that an element is a term of; of other elements themselves.
static inline const tac_element *tac_lead(const tac_model *m, const tac_element *e)
{
    return e - e->follows * m->copies;
}

// Whether the row of an element is in the tree by itself: not one that a first term stands for.
static inline bool tac_leads(const tac_element *e)
{
    return e->follows == 0;
}

// Which of the descriptions of its class an element has: of terms that of their coupler.
static inline int tac_law_index(const tac_element *e)
{
    return e->what == TAC_TERMS ? e->coupler : e->index;
}

// What a failure of an element is told of: the coupler of a term, numbered as in its mechanism alone.
static inline tac_status tac_fail_element(const tac_model *m, tac_code code, const tac_element *e,
                                          double value)
{
    int what = (int)e->what, end = what + 1 < TAC_CLASSES ? m->element_first[what + 1] : 0;
    int all = what == TAC_TERMS ? m->couplers.n_coupler : end - m->element_first[what];
    int index = tac_law_index(e);
    return tac_fail(code, (tac_subject)(TAC_JOINT + what),
                    m->sums.beside > 1 ? index % (all / m->sums.beside) : index, value);
}

static inline int tac_sum_group_count(const tac_model *m)
{
    return m->sums.n_sum_group + tac_mechanism_count(m);
}

// Whether the law of an element is a part of the mass.
bool tac_is_mass(const tac_element *e);

// The part that an element is, TAC_NONE.
static inline int tac_element_part(const tac_model *m, const tac_element *e)
{
    return e->what == TAC_BUSHINGS ? m->laws.bushing[e->index].part - 1 : TAC_NONE;
}

// Unknowns of carriers are numbered behind elements and rows.
static inline bool tac_is_unknowns(const tac_model *m, int element)
{
    return element >= m->n_element;
}

// Where the unknowns of a carrier begin among the rows of a node; TAC_NONE where they are not.
static inline int tac_column_of(const tac_model *m, int node, int body)
{
    int at = TAC_NONE;
    for (int k = m->nodes.n_e[node] + m->nodes.n_r[node] - 1; k >= 0 && m->n_carrier > 0; k--) {
        int element = m->rows.row_element[m->nodes.node_row[m->nodes.row_at[node] + k]];
        at = tac_is_unknowns(m, element) && m->element[element].body[0] == body ? k : at;
    }
    return at;
}

static inline bool tac_has_unknowns(const tac_model *m, int node)
{
    bool has = false;
    for (int k = 0; k < m->nodes.n_e[node] + m->nodes.n_r[node] && m->n_carrier > 0; k++) {
        has |=
            tac_is_unknowns(m, m->rows.row_element[m->nodes.node_row[m->nodes.row_at[node] + k]]);
    }
    return has;
}

// How many of everything a model has.
typedef struct tac_table_sizes {
    size_t body, element, law, carrier, row, slot, angle, node, node_row, source, term, table,
        point, input, sensor, load, level;
    size_t rows_node_row, rows_level; // of the tree by rows beside one with carriers
} tac_table_sizes;
tac_table_sizes tac_measure_tables(const tac_desc *d, const tac_tree *t);

// Takes the model and the arrays of its tables from the arena; NULL if that is empty and only counts.
tac_model *tac_layout_tables(const tac_table_sizes *n, const tac_desc *d, tac_arena *a);

// Fills the tables from a checked description, in zeroed memory; sum groups, groupings and twin are left
// to the plan.
void tac_fill_tables(tac_model *m, const tac_desc *d, const tac_tree *t);

// Laws, loads, signals and roads of a model are those of another one as well, so that parameters change in both.
static inline void tac_share_laws(tac_model *p, const tac_model *m)
{
    p->laws.spring = m->laws.spring;
    p->laws.bushing = m->laws.bushing;
    p->laws.friction = m->laws.friction;
    p->laws.contact = m->laws.contact;
    p->laws.law = m->laws.law;
    p->laws.load = m->laws.load;
    p->laws.moved = m->laws.moved;
    p->laws.loaded = m->laws.loaded;
    p->laws.masses = m->laws.masses;
    p->couplers.coupler = m->couplers.coupler;
    p->couplers.term = m->couplers.term;
    p->signals.source = m->signals.source;
    p->signals.source_term = m->signals.source_term;
    p->signals.table = m->signals.table;
    p->signals.input0 = m->signals.input0;
    p->laws.roads = m->laws.roads;
}

// Inverse of a symmetric positive definite matrix.
mat3 tac_inverse3(mat3 A);

static inline mat3 tac_symmetric(const double J[6])
{
    return (mat3){{J[0], J[3], J[4]}, {J[3], J[1], J[5]}, {J[4], J[5], J[2]}};
}

#endif
