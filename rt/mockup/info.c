#include "info.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mockup_read.h"
#include "opened.h"
#include "printable.h"
#include "system/exit.h"

static void print_head(const tac_opened *o)
{
    const tac_mockup *m = &o->mockup;
    char list[256];
    printf("%-13s %s\n", "model", TAC_SHOWN(m->name ? m->name : ""));
    printf("%-13s %s%s%s%s\n", "FMI", m->fmi, m->identifier ? ", co-simulation" : "",
           m->has_exchange ? ", model exchange" : "",
           m->has_scheduled ? ", scheduled execution" : "");
    printf("%-13s %s\n", m->version == 2 ? "guid" : "token", TAC_SHOWN(m->token ? m->token : ""));
    if (m->tool) {
        printf("%-13s %s\n", "made by", TAC_SHOWN(m->tool));
    }
    tac_binary_platforms(o->archive, list, sizeof list);
    printf("%-13s %s\n", "binaries", TAC_SHOWN(list));
    if (m->identifier) {
        printf("%-13s %s%s%s", "step", m->varies_step ? "any" : "of one length",
               m->has_events ? ", with events" : "", m->returns_early ? ", may end early" : "");
        if (m->own_step > 0.0) {
            printf(", inside %g s", m->own_step);
        }
        printf("\n");
    }
    if (!isnan(m->start) || !isnan(m->stop) || !isnan(m->step)) {
        printf("%-13s", "experiment");
        const struct {
            const char *word;
            double value;
        } of[] = {{"from", m->start}, {"to", m->stop}, {"in steps of", m->step}};
        for (int i = 0; i < 3; i++) {
            if (!isnan(of[i].value)) {
                printf(" %s %g s", of[i].word, of[i].value);
            }
        }
        printf("\n");
    }
}

static void print_variable(const tac_mockup *m, const tac_mockup_variable *v)
{
    char size[64] = "", type[96];
    size_t n = 0;
    for (int i = 0; i < v->n_dimension; i++) {
        n += (size_t)snprintf(size + n, sizeof size - n, "%s%llu", i > 0 ? "x" : "[",
                              (unsigned long long)v->dimension[i].n);
        n = n < sizeof size ? n : sizeof size - 1;
    }
    (void)snprintf(type, sizeof type, "%s%s%s", tac_type_word(v->type, m->version), size,
                   v->n_dimension > 0 ? "]" : "");
    printf("  %-24s %-12s", TAC_SHOWN(v->name), type);
    printf(" %-10s", tac_variability_words[v->variability]);
    printf(" %-8s", v->unit ? TAC_SHOWN(v->unit) : "-");
    if (v->start) {
        printf(" = %.60s", TAC_SHOWN(v->start));
    }
    printf("\n");
}

static void print_variables(const tac_mockup *m)
{
    static const struct {
        tac_causality causality;
        const char *title;
    } of[] = {{TAC_FMI_INPUT, "inputs"},
              {TAC_FMI_OUTPUT, "outputs"},
              {TAC_FMI_PARAMETER, "parameters"},
              {TAC_FMI_STRUCTURAL_PARAMETER, "structural parameters"}};
    int others = m->n_variable;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        int n = 0;
        for (int i = 0; i < m->n_variable; i++) {
            n += m->variable[i].causality == of[k].causality;
        }
        others -= n;
        if (n > 0) {
            printf("%s, %d\n", of[k].title, n);
        }
        for (int i = 0; i < m->n_variable && n > 0; i++) {
            if (m->variable[i].causality == of[k].causality) {
                print_variable(m, &m->variable[i]);
            }
        }
    }
    printf("%-13s %d\n", "others", others);
}

// What a run leaves out.
static void note_types(tac_opened *o)
{
    for (int i = 0; i < o->mockup.n_variable; i++) {
        const tac_mockup_variable *v = &o->mockup.variable[i];
        bool goes = v->causality == TAC_FMI_INPUT || v->causality == TAC_FMI_OUTPUT;
        if (goes && v->is_clocked) {
            tac_find_note(&o->found, v->line, "'%.80s' belongs to a clock, and is left alone",
                          v->name);
        } else if (goes &&
                   (v->type == TAC_BINARY || v->type == TAC_CLOCK || v->type == TAC_STRING)) {
            tac_find_note(&o->found, v->line, "'%.80s' is %s, which no signal can be", v->name,
                          tac_type_word(v->type, o->mockup.version));
        }
    }
}

static void print_findings(const tac_opened *o)
{
    char text[2048];
    for (int i = 0; i < o->found.n; i++) {
        const tac_finding *f = &o->found.item[i];
        tac_opened_say(o, f, text, sizeof text);
        bool is_note = f->weight == TAC_NOTE;
        fprintf(is_note ? stdout : stderr, "%s%s\n", is_note ? "note: " : "", TAC_SHOWN(text));
    }
    const int *count = o->found.count;
    int left_out = count[TAC_NOTE] + count[TAC_FAULT] + count[TAC_ERROR] - o->found.n;
    if (left_out > 0) {
        fprintf(stderr, "%s: %d further lines are left out\n", TAC_SHOWN(o->path), left_out);
    }
}

int tac_mockup_info(const char *path)
{
    static tac_opened o;
    tac_diag diag = {.text = ""}, why = {.text = ""};
    if (!tac_opened_read(&o, path, &diag)) {
        fprintf(stderr, "%s\n", TAC_SHOWN(diag.text));
        return (int)tac_exit_of(&diag, TAC_EXIT_INPUT);
    }
    print_head(&o);
    print_variables(&o.mockup);
    note_types(&o);
    fflush(stdout);
    print_findings(&o);
    int faults = o.found.count[TAC_FAULT] + o.found.count[TAC_ERROR];
    if (faults > 0) {
        fprintf(stderr, "%s: invalid: %d fault%s%s\n", TAC_SHOWN(path), faults,
                faults == 1 ? "" : "s",
                o.found.count[TAC_ERROR] == 0 ? ", with which it can be run" : "");
        return TAC_EXIT_INPUT;
    }
    if (!tac_opened_can_run(&o, &why)) {
        fprintf(stderr, "%s\n", TAC_SHOWN(why.text));
        return TAC_EXIT_INPUT;
    }
    printf("valid\n");
    return TAC_EXIT_OK;
}
