// test: rt.plain_bits plain lock=cores
// test: rt.bits full lock=cores timeout=3000 -- 10000
// The executive with real threads and the real clock gives the bits of plain steps, for any number
// of workers: the state after N steps against `tactus sim`'s own path.
//   plain_bits                      a few models, 300 steps
//   plain_bits STEPS [MODEL ...]    these models, by default all of config/models
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { MOST_WORKERS = 3 };

static int run_once(const char *path, int workers, int64_t steps, const void *bits, size_t size)
{
    harness h;
    tac_run_threads *threads = calloc(1, sizeof *threads);
    if (!threads || !harness_read(&h, path)) {
        return 0;
    }
    harness_hurry(h.rig);
    h.rig->workers = workers;
    h.rig->policy.start_cycles = 20;
    int ok = harness_open(&h, &tac_real_clock, 0);
    if (ok) {
        h.e.cycles_left = steps;
        ok = harness_start(&h, threads) && harness_finish(threads, 3600000);
        ok = ok && h.sim.state.size == size && memcmp(h.sim.state.data, bits, size) == 0;
        ok = harness_counters_add_up(&h) && ok;
        printf("%s: %lld steps with %d worker%s: %s\n", path, (long long)*h.sim.state.step, workers,
               workers > 1 ? "s" : "", ok ? "same bits" : "DIFFERENT");
        fflush(stdout);
    }
    harness_close(&h);
    free(threads);
    return ok;
}

static int check_model(const char *path, int64_t steps)
{
    harness h;
    size_t size = 0;
    if (!harness_read(&h, path)) {
        harness_close(&h);
        return 0;
    }
    void *bits = plain_state(path, &h.rig->solver, steps, &size);
    harness_close(&h);
    int ok = bits != NULL;
    for (int workers = 1; workers <= MOST_WORKERS && bits; workers++) {
        ok = run_once(path, workers, steps, bits, size) && ok;
    }
    free(bits);
    return ok;
}

int main(int argc, char **argv)
{
    const char *const few[] = {"config/models/m2_four_bar.yaml", "config/models/m3_chain_128.yaml",
                               "config/models/vehicle.yaml", "config/models/p3_hexapod.yaml",
                               "config/models/flexible_arm.yaml"};
    int64_t steps = argc > 1 ? strtoll(argv[1], NULL, 10) : 300;
    int ok = 1;
    if (argc == 1) {
        for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
            ok = check_model(few[i], steps) && ok;
        }
    } else if (argc == 2) {
        glob_t all = {0};
        ok = glob("config/models/*.yaml", 0, NULL, &all) == 0;
        for (size_t i = 0; i < all.gl_pathc; i++) {
            ok = check_model(all.gl_pathv[i], steps) && ok;
        }
        globfree(&all);
    }
    for (int i = 2; i < argc; i++) {
        ok = check_model(argv[i], steps) && ok;
    }
    return !ok;
}
