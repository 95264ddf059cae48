#include "carriers.h"

#include <stdlib.h>

#include "arena.h"
#include "methods.h"
#include "printable.h"
#include "takers.h"

static void print_line(FILE *out, const tac_simulation *s, const tac_tree *t, int carrier,
                       const char *label, const char *end)
{
    int rows = 0, body = t->carrier[carrier];
    for (int i = 0; i < t->n_element; i++) {
        int side = t->hangs[i];
        rows += side != TAC_NONE && t->body[2 * i + side] == body ? t->rows[i] : 0;
    }
    fprintf(out, "%-13s '%s' %s %d rows%s\n", label, TAC_SHOWN(s->file->body_name[body]),
            *end ? "would carry" : "carries", rows, end);
}

// Which bodies have rows though more than six meet them, since these are too light to carry.
static void print_light(FILE *out, const tac_tree *t)
{
    if (t->light_rows) {
        fprintf(out, "%-13s a body that carries much more than it weighs keeps rows\n",
                t->n_carrier > 0 ? "" : "carriers");
    }
}

static void print_all(FILE *out, const tac_simulation *s, const tac_tree *t, const char *end)
{
    for (int k = 0; k < t->n_carrier; k++) {
        print_line(out, s, t, k, k == 0 ? "carriers" : "", end);
    }
}

// Why there are none, though there might be.
static const char *reason(const tac_simulation *s, char *text, size_t size)
{
    char takers[256];
    snprintf(text, size, "; %s alone have carriers",
             tac_takers(takers, sizeof takers, TAC_KEY_CARRIERS));
    return !tac_method_takes(s->method, TAC_KEY_CARRIERS) ? text
           : s->options.carriers == TAC_CARRIERS_OFF      ? "; carriers are off"
                                                          : "; as rows they take fewer operations";
}

void tac_print_carriers(FILE *out, const tac_simulation *s)
{
    tac_desc d = s->file->desc;
    if (s->tree->n_carrier > 0 || d.n_group == 0) {
        print_all(out, s, s->tree, "");
        print_light(out, s->tree);
        return;
    }
    if (d.n_flex > 0) {
        fprintf(out, "%-13s none: there are flexible bodies\n", "carriers");
        return;
    }
    d.carriers = 1;
    size_t size = tac_tree_size(&d);
    void *block = aligned_alloc(TAC_ALIGN, (size + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN);
    tac_tree *t = NULL;
    if (block && tac_tree_init(&t, &d, block, size).code == TAC_OK) {
        char why[320];
        print_all(out, s, t, reason(s, why, sizeof why));
        print_light(out, t);
    }
    free(block);
}
