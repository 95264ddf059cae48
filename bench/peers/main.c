// How does Tactus compare with MuJoCo and Simbody, in time and in accuracy?
//   bench-peers [--quick] [--case NAME] [--core N] [--csv FILE] [--json FILE] [--page FOLDER]
//   bench-peers --agree
//
// At the end it judges what is promised beside peers (judge.h); exit code 1 when that is not kept.
// Runs in the root of the sources, where models and references are, pinned to one core.
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "args/args.h"
#include "judge.h"
#include "output.h"
#include "system/exit.h"

typedef struct settings {
    bool quick, agree;
    const char *only, *csv, *json, *page;
    int core; // -1: the last one allowed
} settings;

static const tac_option options[] = {
    {"quick", NULL, "three mechanisms, two steps each", TAC_ARG_FLAG(settings, quick)},
    {"case", "NAME", "mechanisms whose name starts with this only", TAC_ARG_TEXT(settings, only)},
    {"core", "N", "run there (default: the last one allowed)",
     TAC_ARG_WHOLE(settings, core, 0, CPU_SETSIZE - 1)},
    {"csv", "FILE", "write everything", TAC_ARG_TEXT(settings, csv)},
    {"json", "FILE", "write everything with the environment", TAC_ARG_TEXT(settings, json)},
    {"page", "FOLDER", "write peers.md, its table and its plots there",
     TAC_ARG_TEXT(settings, page)},
    {"agree", NULL, "only check that all agree with the references", TAC_ARG_FLAG(settings, agree)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .surplus = "'%s' is no option",
};

static const double steps[] = {100e-3, 50e-3, 20e-3, 10e-3, 5e-3, 2e-3, 1e-3, 0.5e-3};
static const double accuracies[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
static const double few_steps[] = {100e-3, 10e-3, 1e-3};
static const double few_accuracies[] = {1e-3, 1e-6};

#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

// Returns the core, -1 with a line on stderr when it cannot be had.
static int choose_core(int core)
{
    cpu_set_t set;
    if (core < 0 && sched_getaffinity(0, sizeof set, &set) == 0) {
        for (core = CPU_SETSIZE - 1; core > 0 && !CPU_ISSET((size_t)core, &set); core--) {
        }
    }
    CPU_ZERO(&set);
    CPU_SET((size_t)core, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) {
        fprintf(stderr, "bench-peers: core %d is not there\n", core);
        return -1;
    }
    return core;
}

static int wanted(const settings *set, const mechanism_case *c)
{
    return (!set->quick || c->quick) &&
           (!set->only || strncmp(c->name, set->only, strlen(set->only)) == 0);
}

// Large mechanisms leave out the smallest steps.
static plan plan_for(const settings *set, const mechanism_case *c)
{
    int large = c->bodies > 128;
    return set->quick ? (plan){few_steps, few_accuracies, COUNT(few_steps), COUNT(few_accuracies),
                               .longest = 1.0}
                      : (plan){steps, accuracies, COUNT(steps) - large,
                               COUNT(accuracies) - 3 * large, .longest = 4.0};
}

static int compare(const settings *set, result *r)
{
    int core = choose_core(set->core), n = 0, good = 1;
    if (core < 0) {
        return TAC_EXIT_INPUT;
    }
    for (int i = 0; i < n_mechanism_cases; i++) {
        if (wanted(set, &mechanism_cases[i])) {
            plan p = plan_for(set, &mechanism_cases[i]);
            measure(&r[n], &mechanism_cases[i], &p);
            output_print(&r[n]);
            good = good && r[n++].good;
        }
    }
    if (n == 0) {
        fprintf(stderr, "bench-peers: no mechanism starts with '%s'\n", set->only);
        return TAC_EXIT_INPUT;
    }
    int written = (!set->csv || output_csv(r, n, set->csv)) &&
                  (!set->json || output_json(r, n, set->json, core)) &&
                  (!set->page || output_page(r, n, set->page, core));
    int missed = judge(r, n, stdout);
    for (int i = 0; i < n; i++) {
        measure_free(&r[i]);
    }
    return !written ? TAC_EXIT_OUTPUT
           : !good  ? TAC_EXIT_INPUT
           : missed ? TAC_EXIT_DIFFERENT
                    : TAC_EXIT_OK;
}

int main(int argc, char **argv)
{
    settings set = {.core = -1};
    tac_args a = {.command = "bench-peers", .argc = argc, .argv = argv, .at = 1};
    if (!tac_args_read(&a, &syntax, &set)) {
        fprintf(stderr, "%s\n", a.error);
        return TAC_EXIT_INPUT;
    }
    if (set.agree) {
        return agree() ? TAC_EXIT_OK : TAC_EXIT_DIFFERENT;
    }
    result *r = calloc((size_t)n_mechanism_cases, sizeof *r);
    int code = r ? compare(&set, r) : TAC_EXIT_MEMORY;
    free(r);
    return code;
}
