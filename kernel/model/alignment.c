#include "alignment.h"

#include <string.h>

#include "base/thresholds.h"
#include "element_types.h"
#include "pairs.h"

// A joint beside the one that it is put in line with. Place and axes of both its frames, in those of that one.
typedef struct beside {
    const tac_element *first;
    tac_element *e;
    int side[2]; // of the joint, on the bodies of the first one
    bool slides; // the first one is prismatic, else both have their axis in common
    bool has_axis[2], has_place, turns_alone;
    vec3 p[2], z[2];
    double size; // lever
} beside;

static bool is_rigid(const tac_element *e)
{
    return e->interface[0] == TAC_NONE && e->interface[1] == TAC_NONE;
}

// What a joint leaves free.
typedef struct freedom {
    unsigned slides;      // along axes of its first frame, bits
    bool about_z, freely; // turns
    bool screws;          // turns as it slides
} freedom;

enum { ALONG_Z = 1 << 2, IN_PLANE = 1 << 0 | 1 << 1 };

static freedom freedom_of(const tac_model *m, const tac_element *e)
{
    const tac_joint_type *type = tac_joint_type_of(m->joint_kind[e->index]);
    freedom f = {.screws = tac_joint_type_has_row(type, TAC_ROW_SCREW)};
    for (int i = 0; i < type->n_coordinate; i++) {
        const tac_coordinate_use *c = &type->coordinate[i];
        f.slides |= c->kind == TAC_SLIDE_ALONG ? 1U << c->axis : 0U;
        f.about_z |= c->kind == TAC_TURN_ABOUT_Z;
        f.freely |= c->kind == TAC_ROTATION_VECTOR;
    }
    return f;
}

static bool is_slide(const freedom *f) // along z, without turning
{
    return f->slides == ALONG_Z && !f->about_z && !f->freely;
}

static bool is_hinge(const freedom *f)
{
    return f->slides == 0 && f->about_z && !f->screws;
}

static bool is_ball(const freedom *f)
{
    return f->slides == 0 && f->freely;
}

static bool is_plane(const freedom *f)
{
    return f->slides == IN_PLANE && f->about_z;
}

static bool is_on_line(const freedom *f) // turns as well
{
    return f->slides == ALONG_Z && (f->about_z || f->freely);
}

enum { NO_RANK = 4 };

// Which joint the others of its bodies are put in line with: the least; NO_RANK for none.
static int rank_of(const tac_model *m, const tac_element *e)
{
    freedom f = freedom_of(m, e);
    return is_slide(&f)                  ? 0
           : is_hinge(&f)                ? 1
           : is_on_line(&f) && f.about_z ? 2
           : f.slides == 0 && f.screws   ? 3
                                         : NO_RANK;
}

static double larger_of(double a, double b)
{
    return a > b ? a : b;
}

static beside place(const tac_model *m, const tac_element *first, tac_element *e)
{
    freedom of_first = freedom_of(m, first), own = freedom_of(m, e);
    beside b = {.first = first,
                .e = e,
                .slides = is_slide(&of_first),
                .has_place = !is_plane(&own),
                .turns_alone =
                    is_hinge(&of_first) && (is_hinge(&own) || is_ball(&own) || is_plane(&own))};
    for (int k = 0; k < 2; k++) {
        int side = e->body[0] == first->body[0] ? k : 1 - k;
        b.side[k] = side;
        b.has_axis[k] = !own.freely || (is_on_line(&own) && side == 0);
        b.p[k] = tmul3(first->R[k], sub3(e->s[side], first->s[k]));
        b.z[k] = tmul3(first->R[k], col3(e->R[side], 2));
        double ground = first->body[k] == m->n_body ? 0.0 : 1.0;
        b.size = larger_of(b.size, ground * larger_of(norm3(first->s[k]), norm3(e->s[side])));
        b.size = larger_of(b.size, norm3(b.p[k]));
    }
    return b;
}

// By how much an axis turns to lie on that of the first one: of a body, in the first one's frame.
static vec3 turn_to_axis(const beside *b, int k)
{
    double along = b->z[k].z > 0.0 ? 1.0 : -1.0;
    return (vec3){along * b->z[k].y, -along * b->z[k].x, 0.0};
}

// Of two prismatic joints: how the second one is turned more in the second body than in the first, in the frame of
// the first joint, as it is small.
static vec3 turn_between(const beside *b)
{
    mat3 Q[2];
    for (int k = 0; k < 2; k++) {
        const mat3 *R = &b->first->R[k], *S = &b->e->R[b->side[k]];
        Q[k] = (mat3){tmul3(*R, col3(*S, 0)), tmul3(*R, col3(*S, 1)), tmul3(*R, col3(*S, 2))};
    }
    return scale3(
        0.5, add3(cross3(Q[0].x, Q[1].x), add3(cross3(Q[0].y, Q[1].y), cross3(Q[0].z, Q[1].z))));
}

