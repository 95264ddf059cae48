#include "snaps.h"

#include "base/pick.h"
#include "base/thresholds.h"
#include "step/cost.h"

// ---- memory ------------------------------------------------------------------------------------

void tac_layout_snaps(tac_workspace *w, const tac_model *m, const tac_grouping *g, tac_arena *a)
{
    size_t n = m->ropes ? 1 : 0, n_body = (size_t)m->n_body;
    size_t gaps = (size_t)g->n_cell * TAC_GAPS * (size_t)g->lanes;
    w->momenta.gap = tac_take(a, n * gaps, sizeof(double));
    w->momenta.open = tac_take(a, n * n_body * TAC_GAPS, sizeof(double));
    w->momenta.pull = tac_take(a, n * n_body, sizeof(double));
    w->momenta.snapped = tac_take(a, n * (n_body + 1), sizeof(double));
    if (!m->ropes) {
        w->momenta.gap = NULL;
    }
}

// ---- what iterations leave ---------------------------------------------------------------------

static int a_body_of(const tac_model *m, int element)
{
    const int *body = m->element[element].body;
    return pick_index(body[1] < m->n_body, body[1], body[0]);
}

// Not a number is farther than anything.
static void widen(double *open, double gap)
{
    *open = pick((gap <= *open) | (*open != *open), *open, gap);
}

static void clear(tac_workspace *w)
{
    for (int i = 0; i < TAC_GAPS * w->m->n_body; i++) {
        w->momenta.open[i] = 0.0;
    }
    for (int i = 0; i < w->m->n_body; i++) {
        w->momenta.pull[i] = 0.0;
    }
}

// Numbers of a joint, `lanes` apart.
static const double *gaps_of(const tac_workspace *w, int joint)
{
    const tac_grouping *g = w->plan->g;
    return w->momenta.gap + (size_t)(TAC_GAPS * g->element_cell[joint] * g->lanes) +
           g->element_lane[joint];
}

static double *open_of(const tac_workspace *w, int body)
{
    return w->momenta.open + (ptrdiff_t)TAC_GAPS * w->m->bodies.joined[body];
}

static void gather(tac_workspace *w, int joint)
{
    const double *gap = gaps_of(w, joint);
    double *open = open_of(w, a_body_of(w->m, joint));
    int lanes = w->plan->g->lanes;
    widen(open + TAC_FIRST_GAP, gap[TAC_FIRST_GAP * lanes]);
    widen(open + TAC_LATER_GAP, gap[TAC_LATER_GAP * lanes]);
    for (int side = 0; side < 2; side++) {
        int body = w->m->element[joint].body[side];
        if (body < w->m->n_body) {
            w->momenta.pull[body] += gap[TAC_PULL * lanes];
        }
    }
}

// Joint after joint, whatever lies side by side.
static void gather_gaps(tac_workspace *w)
{
    const tac_model *m = w->m;
    clear(w);
    for (int i = 0; i < m->n_joint; i++) {
        gather(w, i);
    }
    for (int i = 0; i < m->n_body; i++) {
        double most = 0.5 * (m->bodies.J[i].x.x + m->bodies.J[i].y.y +
                             m->bodies.J[i].z.z); // at least the largest moment
        widen(open_of(w, i) + TAC_PULL, w->h * w->momenta.pull[i] * m->bodies.arm[i] / most);
    }
}

static void note_farthest(tac_workspace *w, int joint)
{
    tac_worst *worst = &w->momenta.snap;
    int body = a_body_of(w->m, joint);
    double gap = gaps_of(w, joint)[TAC_LATER_GAP * w->plan->g->lanes],
           least = tac_is_gap * w->m->length;
    gap = pick(gap > least, gap, least); // however little, where the pull decided
    gap = pick(w->momenta.snapped[body] > 0.0, pick(gap < tac_any_gap, gap, tac_any_gap), 0.0);
    worst->body = pick_index(gap > worst->value, body, worst->body);
    worst->value = pick(gap > worst->value, gap, worst->value);
}

static void find_snaps(tac_work *work, int first, int last)
{
    (void)first;
    (void)last;
    tac_workspace *w = work->space;
    const tac_model *m = w->m;
    gather_gaps(w);
    for (int i = 0; i < m->n_body; i++) {
        const double *open = open_of(w, i);
        double later = open[TAC_LATER_GAP];
        int opens = !(later <= tac_gap_contracts * open[TAC_FIRST_GAP]) &
                    !(later <= tac_is_gap * m->length);
        w->momenta.snapped[i] = opens | !(open[TAC_PULL] <= tac_too_taut);
    }
    for (int i = 0; i < m->n_joint; i++) {
        note_farthest(w, i);
    }
}

void tac_add_snaps(tac_phase_list *list, tac_workspace *w)
{
    const tac_work find = {.space = w, .cost = TAC_COST_MOMENTUM};
    tac_add_phase(list, "snaps", &find, find_snaps, 0, 1);
}

// ---- reports -----------------------------------------------------------------------------------

void tac_forget_snaps(tac_workspace *w)
{
    w->momenta.snap = (tac_worst){0.0, TAC_NONE};
    for (int k = 0; k < w->sequences.n; k++) {
        w->sequences.space[k]->momenta.snap = w->momenta.snap;
    }
}

void tac_report_snaps(tac_workspace *w)
{
    tac_worst worst = w->momenta.snap;
    for (int k = 0; k < w->sequences.n; k++) {
        const tac_worst *of = &w->sequences.space[k]->momenta.snap;
        worst = of->value > worst.value ? *of : worst;
    }
    w->step.report->worst[TAC_SNAP] = worst; // such mechanisms stand alone
}
