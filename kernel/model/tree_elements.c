#include "tree_elements.h"

#include "element/law.h"
#include "element_types.h"
#include "part.h"
#include "rows.h"

int tac_element_count(const tac_desc *d)
{
    return d->n_joint + d->n_spring + d->n_bushing + d->n_friction + d->n_contact + d->n_law +
           d->n_term;
}

bool tac_bushing_has_bodies(const tac_desc *d, const tac_bushing_desc *b)
{
    bool is_part = b->part > 0 && b->part <= d->n_part;
    const tac_part_table *table = is_part ? d->part[b->part - 1].table : NULL;
    return table && table->bodies;
}

bool tac_bushing_is_implicit(const tac_desc *d, int bushing)
{
    const tac_bushing_desc *b = &d->bushing[bushing];
    bool is_first = true;
    for (int i = 0; i < d->n_bushing && tac_bushing_has_bodies(d, b); i++) {
        const tac_bushing_desc *other = &d->bushing[i];
        bool is_with = tac_bushing_has_bodies(d, other) && other->b.body == b->b.body;
        is_first = is_first && !(is_with && other->part < b->part);
    }
    return b->part > 0 ? is_first : b->implicit;
}

typedef struct ends {
    int a, b, rows, implicit;
    tac_subject subject;
} ends;

static ends element_ends(const tac_desc *d, int i)
{
    if (i < d->n_joint) {
        const tac_joint_desc *j = &d->joint[i];
        bool known = (int)j->kind < tac_joint_type_count();
        return (ends){j->a.body, j->b.body, known ? tac_joint_row_count(j) : 0, 1, TAC_JOINT};
    }
    i -= d->n_joint;
    if (i < d->n_spring) {
        const tac_spring_desc *s = &d->spring[i];
        int implicit = s->implicit || tac_spring_is_unilateral(d, s);
        return (ends){s->a.body, s->b.body, 1, implicit, TAC_SPRING};
    }
    i -= d->n_spring;
    if (i < d->n_bushing) {
        const tac_bushing_desc *s = &d->bushing[i];
        return (ends){s->a.body, s->b.body, 6, tac_bushing_is_implicit(d, i), TAC_BUSHING};
    }
    i -= d->n_bushing;
    if (i < d->n_friction) {
        const tac_friction_desc *s = &d->friction[i];
        return (ends){s->a.body, s->b.body, 1, 1, TAC_FRICTION};
    }
    i -= d->n_friction;
    if (i < d->n_contact) {
        const tac_contact_desc *s = &d->contact[i];
        return (ends){s->a.body, s->b.body, 1, 1, TAC_CONTACT};
    }
    i -= d->n_contact;
    if (i < d->n_law) {
        const tac_law_desc *s = &d->law[i];
        bool known = s->own || (s->type >= 0 && s->type < tac_force_type_count());
        const tac_law_type *law = known ? tac_type_of_law(s)->law : NULL;
        int implicit = s->implicit || (law && law->flags & TAC_LAW_IMPLICIT);
        return (ends){s->a.body, s->b.body, law ? law->n_row : 0, implicit, TAC_LAW};
    }
    i -= d->n_law;
    const tac_term_desc *s = &d->term[i];
    return (ends){s->a.body, s->b.body, s->coordinate < TAC_N_COORDINATE, 1, TAC_COUPLER};
}

// The number of an element among those of its kind; of a term that of its coupler.
static int index_in(const tac_tree *t, const tac_desc *d, int i, tac_subject subject)
{
    if (subject == TAC_COUPLER) {
        int k = 0;
        while (t->coupler_term[k + 1] <= i) {
            k++;
        }
        return k;
    }
    i -= subject > TAC_JOINT ? d->n_joint : 0;
    i -= subject > TAC_SPRING ? d->n_spring : 0;
    i -= subject > TAC_BUSHING ? d->n_bushing : 0;
    i -= subject > TAC_FRICTION ? d->n_friction : 0;
    i -= subject > TAC_CONTACT ? d->n_contact : 0;
    return i;
}

tac_status tac_read_elements(tac_tree *t, const tac_desc *d, int unset)
{
    tac_status status = tac_read_couplers(t, d);
    for (int i = 0; i < t->n_element && status.code == TAC_OK; i++) {
        ends e = element_ends(d, i);
        int index = index_in(t, d, i, e.subject);
        bool a_ok = e.a >= TAC_GROUND && e.a < d->n_body;
        bool b_ok = e.b >= TAC_GROUND && e.b < d->n_body;
        if (!a_ok || !b_ok) {
            return tac_fail(TAC_BAD_INDEX, e.subject, index, a_ok ? e.b : e.a);
        }
        if (e.a == e.b || e.rows == 0) {
            return tac_fail(TAC_BAD_VALUE, e.subject, index, e.a);
        }
        t->body[2 * i] = e.a;
        t->body[2 * i + 1] = e.b;
        t->rows[i] = e.rows;
        if (t->hangs) {
            t->hangs[i] = TAC_NONE;
        }
        t->home[i] = e.implicit ? unset : TAC_NONE;
    }
    return status;
}

// ---- couplers ----------------------------------------------------------------------------------

void tac_layout_couplers(tac_tree *t, const tac_desc *d, tac_arena *a)
{
    t->coupler_term = tac_take(a, (size_t)d->n_coupler + 1, sizeof(int));
}