static bool both_slide(const tac_model *m, const beside *b)
{
    freedom own = freedom_of(m, b->e);
    return b->slides && is_slide(&own);
}

// By how much a place moves, in the first one's frame.
static vec3 move_of(const beside *b, int k)
{
    vec3 p = b->p[k], d = {-p.x, -p.y, 0.0};
    if (b->slides) {
        d = k == 0 ? (vec3){0.0, 0.0, 0.0} : (vec3){b->p[0].x - p.x, b->p[0].y - p.y, 0.0};
    }
    if (!b->has_place) {
        d = (vec3){0.0, 0.0, 0.0};
    }
    d.z = b->turns_alone && k == 1 ? b->p[0].z - p.z : 0.0;
    return d;
}

static double misfit_of(const tac_model *m, const beside *b)
{
    double most = both_slide(m, b) ? norm3(turn_between(b)) : 0.0;
    for (int k = 0; k < 2; k++) {
        double size = b->size > 0.0 ? b->size : 1.0;
        most = larger_of(most, norm3(move_of(b, k)) / size);
        most = larger_of(most, b->has_axis[k] ? norm3(turn_to_axis(b, k)) : 0.0);
    }
    return most;
}

static void turn(tac_element *e, int side, mat3 R, vec3 by)
{
    vec3 half = scale3(0.5, mul3(R, by));
    e->q[side] = unitq(mulq((quat){1.0, half.x, half.y, half.z}, e->q[side]));
    e->R[side] = rotation(e->q[side]);
}

static bool align(const tac_model *m, const tac_element *first, tac_element *e)
{
    beside b = place(m, first, e);
    double misfit = misfit_of(m, &b);
    if (!(misfit > tac_misfit_by_rounding && misfit < tac_misfit_meant)) {
        return false;
    }
    vec3 between = turn_between(&b);
    for (int k = 0; k < 2; k++) {
        e->s[b.side[k]] = add3(e->s[b.side[k]], mul3(first->R[k], move_of(&b, k)));
        if (b.has_axis[k] && !both_slide(m, &b)) {
            turn(e, b.side[k], first->R[k], turn_to_axis(&b, k));
        }
    }
    if (both_slide(m, &b)) { // both alike, then the second as the first
        turn(e, b.side[0], first->R[0], turn_to_axis(&b, 0));
        turn(e, b.side[1], first->R[1], sub3(turn_to_axis(&b, 0), between));
    }
    return true;
}

// Joints of one pair of bodies.
static void align_all(tac_model *m, const tac_pair *of, int n)
{
    int first = 0;
    for (int i = 1; i < n; i++) {
        bool before =
            rank_of(m, &m->element[of[i].index]) < rank_of(m, &m->element[of[first].index]);
        first = before ? i : first;
    }
    const tac_element *to = &m->element[of[first].index];
    freedom of_first = freedom_of(m, to);
    for (int i = 0; i < n && rank_of(m, to) < NO_RANK; i++) {
        freedom own = freedom_of(m, &m->element[of[i].index]);
        bool turns = is_ball(&own) || is_plane(&own) || (own.slides == 0 && own.about_z);
        bool fits = is_on_line(&own) || (is_slide(&of_first) ? is_slide(&own) : turns);
        if (i != first && fits) {
            m->aligned += align(m, to, &m->element[of[i].index]);
        }
    }
}

_Static_assert(sizeof(tac_pair) == 2 * sizeof(double), "a pair in place of two numbers");

void tac_align_joints(tac_model *m)
{
    tac_pair *pair = (tac_pair *)(void *)m->rows.row_push; // two numbers of every row: one pair
    int n = 0;
    for (int i = 0; i < m->n_joint; i++) {
        const tac_element *e = &m->element[i];
        if (is_rigid(e) && e->body[0] != e->body[1]) {
            uint32_t a = (uint32_t)e->body[0], b = (uint32_t)e->body[1];
            uint64_t low = a < b ? a : b, high = a < b ? b : a;
            pair[n++] = (tac_pair){.key = high << 32 | low, .index = i};
        }
    }
    tac_sort_pairs(pair, n);
    for (int i = 0, last; i < n; i = last) {
        for (last = i + 1; last < n && pair[last].key == pair[i].key; last++) {
        }
        align_all(m, pair + i, last - i);
    }
    memset(pair, 0, (size_t)n * sizeof *pair);
}
