#include "tyres.h"

#include "element_types.h"
#include "printable.h"

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

static void print_file(FILE *out, const char *name, const double *c)
{
    static const range ranges[] = {
        {"FZMIN", "FZMAX", "load", " N", 1.0},
        {"KPUMIN", "KPUMAX", "slip", "", 1.0},
        {"ALPMIN", "ALPMAX", "slip angle", " deg", 0.017453292519943295},
        {"CAMMIN", "CAMMAX", "inclination", " deg", 0.017453292519943295},
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
    fprintf(out, "%s\n",
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
            first = false;
        }
    }
}