tac_status tac_read_couplers(tac_tree *t, const tac_desc *d)
{
    int next = 0, first = t->n_element - d->n_term;
    t->n_coupler = d->n_coupler;
    for (int i = 0; i < first; i++) {
        t->lead[i] = i;
    }
    for (int k = 0; k < d->n_coupler; k++) {
        const tac_coupler_desc *c = &d->coupler[k];
        bool fits = c->n_term >= 1 && c->n_term <= TAC_MOST_TERMS && c->n_term <= d->n_term - next;
        if (c->first_term != next || !fits) {
            return tac_fail(TAC_BAD_INDEX, TAC_COUPLER, k, c->first_term);
        }
        t->coupler_term[k] = first + next;
        for (int i = 0; i < c->n_term; i++) {
            t->lead[first + next++] = t->coupler_term[k];
        }
    }
    t->coupler_term[d->n_coupler] = first + next;
    return next == d->n_term ? (tac_status){TAC_OK, TAC_NOTHING, 0, 0.0}
                             : tac_fail(TAC_BAD_INDEX, TAC_COUPLER, d->n_coupler, next);
}

// ---- bodies ------------------------------------------------------------------------------------

static int add_once(int *list, int n, int item)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == item) {
            return n;
        }
    }
    list[n] = item;
    return n + 1;
}

int tac_coupled_bodies(const tac_tree *t, int coupler, int *body)
{
    int n = 0;
    for (int i = t->coupler_term[coupler]; i < t->coupler_term[coupler + 1]; i++) {
        for (int side = 0; side < 2; side++) {
            int on = t->body[2 * i + side];
            bool hangs = t->hangs && t->hangs[i] == side;
            n = on == TAC_GROUND || hangs ? n : add_once(body, n, on);
        }
    }
    return n;
}

int tac_coupled_compounds(const tac_tree *t, int coupler, const int *cluster, int *compound)
{
    int body[TAC_MOST_COUPLED], n = tac_coupled_bodies(t, coupler, body), n_compound = 0;
    for (int i = 0; i < n; i++) {
        n_compound = add_once(compound, n_compound, cluster[body[i]]);
    }
    return n_compound;
}

// ---- homes -------------------------------------------------------------------------------------

void tac_set_coupler_home(tac_tree *t, int coupler, int home)
{
    for (int i = t->coupler_term[coupler]; i < t->coupler_term[coupler + 1]; i++) {
        t->home[i] = home;
    }
}

tac_coupled tac_coupled_rows(const tac_tree *t, const int *cluster, int a, int b, int unset)
{
    tac_coupled rows = {0, 0};
    for (int k = 0; k < t->n_coupler; k++) {
        if (tac_coupler_is_open(t, k, unset)) {
            int at[TAC_MOST_COUPLED], n = tac_coupled_compounds(t, k, cluster, at), both = 0;
            for (int i = 0; i < n; i++) {
                both += at[i] == a || at[i] == b;
            }
            rows.eliminated += both == 2 && n == 2;
            rows.shared += both == 2 && n > 2;
        }
    }
    return rows;
}

void tac_make_coupled_leaves(tac_tree *t, int unset)
{
    for (int k = 0; k < t->n_coupler; k++) {
        int body[TAC_MOST_COUPLED], n = tac_coupled_bodies(t, k, body);
        if (!tac_coupler_is_open(t, k, unset)) {
            continue;
        }
        if (n == 1) {
            tac_set_coupler_home(t, k, body[0]);
            t->n_e[body[0]]++;
        }
        for (int i = 0; i < n && n > 1; i++) {
            t->n_r[body[i]]++;
        }
    }
}

void tac_find_coupler_homes(tac_tree *t, const int *cluster, int unset)
{
    for (int k = 0; k < t->n_coupler; k++) {
        int at[TAC_MOST_COUPLED];
        if (tac_coupler_is_open(t, k, unset) && tac_coupled_compounds(t, k, cluster, at) == 1) {
            tac_set_coupler_home(t, k, at[0]);
        }
    }
}

// ---- carriers ----------------------------------------------------------------------------------

// Whether all terms of a coupler on a body may hang there: with their other bodies not carrying
// them, outside of kept groups that the body is in.
static bool all_may_hang(const tac_tree *t, const tac_desc *d, const tac_kept *kept, int coupler,
                         int on)
{
    bool may = true;
    for (int i = t->coupler_term[coupler]; i < t->coupler_term[coupler + 1]; i++) {
        for (int side = 0; side < 2; side++) {
            int other = t->body[2 * i + !side];
            if (t->body[2 * i + side] == on) {
                bool apart =
                    kept->n_group > 0 && other != TAC_GROUND && tac_kept_apart(kept, d, on, other);
                may = may && t->hangs[i] != !side && !apart;
            }
        }
    }
    return may;
}

static void hang_all(tac_tree *t, int coupler, int on, bool hangs)
{
    for (int i = t->coupler_term[coupler]; i < t->coupler_term[coupler + 1]; i++) {
        for (int side = 0; side < 2; side++) {
            if (t->body[2 * i + side] == on && (hangs || t->hangs[i] == side)) {
                t->hangs[i] = hangs ? side : TAC_NONE;
            }
        }
    }
}

void tac_hang_couplers(tac_tree *t, const tac_desc *d, const tac_kept *kept)
{
    for (int k = 0; k < t->n_coupler; k++) {
        int body[TAC_MOST_COUPLED], left[TAC_MOST_COUPLED], n = 0;
        for (int i = 2 * t->coupler_term[k]; i < 2 * t->coupler_term[k + 1]; i++) {
            n = t->body[i] == TAC_GROUND ? n : add_once(body, n, t->body[i]);
        }
        for (int i = 0; i < n; i++) {
            bool hangs = t->carries[body[i]] != TAC_NONE && all_may_hang(t, d, kept, k, body[i]);
            hang_all(t, k, body[i], hangs);
            if (hangs && tac_coupled_bodies(t, k, left) == 0) {
                hang_all(t, k, body[i], false);
            }
        }
    }
}
