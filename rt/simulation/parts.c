#include "parts.h"

#include <inttypes.h>

#include "known_parts.h"
#include "printable.h"

static void print_work(FILE *out, const tac_part_table *t)
{
    const tac_part_cost *cost = tac_part_cost_of(t, 1);
    if (cost) {
        fprintf(out, "; bodies of its own, %.4g operations per factorization", cost->operations);
    } else if (t->bodies) {
        fputs("; bodies of its own, work not known: compile it again to have it counted", out);
    }
    fputc('\n', out);
}

void tac_print_parts(FILE *out, const tac_simulation *s)
{
    const tac_model_part *part = tac_model_file_parts(s->file);
    for (int k = 0; k < s->file->desc.n_part; k++) {
        const tac_part_table *t = part[k].known.table;
        fprintf(out,
                "%-13s '%s' is %s, \"%s\", %016" PRIx64 "%016" PRIx64
                ": parameters %u, inputs %u, outputs %u, numbers of state %u",
                k == 0 ? "parts" : "",
                TAC_SHOWN(s->file->bushing_name[s->file->desc.part[k].bushing]),
                TAC_SHOWN(part[k].path), TAC_SHOWN(t->title), part[k].known.hash[0],
                part[k].known.hash[1], t->n_parameter, t->n_input, t->n_output, t->n_state);
        print_work(out, t);
    }
}
