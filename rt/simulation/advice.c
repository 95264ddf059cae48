#include "advice.h"

#include <math.h>

#include "describe.h"
#include "doubt.h"
#include "format/number.h"
#include "methods.h"
#include "model_items.h"
#include "printable.h"
#include "stiff.h"

typedef struct extreme {
    double value;
    int body;
} extreme;

static void raise(extreme *most, double value, int body)
{
    *most = value > most->value ? (extreme){value, body} : *most;
}

// Rotation of a body in a step at the start, rad.
static double turn_of(const tac_simulation *s, int body)
{
    const vec3 w = s->state.body[body].w;
    return s->options.dt * sqrt(dot3(w, w));
}

// Whether a body is free, or on one joint of what hardly turns. Couples of two joints, and of a
// joint whose other body turns, turn with a rotor: canonical loses or gains spin by them
// (docs/methods.md).
static bool turns_alone(const tac_simulation *s, int body)
{
    const tac_desc *d = &s->file->desc;
    int n = 0, other = TAC_GROUND;
    for (int i = 0; i < d->n_joint; i++) {
        int a = d->joint[i].a.body, b = d->joint[i].b.body;
        n += a == body || b == body;
        other = a == body ? b : b == body ? a : other;
    }
    return n == 0 || (n == 1 && (other == TAC_GROUND ||
                                 turn_of(s, other) <= tac_limit_value(TAC_LIMIT_SPIN)));
}

// The body that is most times lighter than one that a joint connects it with.
static extreme lightest_of(const tac_desc *d)
{
    extreme most = {0.0, 0};
    for (int i = 0; i < d->n_joint; i++) {
        int a = d->joint[i].a.body, b = d->joint[i].b.body;
        if (a != TAC_GROUND && b != TAC_GROUND && !d->body[b].shaft) {
            raise(&most, d->body[b].mass / d->body[a].mass, a);
            raise(&most, d->body[a].mass / d->body[b].mass, b);
        }
    }
    return most;
}

// What decides between methods: the trait, in words, and its number.
typedef struct ground {
    tac_trait trait;
    char text[256];
} ground;

typedef struct extremes {
    extreme lightest, fastest, held; // held: of bodies that do not turn alone
} extremes;

static ground find_ground(const tac_simulation *s, const extremes *x)
{
    const char *const *name = s->file->body_name;
    tac_stiff_laws stiff =
        tac_find_stiff_laws(s->model, &s->options, tac_limit_value(TAC_LIMIT_RESOLVED));
    const double much_turn = tac_limit_value(TAC_LIMIT_SPIN);
    ground g = {TAC_PLAIN, "as accurate here"};
    if (x->lightest.value > tac_limit_value(TAC_LIMIT_LIGHT)) {
        g.trait = TAC_LIGHT_LINKS;
        snprintf(g.text, sizeof g.text, "'%s' is %.3g times lighter than what hangs on it",
                 TAC_SHOWN(name[x->lightest.body]), x->lightest.value);
    } else if (stiff.n > 0) {
        g.trait = TAC_STIFF_LAWS;
        snprintf(g.text, sizeof g.text, "%d force elements are stiffer than the step resolves",
                 stiff.n);
    } else if (tac_model_unilateral(s->model) > 0) {
        g.trait = TAC_SIDED_LAWS;
        snprintf(g.text, sizeof g.text, "contacts and stops create no energy");
    } else if (x->held.value > much_turn || x->fastest.value > much_turn) {
        bool held = x->held.value > much_turn;
        g.trait = held ? TAC_HELD_SPIN : TAC_FREE_SPIN;
        const extreme *most = held ? &x->held : &x->fastest;
        snprintf(g.text, sizeof g.text, "'%s' turns by %.2g rad in a step",
                 TAC_SHOWN(name[most->body]), most->value);
    }
    return g;
}

