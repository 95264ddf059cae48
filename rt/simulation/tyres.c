#include "tyres.h"

#include <float.h>
#include <math.h>

#include "element_types.h"
#include "observe.h"
#include "printable.h"

#define DEGREE 0.017453292519943295
#define SLOW 0.5 // m/s, below which a slip angle says nothing

static bool is_tyre(const tac_law_desc *l)
{
    return tac_type_of_law(l)->on_road;
}

// Whether an earlier tyre has its file.
static bool is_told(const tac_desc *d, int law)
{
    bool told = false;
    for (int i = 0; i < law; i++) {
        told = told || (is_tyre(&d->law[i]) && d->law[i].table[0] == d->law[law].table[0]);
    }
    return told;
}

static double number(const double *c, const char *name)
{
    int k;
    return tac_tyre_key_called(name, &k) ? c[k] : 0.0;
}

// A section of limits, and what they are of.
typedef struct range {
    const char *least, *most, *what, *unit;
    double by;
} range;

// Limits that a file does not have are told as none.
static void print_range(FILE *out, const double *c, const range *r)
{
    int k;
    const tac_tyre_key *key = tac_tyre_key_called(r->most, &k);
    if (key && c[k] >= key->otherwise) {
        fprintf(out, ", any %s", r->what);
    } else {
        fprintf(out, ", %s %.4g to %.4g%s", r->what, number(c, r->least) / r->by,
                number(c, r->most) / r->by, r->unit);
    }
}

// ---- at the start --------------------------------------------------------------------------------

// What tyres of one file have at the start: load, slip angle, inclination.
enum { LOAD, SLIP, INCLINATION, N_SAID };

typedef struct said {
    double least[N_SAID], most[N_SAID];
} said;

static vec3 axis_of(const tac_state *s, const tac_frame *f)
{
    const vec3 z = col3(rotation(f->q), 2);
    return f->body == TAC_GROUND ? z : mul3(rotation(s->body[f->body].p), z);
}

static void look_at(const tac_simulation *s, int law, double out[N_SAID])
{
    const tac_law_desc *l = &s->file->desc.law[law];
    const tac_body_state *wheel = &s->state.body[l->b.body];
    const vec3 n = axis_of(&s->state, &l->a), a = axis_of(&s->state, &l->b);
    const vec3 ahead = {a.y * n.z - a.z * n.y, a.z * n.x - a.x * n.z, a.x * n.y - a.y * n.x};
    double wrench[6], along = dot3(wheel->v, ahead), length = norm3(ahead);
    const vec3 side = {n.y * ahead.z - n.z * ahead.y, n.z * ahead.x - n.x * ahead.z,
                       n.x * ahead.y - n.y * ahead.x};
    tac_element_reaction(s->model, &s->state, TAC_LAWS, law, wrench);
    out[LOAD] = dot3((vec3){wrench[0], wrench[1], wrench[2]}, n);
    out[SLIP] = fabs(along) < SLOW * length ? 0.0 : atan(dot3(wheel->v, side) / fabs(along));
    out[INCLINATION] = asin(fmin(fmax(dot3(a, n), -1.0), 1.0));
}

static said said_of(const tac_simulation *s, int table)
{
    const tac_desc *d = &s->file->desc;
    said all = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    for (int i = 0; i < d->n_law; i++) {
        double now[N_SAID];
        if (!is_tyre(&d->law[i]) || d->law[i].table[0] != table) {
            continue;
        }
        look_at(s, i, now);
        for (int k = 0; k < N_SAID; k++) {
            all.least[k] = fmin(all.least[k], now[k]);
            all.most[k] = fmax(all.most[k], now[k]);
        }
    }
    return all;
}

// Whether all tyres of a file start within what it says, and what they have.
static void print_start(FILE *out, const tac_simulation *s, int table)
{
    static const range ranges[] = {{"FZMIN", "FZMAX", "load", " N", 1.0},
                                   {"ALPMIN", "ALPMAX", "slip angle", " deg", DEGREE},
                                   {"CAMMIN", "CAMMAX", "inclination", " deg", DEGREE}};
    const double *c = s->file->desc.table[table].y;
    const said start = said_of(s, table);
    bool within = true;
    fprintf(out, "%-16sat the start", "");
    for (int k = 0; k < N_SAID; k++) {
        const range *r = &ranges[k];
        bool good = start.least[k] >= number(c, r->least) && start.most[k] <= number(c, r->most);
        within = within && good;
        fprintf(out, "%s %s %.4g to %.4g%s%s", k > 0 ? "," : "", r->what,
                round(1e3 * start.least[k] / r->by) / 1e3 + 0.0,
                round(1e3 * start.most[k] / r->by) / 1e3 + 0.0, r->unit,
                good ? "" : " (outside of its range)");
    }
    fprintf(out, "%s\n", within ? ": within its range" : "");
}

static void print_file(FILE *out, const char *name, const double *c)
{
    static const range ranges[] = {{"FZMIN", "FZMAX", "load", " N", 1.0},
                                   {"KPUMIN", "KPUMAX", "slip", "", 1.0},
                                   {"ALPMIN", "ALPMAX", "slip angle", " deg", DEGREE},
                                   {"CAMMIN", "CAMMAX", "inclination", " deg", DEGREE},
                                   {"PRESMIN", "PRESMAX", "inflation", " kPa", 1e3}};
    if (number(c, "OLD") > 1.5) {
        fprintf(out, "TMeasy: load up to %.4g N\n", number(c, "FZMAX"));
        return;
    }
    bool old = number(c, "OLD") > 0.5, pressed = !old && number(c, "NOMPRES") > 0.0;
    fprintf(out, "%s: Magic Formula %s", TAC_SHOWN(name), old ? "5.2" : "6.1");
    for (int i = 0; i < (pressed ? 5 : 4); i++) {
        print_range(out, c, &ranges[i]);
    }
    fprintf(out, ", measured at %.4g m/s%s\n", number(c, "LONGVL"),
            number(c, "FITTYP") == 62.0 ? "; FITTYP 62: what only 6.2 has is left out" : "");
}

void tac_print_tyres(FILE *out, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    bool first = true;
    for (int i = 0; i < d->n_law; i++) {
        int table = d->law[i].table[0];
        if (is_tyre(&d->law[i]) && !is_told(d, i)) {
            fprintf(out, "%-14s", first ? "tyres" : "");
            print_file(out, s->file->table_name[table], d->table[table].y);
            if (number(d->table[table].y, "OLD") < 1.5) {
                print_start(out, s, table);
            }
            first = false;
        }
    }
}
