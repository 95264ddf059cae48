#include "flexible_check.h"

#include "flexible.h"

static bool all_finite(const double *x, size_t n)
{
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        ok = ok && isfinite(x[i]);
    }
    return ok;
}

static bool modes_ok(const tac_flex_desc *f)
{
    bool ok =
        f->n_mode >= 0 && f->n_mode <= TAC_MOST_MODES && f->n_interface >= 0 && f->n_shown >= 0;
    if (!ok) {
        return false;
    }
    size_t n = (size_t)f->n_mode;
    for (size_t i = 0; i < n; i++) {
        ok = ok && f->omega[i] > 0.0 && isfinite(f->omega[i]) && f->zeta[i] >= 0.0 &&
             isfinite(f->zeta[i]);
    }
    ok = ok && all_finite(f->Ct, 3 * n) && all_finite(f->I, 9 * n) && all_finite(f->S, 6 * n * n) &&
         all_finite(f->shown, (size_t)f->n_shown * n);
    for (int i = 0; ok && i < f->n_interface; i++) {
        const tac_interface_desc *p = &f->interface[i];
        ok = isfinite(p->s.x) && isfinite(p->s.y) && isfinite(p->s.z) &&
             all_finite(p->phi, 3 * n) && all_finite(p->psi, 3 * n);
    }
    return ok;
}

static bool on_interface(const tac_desc *d, const tac_frame *f)
{
    if (f->body < 0 || f->body >= d->n_body || d->body[f->body].flex == 0) {
        return true;
    }
    return f->interface >= 0 && f->interface < d->flex[d->body[f->body].flex - 1].n_interface;
}

static bool internal_ok(const tac_desc *d, const tac_sensor_desc *s)
{
    const tac_flex_desc *f = tac_flex_desc_of(d, s->a.body);
    const tac_flex_part_desc *k = s->internal.beyond;
    if (s->kind != TAC_INTERNAL) {
        return true;
    }
    if (!f || s->internal.n < 1 || s->internal.n > f->n_interface - s->a.interface) {
        return false;
    }
    size_t n = (size_t)f->n_mode;
    return !k ||
           (isfinite(k->mass) && all_finite(&k->first.x, 3) && all_finite(k->J, 6) &&
            all_finite(k->Ct, 3 * n) && all_finite(k->I, 9 * n) && all_finite(k->S, 6 * n * n));
}

static tac_status check_pair(const tac_desc *d, const tac_frame *a, const tac_frame *b,
                             tac_subject subject, int i, tac_status before)
{
    if (before.code != TAC_OK || (on_interface(d, a) && on_interface(d, b))) {
        return before;
    }
    return tac_fail(TAC_BAD_INDEX, subject, i, on_interface(d, a) ? b->interface : a->interface);
}

static tac_status check_frames(const tac_desc *d)
{
    tac_status s = {TAC_OK, TAC_NOTHING, 0, 0.0};
    for (int i = 0; i < d->n_joint; i++) {
        s = check_pair(d, &d->joint[i].a, &d->joint[i].b, TAC_JOINT, i, s);
    }
    for (int i = 0; i < d->n_spring; i++) {
        s = check_pair(d, &d->spring[i].a, &d->spring[i].b, TAC_SPRING, i, s);
    }
    for (int i = 0; i < d->n_bushing; i++) {
        s = check_pair(d, &d->bushing[i].a, &d->bushing[i].b, TAC_BUSHING, i, s);
    }
    for (int i = 0; i < d->n_friction; i++) {
        s = check_pair(d, &d->friction[i].a, &d->friction[i].b, TAC_FRICTION, i, s);
    }
    for (int i = 0; i < d->n_contact; i++) {
        s = check_pair(d, &d->contact[i].a, &d->contact[i].b, TAC_CONTACT, i, s);
    }
    for (int i = 0; i < d->n_law; i++) {
        s = check_pair(d, &d->law[i].a, &d->law[i].b, TAC_LAW, i, s);
    }
    for (int i = 0; i < d->n_coupler; i++) {
        for (int k = d->coupler[i].first_term; k < d->coupler[i].first_term + d->coupler[i].n_term;
             k++) {
            s = check_pair(d, &d->term[k].a, &d->term[k].b, TAC_COUPLER, i, s);
        }
    }
    for (int i = 0; i < d->n_load; i++) {
        s = check_pair(d, &d->load[i].at, &d->load[i].at, TAC_LOAD, i, s);
    }
    for (int i = 0; i < d->n_sensor; i++) {
        const tac_sensor_desc *sensor = &d->sensor[i];
        s = check_pair(d, &sensor->a, &sensor->b, TAC_SENSOR, i, s);
        bool ok =
            sensor->kind != TAC_MODES || (sensor->element >= 0 && sensor->element < d->n_body &&
                                          d->body[sensor->element].flex > 0);
        s = ok || s.code != TAC_OK ? s : tac_fail(TAC_BAD_INDEX, TAC_SENSOR, i, sensor->element);
        s = s.code == TAC_OK && !internal_ok(d, sensor)
                ? tac_fail(TAC_BAD_INDEX, TAC_SENSOR, i, sensor->internal.n)
                : s;
    }
    return s;
}

tac_status tac_check_flexible(const tac_desc *d)
{
    for (int i = 0; i < d->n_body; i++) {
        const tac_body_desc *b = &d->body[i];
        if (b->flex < 0 || b->flex > d->n_flex) {
            return tac_fail(TAC_BAD_INDEX, TAC_BODY, i, b->flex);
        }
        const tac_flex_desc *f = b->flex > 0 ? &d->flex[b->flex - 1] : NULL;
        bool ok = !f || (modes_ok(f) && (!b->q || all_finite(b->q, (size_t)f->n_mode)) &&
                         (!b->qd || all_finite(b->qd, (size_t)f->n_mode)));
        if (!ok) {
            return tac_fail(TAC_BAD_VALUE, TAC_BODY, i, f->n_mode);
        }
    }
    return check_frames(d);
}
