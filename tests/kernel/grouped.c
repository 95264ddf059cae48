#include "grouped.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes.h"

void grouped_open(grouped *x, uint64_t seed)
{
    *x = (grouped){.m = mechanism_new(), .g = {seed}};
    x->m->d.gravity = (vec3){0.0, 0.0, -9.81};
    x->m->d.group = x->group;
    x->m->d.carriers = 1;
}

int body_in(grouped *x, int group, double mass, vec3 near)
{
    int i = add_body(x->m, mass, (vec3){0.1 * mass, 0.12 * mass, 0.15 * mass},
                     add3(near, random_vec3(&x->g, 0.4)), random_quat(&x->g));
    x->m->body[i].group = group;
    return i;
}

void tie(grouped *x, tac_joint_kind kind, int a, int b)
{
    vec3 at = a == TAC_GROUND ? origin : x->m->body[a].r;
    spot sa = random_spot(&x->g, scale3(0.5, add3(at, x->m->body[b].r)), 0.3);
    double angle, displacement;
    spot sb = joint_partner(&x->g, kind, sa, 0.1, &angle, &displacement);
    int j = add_joint_between(x->m, kind, a, sa, b, sb);
    x->m->joint[j].lead = 0.1;
    if (kind == TAC_REVOLUTE && x->drives && chance(&x->g, 0.3)) {
        x->m->joint[j].drive_angle = add_sine(x->m, angle, 0.1, 1.0);
    }
}

void law_between(grouped *x, int a, int b)
{
    vec3 middle = scale3(0.5, add3(x->m->body[a].r, x->m->body[b].r));
    spot sa = random_spot(&x->g, middle, 0.3), sb = random_spot(&x->g, middle, 0.3);
    add_spring(x->m, TAC_DISTANCE, a, sa, b, sb, 1e4, 50.0);
    x->m->spring[x->m->d.n_spring - 1].implicit = chance(&x->g, 0.8);
    tac_frame fa = frame_at(x->m, a, sa), fb = frame_at(x->m, b, sa);
    if (chance(&x->g, 0.4)) {
        x->m->bushing[x->m->d.n_bushing++] =
            (tac_bushing_desc){.a = fa,
                               .b = fb,
                               .k = {1e4, 2e4, 3e4, 1e2, 2e2, 3e2},
                               .c = {50.0, 50.0, 50.0, 1.0, 1.0, 1.0},
                               .implicit = 1};
    }
    if (chance(&x->g, 0.4)) {
        x->m->friction[x->m->d.n_friction++] = (tac_friction_desc){
            .coordinate = TAC_ANGLE, .a = fa, .b = fb, .coulomb = 2.0, .viscous = 0.1, .v0 = 0.01};
    }
    if (chance(&x->g, 0.4)) {
        x->m->contact[x->m->d.n_contact++] =
            (tac_contact_desc){fa, fb, 0.05, 1e4, 0.1, TAC_NONE, 0};
    }
}

void hang_group(grouped *x, int carrier, int parent, int depth, double mass)
{
    static const tac_joint_kind kinds[] = {TAC_SPHERICAL, TAC_REVOLUTE,  TAC_UNIVERSAL,
                                           TAC_ROD,       TAC_PRISMATIC, TAC_CYLINDRICAL};
    int group = x->m->d.n_group++, n = 2 + uniform_int(&x->g, 2), body[4];
    x->group[group].parent = parent;
    vec3 near = add3(x->m->body[carrier].r, random_vec3(&x->g, 0.5));
    for (int i = 0; i < n; i++) {
        body[i] = body_in(x, group, mass * uniform(&x->g, 0.5, 2.0), near);
        if (i > 0) {
            tie(x, TAC_SPHERICAL, body[i - 1], body[i]);
        }
    }
    if (chance(&x->g, 0.5)) {
        tie(x, TAC_REVOLUTE, body[0], carrier);
    } else {
        tie(x, TAC_REVOLUTE, carrier, body[0]);
    }
    tie(x, kinds[uniform_int(&x->g, 6)], carrier, body[n - 1]);
    tie(x, TAC_ROD, carrier, body[uniform_int(&x->g, n)]);
    if (chance(&x->g, 0.3)) {
        tie(x, TAC_REVOLUTE, carrier, body[0]); // dependent rows
    }
    law_between(x, carrier, body[n - 1]);
    if (depth > 0) {
        hang_group(x, body[uniform_int(&x->g, n)], group, depth - 1, 0.3 * mass);
    }
}

