#include "forces.h"

#include <stdlib.h>
#include <string.h>

enum { POSE = 7 };

static int count_of(const tac_desc *d, tac_element_class what)
{
    const int n[] = {[TAC_JOINTS] = d->n_joint,     [TAC_SPRINGS] = d->n_spring,
                     [TAC_BUSHINGS] = d->n_bushing, [TAC_FRICTIONS] = d->n_friction,
                     [TAC_CONTACTS] = d->n_contact, [TAC_LAWS] = d->n_law};
    return n[what];
}

int tac_force_count(const tac_desc *d)
{
    int n = 0;
    for (int what = TAC_JOINTS; what <= TAC_LAWS; what++) {
        n += count_of(d, (tac_element_class)what);
    }
    return n < TAC_MOST_FORCES ? n : TAC_MOST_FORCES;
}

tac_force_place tac_force_place_of(const tac_desc *d, int i)
{
    tac_element_class what = TAC_JOINTS;
    while (i >= count_of(d, what)) {
        i -= count_of(d, what++);
    }
    tac_force_place p = {.what = what, .element = i};
    switch (what) {
    case TAC_JOINTS:
        p.at = d->joint[i].b;
        break;
    case TAC_SPRINGS:
        p.at = d->spring[i].b;
        break;
    case TAC_BUSHINGS:
        p.at = d->bushing[i].b;
        break;
    case TAC_FRICTIONS:
        p.at = d->friction[i].b;
        break;
    case TAC_CONTACTS:
        p.at = d->contact[i].b;
        p.radius = d->contact[i].radius;
        break;
    case TAC_LAWS:
        p.at = d->law[i].b;
        break;
    case TAC_TERMS: // are shown by their joints
        break;
    }
    return p;
}

// ---- computing -----------------------------------------------------------------------------------

bool tac_force_reader_open(tac_force_reader *f, const tac_desc *d, const tac_model *m)
{
    *f = (tac_force_reader){.desc = d, .model = m, .n_body = d->n_body, .n_row = tac_model_rows(m)};
    for (int i = 0; i < d->n_body; i++) {
        f->n_mode += d->body[i].flex > 0 ? 3 * d->flex[d->body[i].flex - 1].n_mode : 0;
    }
    f->n = f->n_row + f->n_mode <= TAC_MOST_MULTIPLIERS ? tac_force_count(d) : 0;
    if (f->n == 0) {
        f->n_row = f->n_mode = 0;
        return true;
    }
    f->n_left = f->n_row + f->n_mode;
    size_t n_element = (size_t)d->n_joint + (size_t)d->n_spring + (size_t)d->n_bushing +
                       (size_t)d->n_friction + (size_t)d->n_contact + (size_t)d->n_law;
    f->memory = calloc((size_t)f->n_left + n_element + 1, sizeof *f->memory);
    f->state.body = calloc((size_t)d->n_body, sizeof *f->state.body);
    f->state.lambda = f->memory;
    // angles stay 0: they say how often something has turned, of which no direction depends
    f->state.angle = f->memory ? f->memory + f->n_left : NULL;
    f->state.mode = f->memory ? f->memory + f->n_row : NULL;
    return f->memory && f->state.body;
}

void tac_force_reader_close(tac_force_reader *f)
{
    free(f->memory);
    free(f->state.body);
    *f = (tac_force_reader){0};
}

void tac_force_reader_leave(const tac_force_reader *f, const tac_state *s, double *to)
{
    memcpy(to, s->lambda, (size_t)f->n_row * sizeof *to);
    if (f->n_mode > 0) {
        memcpy(to + f->n_row, s->mode, (size_t)f->n_mode * sizeof *to);
    }
}

void tac_force_reader_compute(tac_force_reader *f, const double *pose, const double *left,
                              double *out)
{
    for (int i = 0; i < f->n_body && f->n > 0; i++, pose += POSE) {
        f->state.body[i].r = (vec3){pose[0], pose[1], pose[2]};
        f->state.body[i].p = (quat){pose[3], pose[4], pose[5], pose[6]};
    }
    if (f->n > 0) {
        memcpy(f->memory, left, (size_t)f->n_left * sizeof *left);
    }
    for (int i = 0; i < f->n; i++) {
        const tac_force_place p = tac_force_place_of(f->desc, i);
        tac_element_reaction(f->model, &f->state, p.what, p.element, out + i * TAC_FORCE_WORDS);
    }
}
