// Flexible bodies: their modes in the tables of a model, where their interfaces are, and what their inertia is.
//
// A flexible body has six coordinates of its frame and n modal ones. Quantities with a number for each of them
// are arrays (6 + n): translation and rotation in body axes, then modes. docs/equations.md, "Flexible bodies".
#ifndef TAC_FLEXIBLE_H
#define TAC_FLEXIBLE_H

#include "arena.h"
#include "desc.h"
#include "rows.h"
#include "status.h"
#include "tables.h"

enum { TAC_MOST_MODES = 48 }; // of a body

struct tac_modes { // of a tac_flex_desc
    int n, n_interface, n_shown;
    const double *omega, *zeta, *Ct, *shown;
    const double *I, *S;     // of all kl                                         (n, 9), (n, n, 9)
    const vec3 *s;           // of every interface                                (n_interface)
    const double *phi, *psi; //                                           (n_interface, 3, n)
    double length;           // from the first interface to the farthest, or as its inertia has it
};

struct tac_flexible { // a body
    int body, n;
    const tac_modes *modes;
    int first;     // of its modes among those of all bodies
    int interface; // its first one among those of all
    int side;      // its first element in flexible_side
    int n_side;
    double fastest; // free mode, rad/s
    double damping; // least ratio of its modes
};

// An element on a flexible body, in the order of its slots.
struct tac_flexible_side {
    int element, side, interface; // of the body's own interfaces
};

struct tac_flexible_part { // of a tac_flex_part_desc
    double mass;
    vec3 first;
    mat3 J;
    tac_modes modes; // its integrals alone
};

// The modes of a body, NULL: it is rigid or none.
const tac_flex_desc *tac_flex_desc_of(const tac_desc *d, int body);

// Takes what flexible bodies have from the arena.
void tac_layout_flexible(tac_model *m, const tac_desc *d, tac_arena *a);
// Fills it, but for the elements on them, before elements are placed.
void tac_fill_flexible(tac_model *m, const tac_desc *d);
void tac_fill_flexible_sides(tac_model *m, const tac_desc *d);
// Once there are sensors, which keep no pointer to the description.
void tac_fill_flexible_parts(tac_model *m, const tac_desc *d);

// Modal coordinates, rates and accelerations of a body in a state, 3 n numbers.
static inline const double *tac_modes_of(const double *all, const tac_flexible *f)
{
    return all + 3 * (size_t)f->first;
}

// Where an interface is on its body. psi is what it turns, in body axes, per modal rate: T Psi of the note.
typedef struct tac_interface_map {
    vec3 s;            // from the body's origin, body axes
    quat p;            // interface axes to body axes
    mat3 R;            // the same
    const double *phi; // (3, n)
    double psi[3 * TAC_MOST_MODES];
    double twist[3]; // Psi q / 2
} tac_interface_map;

void tac_map_interface(const tac_modes *k, int interface, const double *q, tac_interface_map *to);

// Pose of an interface of a body with this pose, modal coordinates and rates.
tac_pose tac_interface_pose(const tac_flexible *f, int interface, const tac_pose *body,
                            const double *q, const double *qd);
// Pose of what a side of an element sees as its body, in a state.
tac_pose tac_state_pose(const tac_model *m, const tac_state *s, const tac_element *e, int side);
tac_pose tac_state_pose_of(const tac_model *m, const tac_state *s, int body, int interface);
// Accelerations there, world and its axes.
void tac_state_acceleration(const tac_model *m, const tac_state *s, int body, int interface,
                            vec3 *a, vec3 *wd);
// The part of its accelerations, world and interface axes, that is there without accelerations of the body.
void tac_interface_quad(const tac_interface_map *i, int n, const mat3 *A, vec3 w, const double *qd,
                        vec3 *l, vec3 *a);

// Inertia at q: M is this times (6 + n), with a unit matrix over modes.
typedef struct tac_flex_inertia {
    vec3 c;                       // Ct q
    mat3 J;                       // about the body's origin
    double C[6 * TAC_MOST_MODES]; // Ct, then Cr                                (6, n)
    double z[9 * TAC_MOST_MODES]; // int (s + N q)_k N_l dm, kl as in I         (n, 9)
} tac_flex_inertia;

void tac_flex_inertia_at(const tac_modes *k, const mat3 *J0, const double *q, tac_flex_inertia *to);
// Gyroscopic and centrifugal terms: what M times accelerations lacks of applied forces, (6 + n).
void tac_flex_gyro(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                   double *to);
// S_kl^T q' for all kl, (n, 9).
void tac_flex_shape_products(const tac_modes *k, const double *qd, double *to);
// Momenta but for what the velocity of the origin has, body axes, (6 + n).
void tac_flex_momentum(const tac_modes *k, const tac_flex_inertia *at, vec3 w, const double *qd,
                       double *to);
// dT/dq of rotations and modes between two instants, (n): with z of their middle and the products of rates at one
// with those at the other, so that with differences of momenta energy is kept. y: S^T q'.
typedef struct tac_flex_mean {
    const double *z[2], *y[2];
    vec3 w[2];
} tac_flex_mean;
void tac_flex_mean_push(const tac_modes *k, const tac_flex_mean *m, double *to);
// M times a, with a mass.
void tac_flex_times(const tac_modes *k, const tac_flex_inertia *at, double mass, const double *a,
                    double *to);

#endif