void random_groups(grouped *x)
{
    int n = 1 + uniform_int(&x->g, 3), carrier[3];
    for (int i = 0; i < n; i++) {
        carrier[i] = body_in(x, TAC_NONE, 5.0, random_vec3(&x->g, 1.0));
        if (i > 0 && chance(&x->g, 0.7)) {
            tie(x, TAC_UNIVERSAL, carrier[i - 1], carrier[i]);
        }
        int groups = 1 + uniform_int(&x->g, 3);
        for (int k = 0; k < groups; k++) {
            hang_group(x, carrier[i], TAC_NONE, uniform_int(&x->g, 3), 1.0);
        }
    }
    if (chance(&x->g, 0.6)) {
        tie(x, TAC_SPHERICAL, TAC_GROUND, carrier[0]);
    }
    if (n > 1 && chance(&x->g, 0.5)) { // a part that meets two bodies
        int last = x->m->d.n_body - 1;
        tie(x, TAC_ROD, carrier[0] == last ? carrier[1] : carrier[0], last);
    }
}

void turn_all(grouped *x)
{
    const vec3 spin = {0.3, 0.2, 0.5};
    for (int i = 0; i < x->m->d.n_body; i++) {
        x->m->body[i].v = cross3(spin, x->m->body[i].r);
        x->m->body[i].w = tmul3(rotation(x->m->body[i].p), spin);
    }
}

// ---- steps -------------------------------------------------------------------------------------

// A step whose items run one by one, the last first, as those of many workers might.
static tac_code step_apart(prepared *r)
{
    const tac_phase *phase;
    r->method->begin(r->w, &r->s, NULL, 0);
    int n = r->method->phases(r->w, &phase);
    for (int k = 0; k < n; k++) {
        for (int i = phase[k].n - 1; i >= 0; i--) {
            run_items(&phase[k], phase[k].first + i, phase[k].first + i + 1);
        }
    }
    return r->method->end(r->w, &r->s).code;
}

outcome *run(const grouped *x, tac_options o, int carriers, way how, int steps)
{
    outcome *out = calloc(1, sizeof *out);
    prepared r;
    x->m->d.carriers = carriers;
    prepared_open_as(&r, x->method ? x->method : &tac_index3, &x->m->d, &o);
    out->code = r.method->start(r.w, &r.s, NULL, &r.started).code;
    int *redundant = calloc((size_t)r.m->n_element, sizeof *redundant);
    out->rank = tac_count_rank(r.w, &r.s, redundant);
    for (int i = 0; i < r.m->n_joint; i++) {
        out->redundant[i] = redundant[i];
    }
    for (int i = 0; i < steps && out->code == TAC_OK; i++) {
        out->code = how == APART ? step_apart(&r) : tac_step(r.method, r.w, &r.s, NULL).code;
    }
    r.method->report(r.w, &out->report);
    out->n_body = r.m->n_body;
    out->n_carrier = r.m->n_carrier;
    out->size = r.s.size;
    out->state = aligned_block(r.s.size);
    memcpy(out->state, r.s.data, r.s.size);
    out->s = r.s;
    out->s.body = (tac_body_state *)(void *)(out->state + ((unsigned char *)r.s.body -
                                                           (unsigned char *)r.s.data));
    free(redundant);
    prepared_close(&r);
    return out;
}

void drop(outcome *o)
{
    free(o->state);
    free(o);
}

double apart(const outcome *a, const outcome *b, double *shift)
{
    double most = 1e-3, worst = 0.0;
    *shift = 0.0;
    for (int i = 0; i < a->n_body; i++) {
        const tac_body_state *p = &a->s.body[i], *q = &b->s.body[i];
        most = fmax(most, fmax(norm3(q->a), norm3(q->wd)));
        worst = fmax(worst, fmax(norm3(sub3(p->a, q->a)), norm3(sub3(p->wd, q->wd))));
        *shift = fmax(*shift, norm3(sub3(p->r, q->r)));
    }
    return worst / most;
}

bool same_in_lanes(const grouped *x, tac_options o, const outcome *one, int steps)
{
    bool same = true;
    for (int lanes = 1; lanes <= tac_widest_lanes(); lanes = lanes == 1 ? 4 : 2 * lanes) {
        o.lanes = lanes;
        outcome *wide = run(x, o, 1, lanes == 4 ? TOGETHER : APART, steps);
        same &= wide->code == one->code && wide->size == one->size &&
                memcmp(wide->state, one->state, one->size) == 0;
        drop(wide);
    }
    return same;
}
