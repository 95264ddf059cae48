// program: golden-record
// Records the golden runs: golden-record DIRECTORY [NAME...], in the root of the sources; all or those
// named. Together they hold every joint, force, source and policy action, both accelerations and all
// orders.
#include <stdio.h>
#include <string.h>

#include "rt/log_fixture.h"

typedef struct golden {
    const char *name;
    recipe r;
} golden;

#define ZOO "tests/golden/models/zoo.yaml"
#define MODELS "config/models/"

static const golden runs[] = {
    {"zoo", {.model = ZOO, .steps = 120, .eventful = 1}},
    {"zoo_states", {.model = ZOO, .steps = 60, .eventful = 1, .full = 1, .steps_per_block = 25}},
    {"zoo_order_4", {.model = ZOO, .steps = 40, .order = 4}},
    {"zoo_order_3_degraded", {.model = ZOO, .steps = 40, .order = 3, .eventful = 1}},
    {"zoo_projection", {.model = ZOO, .steps = 60, .acceleration = TAC_PROJECTION}},
    {"zoo_one_iteration", {.model = ZOO, .steps = 60, .iterations = 1}},
    {"zoo_policies", {.model = ZOO, .steps = 40, .policies = 1}},
    {"four_bar", {.model = MODELS "m2_four_bar.yaml", .steps = 400}},
    {"four_bar_failed", {.model = MODELS "m2_four_bar.yaml", .steps = 400, .dt = 0.9}},
    {"double_loop", {.model = MODELS "m6_double_loop_8.yaml", .steps = 100, .eventful = 1}},
    {"hexapod", {.model = MODELS "p3_hexapod.yaml", .steps = 100, .eventful = 1}},
    {"double_wishbone", {.model = MODELS "p4_double_wishbone.yaml", .steps = 60}},
    {"vehicle",
     {.model = MODELS "vehicle.yaml", .steps = 60, .eventful = 1, .carriers = TAC_CARRIERS_OFF}},
    {"vehicle_carriers", {.model = MODELS "vehicle.yaml", .steps = 60, .eventful = 1}},
    {"cam_valve", {.model = MODELS "examples/cam_valve.yaml", .steps = 100}},
    {"screw_jack", {.model = MODELS "examples/screw_jack.yaml", .steps = 100, .eventful = 1}},
    {"friction_pendulum", {.model = MODELS "examples/friction_pendulum.yaml", .steps = 700}},
    {"driven_shafts", {.model = "tests/rt/replay/shafts.yaml", .steps = 40}},
    {"driven_shafts_order_4", {.model = "tests/rt/replay/shafts.yaml", .steps = 40, .order = 4}},
    {"modular", {.model = "tests/golden/models/modular.yaml", .steps = 120, .eventful = 1}},
    {"substeps",
     {.model = "tests/rt/simulation/substeps/half_car.yaml", .steps = 120, .eventful = 1}},
    {"driveline", {.model = "tests/golden/models/driveline.yaml", .steps = 120, .eventful = 1}},
    {"driveline_order_4", {.model = "tests/golden/models/driveline.yaml", .steps = 40, .order = 4}},
    {"tyres", {.model = "tests/golden/models/tyres.yaml", .steps = 200, .eventful = 1}},
    {"tyres_order_4", {.model = "tests/golden/models/tyres.yaml", .steps = 40, .order = 4}},
    {"contact_friction",
     {.model = "tests/golden/models/contact_friction.yaml", .steps = 200, .eventful = 1}},
    {"contact_friction_order_4",
     {.model = "tests/golden/models/contact_friction.yaml", .steps = 40, .order = 4}},
    {"elements", {.model = "tests/golden/models/elements.yaml", .steps = 200, .eventful = 1}},
    {"elements_order_4", {.model = "tests/golden/models/elements.yaml", .steps = 40, .order = 4}},
    {"lap", {.model = MODELS "lap.yaml", .steps = 60, .eventful = 1}},
    {"bouncing_ball", {.model = MODELS "examples/bouncing_ball.yaml", .steps = 1700}},
};

static int is_wanted(const char *name, int n, char **names)
{
    int found = n == 0;
    for (int i = 0; i < n; i++) {
        found |= strcmp(name, names[i]) == 0;
    }
    return found;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (size_t i = 0; i < sizeof runs / sizeof *runs && argc >= 2; i++) {
        char path[256];
        if (!is_wanted(runs[i].name, argc - 2, argv + 2)) {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s.tlog", argv[1], runs[i].name);
        if (!record(path, &runs[i].r)) {
            fprintf(stderr, "%s: not recorded\n", path);
            failed = 1;
        }
    }
    return failed;
}