// Methods that suit, why, and what is to be known of these and of those that do not.
static void print_ground(FILE *out, const ground *g)
{
    const char *before = "";
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        const tac_advice *a = &m->method->takes->advice[g->trait];
        if (a->suits) {
            fprintf(out, "%s%s%s%s", before, m->word, a->with ? " " : "", a->with ? a->with : "");
            before = " or ";
        }
    }
    fprintf(out, ": %s", g->text);
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        const tac_advice *a = &m->method->takes->advice[g->trait];
        if (a->note) {
            fprintf(out, "%s %s %s", a->suits ? ";" : ", and", m->word, a->note);
        }
    }
    fputc('\n', out);
}

// Whether a method whose laws are forces alone suits, on a line of its own.
static void print_explicit(FILE *out, const tac_simulation *s, const extremes *x,
                           const tac_named_method *m)
{
    const double much_turn = tac_limit_value(TAC_LIMIT_SPIN),
                 doubted_turn = tac_limit_value(TAC_LIMIT_TURN);
    const tac_options *o = &s->options;
    tac_status status = tac_check_explicit(s->model, o->dt);
    fprintf(out, "              method %s ", m->word);
    if (status.code == TAC_TOO_STIFF) {
        fprintf(out, "does not suit: '%s' is too stiff for %.3g s, it needs %.3g s or less\n",
                TAC_SHOWN(tac_model_item_name(s->file, status.subject, status.index)), o->dt,
                tac_number_below(status.value, 3));
    } else if (status.code != TAC_OK) {
        fprintf(out, "does not suit: '%s' begins or ends within a step\n",
                TAC_SHOWN(tac_model_item_name(s->file, status.subject, status.index)));
    } else if (x->lightest.value > tac_limit_value(TAC_LIMIT_LIGHT)) {
        fprintf(out, "does not suit: '%s' swings faster under its tension than it follows\n",
                TAC_SHOWN(s->file->body_name[x->lightest.body]));
    } else if (x->fastest.value > much_turn || x->held.value > doubted_turn) {
        const extreme *most = x->held.value > doubted_turn ? &x->held : &x->fastest;
        fprintf(out, "does not suit: '%s' turns by %.2g rad in a step\n",
                TAC_SHOWN(s->file->body_name[most->body]), most->value);
    } else if (x->held.value > much_turn) {
        fprintf(out, "suits, of order 4: no law is too stiff for %.3g s\n", o->dt);
    } else {
        fprintf(out, "suits where order 4 is wanted: no law is too stiff for %.3g s, and %s\n",
                o->dt, m->method->takes->pays);
    }
}

// Names the methods that alone follow what a model needs.
static void print_followers(FILE *out, const char *need, unsigned bit)
{
    const char *before = "";
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        if (m->method->takes->follows & bit) {
            fprintf(out, "%s%s", before, m->word);
            before = " or ";
        }
    }
    fprintf(out, ": no other %s\n", need);
}

void tac_print_advice(FILE *out, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    extremes x = {lightest_of(d), {0.0, 0}, {0.0, 0}};
    for (int i = 0; i < d->n_body; i++) {
        raise(turns_alone(s, i) ? &x.fastest : &x.held, turn_of(s, i), i);
    }
    fprintf(out, "advice        method ");
    if (d->n_flex > 0) {
        print_followers(out, "follows flexible bodies", TAC_FOLLOWS_FLEXIBLE);
    } else if (d->n_part > 0) {
        print_followers(out, "has parts", TAC_FOLLOWS_PARTS);
    } else if (s->tree->n_substepped > 0) {
        print_followers(out, "has sub-models with steps of their own", TAC_FOLLOWS_SUBSTEPS);
    } else {
        ground g = find_ground(s, &x);
        print_ground(out, &g);
        for (const tac_named_method *m = tac_methods; m->word; m++) {
            if (m->method->takes->pays) {
                print_explicit(out, s, &x, m);
            }
        }
    }
}
