#include "substeps.h"

#include "printable.h"

enum { MOST_NAMES = 3 }; // of an interface

static void print_interface(FILE *out, const tac_simulation *s, const tac_substepped *of)
{
    int n = of->desc.n_body - of->n_own;
    fputs(n == 0 ? ", on ground alone" : ", on", out);
    for (int i = 0; i < n && i < MOST_NAMES; i++) {
        int body = of->body[of->n_own + i];
        fprintf(out, "%s '%s'", i > 0 ? "," : "", TAC_SHOWN(s->file->body_name[body]));
    }
    if (n > MOST_NAMES) {
        fprintf(out, " and %d more", n - MOST_NAMES);
    }
    fputc('\n', out);
}

void tac_print_substeps(FILE *out, const tac_simulation *s)
{
    for (int k = 0; k < s->tree->n_substepped; k++) {
        const tac_substepped *of = &s->tree->substepped[k];
        fprintf(out, "%-13s '%s' makes %d in a step: %d bod%s", k == 0 ? "substeps" : "",
                TAC_SHOWN(s->file->group_name[of->group]), of->n, of->n_own,
                of->n_own == 1 ? "y" : "ies");
        print_interface(out, s, of);
    }
}
