// Several instances stepped at once: neighbours of one model that are at the same step share vectors.
#include "many.h"

#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "caller.h"
#include "instance.h"
#include "side_by_side.h"

// A place for as many instances as share vectors, with the parameters that it has.
typedef struct tac_place {
    struct tac_place *next;
    tac_side_by_side *together;
    int n;
    double parameter[]; // (n, parameters of the model)
} tac_place;

void tac_places_close(tactus_model *m)
{
    while (m->places.free) {
        tac_place *p = m->places.free;
        m->places.free = p->next;
        tac_side_by_side_close(p->together);
        free(p);
    }
    (void)pthread_mutex_destroy(&m->places.lock);
}

static tac_place *open_place(const tactus_model *m, int n)
{
    const tac_simulation *of[TAC_MOST_BESIDE];
    int parameters = m->values.n[TACTUS_PARAMETER];
    tac_place *p = malloc(sizeof *p + (size_t)(n * parameters) * sizeof *p->parameter);
    if (!p) {
        return NULL;
    }
    for (int i = 0; i < n; i++) {
        of[i] = &m->base;
        for (int k = 0; k < parameters; k++) {
            p->parameter[i * parameters + k] = m->values.about[TACTUS_PARAMETER][k].value;
        }
    }
    p->n = n;
    p->together = tac_side_by_side_open(of, n);
    if (!p->together) {
        free(p);
        return NULL;
    }
    return p;
}

// One that nobody uses, or a new one; NULL: there is no memory.
static tac_place *take_place(tactus_model *m, int n)
{
    (void)pthread_mutex_lock(&m->places.lock);
    tac_place *p = m->places.free;
    m->places.free = p ? p->next : NULL;
    (void)pthread_mutex_unlock(&m->places.lock);
    return p ? p : open_place(m, n);
}

static void leave_place(tactus_model *m, tac_place *p)
{
    (void)pthread_mutex_lock(&m->places.lock);
    p->next = m->places.free;
    m->places.free = p;
    (void)pthread_mutex_unlock(&m->places.lock);
}

// Gives the place the parameters of an instance.
static void take_parameters(tac_place *p, int which, const tactus *t)
{
    const tac_values *v = &t->model->values;
    int n = v->n[TACTUS_PARAMETER];
    double *now = p->parameter + which * n;
    for (int k = 0; k < n; k++) {
        double x = t->value[TACTUS_PARAMETER][k];
        if (now[k] != x) {
            tac_side_by_side_tune(p->together, which, tac_values_parameter(v, k), x);
            now[k] = x;
        }
    }
}

// ---- steps ---------------------------------------------------------------------------------------

// Who is in a place, and how it went.
typedef struct together {
    tactus *const *t; // (n)
    int n;
    int code[TAC_MOST_BESIDE];
    tac_simulation *s[TAC_MOST_BESIDE]; // NULL: nobody, or it has failed
} together;

static int step_once(tac_place *p, together *g, bool begins)
{
    tac_status status[TAC_MOST_BESIDE];
    int going = 0;
    tac_side_by_side_step(p->together, g->s, begins, status);
    for (int i = 0; i < g->n; i++) {
        if (g->s[i] && status[i].code != TAC_OK) {
            g->code[i] = tac_instance_say(g->t[i], TACTUS_FAILED, g->s[i]->diag.text);
            g->s[i] = NULL;
        } else if (g->s[i]) {
            (void)tac_doubts_add(&g->t[i]->doubts, g->s[i]);
            going++;
        }
    }
    return going;
}

static void step_together(tac_place *p, together *g, int64_t n)
{
    tac_text_mode was = tac_enter_library();
    int going = g->n;
    for (int i = 0; i < p->n; i++) {
        g->s[i] = i < g->n ? &g->t[i]->sim : NULL;
    }
    for (int i = 0; i < g->n; i++) {
        g->t[i]->text[0] = '\0';
        g->code[i] = TACTUS_OK;
        take_parameters(p, i, g->t[i]);
    }
    for (int64_t k = 0; k < n && going > 0; k++) {
        going = step_once(p, g, k == 0);
    }
    for (int i = 0; i < g->n; i++) {
        tac_instance_sense(g->t[i]);
    }
    tac_leave_library(was);
}

// How many of the first instances can share vectors: at most so many.
static int count_alike(tactus *const *t, int count, int most)
{
    int n = 0;
    while (n < count && n < most && t[n]->started && t[n]->model == t[0]->model &&
           *t[n]->sim.state.step == *t[0]->sim.state.step) {
        n++;
    }
    return n;
}

// Steps the first instances, one or several; returns how many these are.
static int step_some(tactus *const *t, int count, int64_t n, int *code)
{
    tactus_model *m = (tactus_model *)t[0]->model; // whose places alone change, under their lock
    int width = tac_side_by_side_count(&m->base), alike = count_alike(t, count, width);
    tac_place *p = width > 1 && 2 * alike > width && n > 0 ? take_place(m, width) : NULL;
    if (!p) { // it is one, or there is no memory
        code[0] = tactus_step(t[0], n);
        return 1;
    }
    together g = {.t = t, .n = alike};
    step_together(p, &g, n);
    leave_place(m, p);
    memcpy(code, g.code, (size_t)alike * sizeof *code);
    return alike;
}

int tactus_step_many(tactus *const *instance, int count, int64_t n, int *code)
{
    int first = TACTUS_OK, done = 0;
    while (done < count) {
        int got[TAC_MOST_BESIDE], some = step_some(instance + done, count - done, n, got);
        for (int i = 0; i < some; i++) {
            first = first == TACTUS_OK ? got[i] : first;
            if (code) {
                code[done + i] = got[i];
            }
        }
        done += some;
    }
    return first;
}
