// Flexible bodies: their modes in the tables of a model, where their interfaces are, and what their inertia is.
//
// A flexible body has six coordinates of its frame and n modal ones. Quantities with a number for each of them
// are arrays (6 + n): translation and rotation in body axes, then modes. docs/equations.md, "Flexible bodies".
#ifndef TAC_FLEXIBLE_H
#define TAC_FLEXIBLE_H

#include "arena.h"
#include "base/four.h"
#include "desc.h"
#include "rows.h"
#include "status.h"
#include "tables.h"

struct
    tac_modes { // of a tac_flex_desc; arrays over modes are whole fours, (n_four, rows, 4), base/four.h
    int n, n_four, n_interface, n_shown;
    bool
        same; // for all lanes; else arrays over modes are chunks of those of several bodies (base/modes_lane.h)
    const double *omega, *zeta; // behind the last mode one and zero
    const double *Ct;           // (n_four, 3, 4)
    const double *I, *S; // rows of flexible_inertia_lane.h      (n_four, 9, 4), (n_four, n, 9, 4)
    const double *shape; // Phi, then Psi of every interface     (n_interface, n_four, 6, 4)
    const double *shown; // (n_shown, n)
    const vec3 *s;       // of every interface                   (n_interface)
    double length;       // from the first interface to the farthest, or as its inertia has it
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

// Whole fours of n numbers.
void tac_whole_fours(int n, const double *from, double *to);

// Pose of an interface of a body with this pose, modal coordinates and rates (n).
tac_pose tac_interface_pose(const tac_flexible *f, int interface, const tac_pose *body,
                            const double *q, const double *qd);
// Pose of what a side of an element sees as its body, in a state.
tac_pose tac_state_pose(const tac_model *m, const tac_state *s, const tac_element *e, int side);
tac_pose tac_state_pose_of(const tac_model *m, const tac_state *s, int body, int interface);
// Accelerations there, world and its axes.
void tac_state_acceleration(const tac_model *m, const tac_state *s, int body, int interface,
                            vec3 *a, vec3 *wd);

#endif
