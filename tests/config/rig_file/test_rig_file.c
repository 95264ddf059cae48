// Rig files: what is left out has its default, what is wrong is refused with one exact line.
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rig_file/rig_text.h"

#define MODEL "name: rig\nmodel: config/models/m2_four_bar.yaml\n"
#define TIMED MODEL "step: 1 ms\n"

static tac_rig_file *rig_of(const char *text)
{
    tac_diag diag;
    tac_rig_file *f =
        tac_rig_file_read_text("rig.yaml", text, strlen(text), &tac_default_limits, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    return f;
}

static void expect_refused(const char *text, const char *line)
{
    tac_diag diag;
    tac_rig_file *f =
        tac_rig_file_read_text("rig.yaml", text, strlen(text), &tac_default_limits, &diag);
    cr_assert_null(f);
    cr_expect_str_eq(diag.text, line);
}

// ---- defaults ------------------------------------------------------------------------------------

Test(rig_file, three_lines_are_a_rig)
{
    tac_rig_file *f = rig_of(TIMED);
    cr_expect_str_eq(f->name, "rig");
    cr_expect_str_eq(f->model_path, "config/models/m2_four_bar.yaml");
    cr_expect_eq(f->period_ns, 1000000);
    cr_expect_eq(f->substeps, 1);
    cr_expect_eq(f->duration, 0.0);
    cr_expect_eq(f->workers, 1);
    cr_expect_eq(f->core[0], -1);
    cr_expect_eq(f->core[TAC_MAX_WORKERS - 1], -1);
    cr_expect_eq(f->helper_core, -1);
    cr_expect_eq(f->priority, 80);
    cr_expect_eq(f->lock_memory, 1);
    cr_expect_eq(f->margin_ns, 50000);
    cr_expect_eq(f->pure_spin, 0);
    cr_expect_eq(f->publish_offset_ns, -1);
    cr_expect_eq(f->watchdog_ns, 100000000);
    cr_expect_eq(f->tick.kind, TAC_TICK_CLOCK);
    cr_expect_eq(f->n_group, 0);
    cr_expect_null(f->dump_path);
    cr_expect_null(f->log_path);
    cr_expect_eq(f->log_divisor, 1);
    cr_expect_eq(f->log_phase, 0);
    cr_expect_not(f->trace);
    cr_expect(f->trace_stages);
    cr_expect_eq(f->start_paused, 0);
    tac_rig_file_free(f);
}

Test(rig_file, limits_of_the_policy_are_on_by_default)
{
    tac_rig_file *f = rig_of(TIMED);
    cr_expect_eq(f->policy.kind, TAC_SKIP);
    cr_expect_eq(f->policy.period_ns, f->period_ns);
    cr_expect_gt(f->policy.bucket_limit, 0);
    cr_expect_gt(f->policy.max_skip, 0);
    cr_expect_gt(f->policy.start_cycles, 0);
    tac_rig_file_free(f);
}

Test(rig_file, defaults_follow_the_period)
{
    tac_rig_file *f = rig_of(MODEL "step: 20 us\nsubsteps: 4\n");
    cr_expect_eq(f->period_ns, 80000);
    cr_expect_eq(f->margin_ns, 20000);
    cr_expect_eq(f->policy.period_ns, 80000);
    tac_rig_file_free(f);
    f = rig_of(MODEL "step: 50 ms\n");
    cr_expect_eq(f->watchdog_ns, 1000000000);
    cr_expect_eq(f->tick.lost_ns, 500000000);
    cr_expect_leq(f->tick.bandwidth, 2.0);
    tac_rig_file_free(f);
}

Test(rig_file, step_and_solver_come_from_the_model)
{
    tac_rig_file *f = rig_of("name: rig\nmodel: config/models/paper_chain_128.yaml\n");
    cr_expect_eq(f->solver.dt, 0.01);
    cr_expect_eq(f->solver.iterations, 3);
    cr_expect_eq(f->solver.alpha, 1e9);
    cr_expect_eq(f->solver.acceleration, TAC_PROJECTION);
    tac_rig_file_free(f);
}

Test(rig_file, the_rig_overrides_the_model)
{
    tac_rig_file *f = rig_of("name: rig\nmodel: config/models/paper_chain_128.yaml\nstep: 2 ms\n"
                             "iterations: 5\npenalty: 1e6\nacceleration: index-1\n");
    cr_expect_eq(f->solver.dt, 0.002);
    cr_expect_eq(f->solver.iterations, 5);
    cr_expect_eq(f->solver.penalty, 1e6);
    cr_expect_eq(f->solver.alpha, 0.0, "a penalty replaces the model's alpha");
    cr_expect_eq(f->solver.acceleration, TAC_INDEX1);
    tac_rig_file_free(f);
}

// ---- sections ------------------------------------------------------------------------------------

Test(rig_file, number_of_cores_is_the_number_of_workers)
{
    tac_rig_file *f = rig_of(TIMED "threads: {cores: [3, auto, 1], helper_core: 0, priority: 0}\n");
    cr_expect_eq(f->workers, 3);
    cr_expect_eq(f->core[0], 3);
    cr_expect_eq(f->core[1], -1);
    cr_expect_eq(f->core[2], 1);
    cr_expect_eq(f->helper_core, 0);
    cr_expect_eq(f->priority, 0);
    tac_rig_file_free(f);
    f = rig_of(TIMED "threads: {cores: auto, workers: 4, lock_memory: false}\n");
    cr_expect_eq(f->workers, 4);
    cr_expect_eq(f->lock_memory, 0);
    cr_expect_not(f->workers_auto || f->share_always);
    tac_rig_file_free(f);
}

Test(rig_file, workers_may_be_left_to_the_machine_and_always_shared)
{
    tac_rig_file *f = rig_of(TIMED "threads: {workers: auto, share: planned}\n");
    cr_expect_eq(f->workers, TAC_MAX_WORKERS);
    cr_expect(f->workers_auto && !f->share_always);
    tac_rig_file_free(f);
    f = rig_of(TIMED "threads: {workers: auto, cores: [3, auto], share: always}\n");
    cr_expect_eq(f->workers, 2, "no more than cores are named");
    cr_expect(f->workers_auto && f->share_always);
    tac_rig_file_free(f);
}

Test(rig_file, sleep_spin_and_output_time)
{
    tac_rig_file *f = rig_of(TIMED "wake: {margin: 0}\npublish: {offset: 250 us}\n");
    cr_expect_eq(f->margin_ns, 0);
    cr_expect_eq(f->publish_offset_ns, 250000);
    tac_rig_file_free(f);
    f = rig_of(TIMED "wake: {spin: true}\npublish: asap\nstart: paused\n");
    cr_expect_eq(f->pure_spin, 1);
    cr_expect_eq(f->publish_offset_ns, -1);
    cr_expect_eq(f->start_paused, 1);
    tac_rig_file_free(f);
}

Test(rig_file, policy_is_a_word_or_a_map)
{
    static const char *const word[] = {"count", "skip", "slip", "degrade", "stop"};
    for (int i = 0; i < 5; i++) {
        char text[256];
        snprintf(text, sizeof text, TIMED "policy: %s\n", word[i]);
        tac_rig_file *f = rig_of(text);
        cr_expect_eq((int)f->policy.kind, i);
        tac_rig_file_free(f);
    }
    tac_rig_file *f = rig_of(TIMED "policy: {kind: degrade, degrade_to: 2, recover_after: 7, "
                                   "bucket: 0, start_cycles: 0}\nwatchdog: 30 ms\n");
    cr_expect_eq(f->policy.kind, TAC_DEGRADE);
    cr_expect_eq(f->policy.degrade_to, 2);
    cr_expect_eq(f->policy.recover_after, 7);
    cr_expect_eq(f->policy.bucket_limit, 0);
    cr_expect_eq(f->policy.start_cycles, 0);
    cr_expect_eq(f->watchdog_ns, 30000000);
    tac_rig_file_free(f);
}

Test(rig_file, ticks_from_a_device)
{
    tac_rig_file *f = rig_of(TIMED "tick: {shm: /tick, bandwidth: 5 Hz, lock: 3 us, lost: 1 s}\n");
    cr_expect_eq(f->tick.kind, TAC_TICK_SHM);
    cr_expect_str_eq(f->tick.shm, "/tick");
    cr_expect_eq(f->tick.bandwidth, 5.0);
    cr_expect_eq(f->tick.lock_ns, 3000);
    cr_expect_eq(f->tick.lost_ns, 1000000000);
    tac_rig_file_free(f);
    f = rig_of(TIMED "tick: {udp: 5005}\n");
    cr_expect_eq(f->tick.kind, TAC_TICK_UDP);
    cr_expect_eq(f->tick.udp.port, 5005);
    cr_expect_str_eq(f->tick.udp.host, "127.0.0.1");
    cr_expect_str_eq(f->tick.from.host, "127.0.0.1");
    cr_expect_eq(f->tick.from.port, 0);
    cr_expect_not(f->tick.from_anybody);
    tac_rig_file_free(f);
    f = rig_of(TIMED "tick: {udp: '0.0.0.0:5005', from: any}\n");
    cr_expect_str_eq(f->tick.udp.host, "0.0.0.0");
    cr_expect(f->tick.from_anybody);
    tac_rig_file_free(f);
    f = rig_of(TIMED "tick: {udp: '[fd00::1]:5005', from: '[fd00::2]:77'}\n");
    cr_expect_str_eq(f->tick.udp.host, "fd00::1");
    cr_expect_str_eq(f->tick.from.host, "fd00::2");
    cr_expect_eq(f->tick.from.port, 77);
    tac_rig_file_free(f);
}

Test(rig_file, groups_take_named_or_all_sensors)
{
    tac_rig_file *f = rig_of(TIMED "groups:\n  - {name: all}\n"
                                   "  - {name: slow, divisor: 10, phase: 9, sensors: [energy]}\n"
                                   "log: {file: a.csv, divisor: 5, phase: 4}\ndump: {file: b.csv}\n"
                                   "trace: {stages: false}\n");
    cr_assert_eq(f->n_group, 2);
    cr_expect_eq(f->group[0].divisor, 1);
    cr_expect_eq(f->group[0].phase, 0);
    cr_assert_eq(f->group[0].n_sensor, 3);
    cr_expect_str_eq(f->group[0].sensor[0], "turn");
    cr_expect_eq(f->group[1].divisor, 10);
    cr_expect_eq(f->group[1].phase, 9);
    cr_assert_eq(f->group[1].n_sensor, 1);
    cr_expect_str_eq(f->group[1].sensor[0], "energy");
    cr_expect_str_eq(f->log_path, "a.csv");
    cr_expect_eq(f->log_divisor, 5);
    cr_expect_eq(f->log_phase, 4);
    cr_expect(f->trace);
    cr_expect_not(f->trace_stages);
    cr_expect_str_eq(f->dump_path, "b.csv");
    tac_rig_file_free(f);
}

// ---- models without a rig ------------------------------------------------------------------------

Test(rig_file, a_model_runs_with_defaults_under_its_own_name)
{
    tac_diag diag;
    tac_rig_file *f = tac_rig_file_read("config/models/m2_four_bar.yaml", &diag);
    cr_assert_not_null(f, "%s", diag.text);
    cr_expect_str_eq(f->name, "m2_four_bar");
    cr_expect_str_eq(f->model_path, "config/models/m2_four_bar.yaml");
    cr_expect_eq(f->period_ns, 1000000);
    cr_expect_eq(f->policy.period_ns, 1000000);
    tac_rig_file_free(f);
}

Test(rig_file, the_default_rig_is_named_after_the_file)
{
    static const char *const path[] = {"a/b.c/four bar.v2.yaml", ".yaml", "x/", "\xc3\xa4.yaml"};
    static const char *const name[] = {"four_bar.v2", "xyaml", "model", "x_"};
    static const char text[] = "bodies: []\n";
    tac_limits closed = tac_default_limits;
    closed.reads_files = 0;
    for (int i = 0; i < 4; i++) {
        tac_diag diag;
        tac_rig_file *f = tac_rig_file_read_text(path[i], text, sizeof text - 1, &closed, &diag);
        cr_assert_not_null(f, "%s", diag.text);
        cr_expect_str_eq(f->name, name[i]);
        cr_expect_str_eq(f->model_path, path[i]);
        tac_rig_file_free(f);
    }
}

Test(rig_file, the_default_rig_refuses_steps_no_clock_keeps)
{
    static const char *const step[] = {"${1 / 3} ms", "1 us"};
    for (int i = 0; i < 2; i++) {
        char path[64], expected[128];
        tac_diag diag;
        snprintf(path, sizeof path, "/tmp/tactus-step-%d.yaml", (int)getpid());
        snprintf(expected, sizeof expected, "%s:1:1: a step of ", path);
        FILE *out = fopen(path, "w");
        cr_assert_not_null(out);
        fprintf(out, "step: %s\nbodies: [{name: a, shape: {sphere: {radius: 1, mass: 1}}}]\n",
                step[i]);
        fclose(out);
        cr_expect_null(tac_rig_file_read(path, &diag));
        cr_expect_eq(strncmp(diag.text, expected, strlen(expected)), 0, "%s", diag.text);
        unlink(path);
    }
}

// ---- refusals ------------------------------------------------------------------------------------

Test(rig_file, decimal_steps_are_whole_nanoseconds)
{
    for (int us = 10; us < 20000; us += 7) {
        char text[256];
        snprintf(text, sizeof text, MODEL "step: 0.%06d\nsubsteps: 3\n", us);
        tac_rig_file *f = rig_of(text);
        cr_assert_eq(f->period_ns, (int64_t)us * 3000);
        tac_rig_file_free(f);
    }
}

Test(rig_file, small_memory_refuses)
{
    tac_limits small = tac_default_limits;
    small.memory = 1000;
    tac_diag diag;
    cr_expect_null(tac_rig_file_read_text("rig.yaml", TIMED, strlen(TIMED), &small, &diag));
    cr_expect_str_eq(diag.text,
                     "rig.yaml:1:1: reading this file takes more than 0.000954 MiB, which is "
                     "the bound; repeat less, or raise the bounds by '--raise-bounds 2'");
}

Test(rig_file, without_files_the_model_is_not_looked_at)
{
    tac_limits closed = tac_default_limits;
    closed.reads_files = 0;
    const char *text = "name: rig\nmodel: nowhere.yaml\ngroups: [{name: a, sensors: [b]}]\n";
    tac_diag diag;
    tac_rig_file *f = tac_rig_file_read_text("rig.yaml", text, strlen(text), &closed, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    cr_expect_eq(f->solver.dt, tac_default_options().dt);
    cr_expect_str_eq(f->group[0].sensor[0], "b");
    tac_rig_file_free(f);
}

Test(rig_file, refused_without_anyone_to_tell)
{
    cr_expect_null(tac_rig_file_read("nowhere.yaml", NULL));
    tac_rig_file_free(NULL);
}

Test(rig_file, texts_in_memory_are_refused_under_their_name)
{
    expect_refused(
        TIMED "prioritty: 3\n",
        "rig.yaml:4:1: unknown key 'prioritty' in a rig; it takes name, model, title, "
        "step, substeps, iterations, penalty, alpha, duration, threads, wake, publish, "
        "policy, acceleration, order, tangent, method, watchdog, tick, groups, log, dump, start, "
        "exchange, trace, doubt_length, doubt_angle, processes, record, faults or clients");
}

// Every file of a folder, in any order. Returns how many there were.
static int each_file(const char *folder, void (*check)(const char *path))
{
    DIR *d = opendir(folder);
    cr_assert_not_null(d, "no folder %s", folder);
    int n = 0;
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (strstr(e->d_name, ".yaml")) {
            check(path);
            n++;
        }
    }
    closedir(d);
    return n;
}

// The first line of a malformed rig is "# expect: LINE:COLUMN: MESSAGE", or the whole line with the
// path of the model when that is to blame.
static void check_malformed(const char *path)
{
    char line[1100] = "", expected[1700];
    FILE *f = fopen(path, "r");
    cr_assert_not_null(f);
    cr_assert_not_null(fgets(line, sizeof line, f));
    fclose(f);
    line[strcspn(line, "\n")] = '\0';
    const char *message = line + strlen("# expect: ");
    int blames_model = message[0] < '0' || message[0] > '9';
    snprintf(expected, sizeof expected, "%s%s%s", blames_model ? "" : path, blames_model ? "" : ":",
             message);

    tac_diag diag;
    tac_rig_file *rig = tac_rig_file_read(path, &diag);
    cr_expect_null(rig, "%s is taken for a good rig", path);
    cr_expect_str_eq(diag.text, expected);
    tac_rig_file_free(rig);
}

Test(rig_file, malformed_rigs_are_refused_with_the_expected_line)
{
    cr_expect_geq(each_file("tests/config/malformed_rigs", check_malformed), 40);
}

static void check_good(const char *path)
{
    tac_diag diag;
    tac_rig_file *rig = tac_rig_file_read(path, &diag);
    cr_expect_not_null(rig, "%s", diag.text);
    tac_rig_file_free(rig);
}

Test(rig_file, shipped_rigs_are_good)
{
    cr_expect_geq(each_file("config/rigs", check_good), 5);
}

Test(rig_file, shipped_models_are_good_rigs)
{
    cr_expect_geq(each_file("config/models", check_good), 20);
}

// ---- exchange ------------------------------------------------------------------------------------

#define SHARED "name: rig\nmodel: config/models/vehicle.yaml\nstep: 1 ms\nexchange:\n"

Test(rig_file, sensors_are_shared_by_default_and_nothing_else)
{
    tac_rig_file *f = rig_of("name: rig\nmodel: config/models/vehicle.yaml\nstep: 1 ms\n");
    cr_expect(f->exchange.enabled && f->exchange.by_default && f->exchange.n_state == 16);
    cr_expect(f->exchange.clients == 0 && f->exchange.n_command == 0 && f->exchange.divisor == 1);
    cr_expect_str_eq(f->exchange.state[1].name, "chassis");
    tac_rig_file_free(f);
    f = rig_of("name: rig\nmodel: config/models/vehicle.yaml\nexchange: false\n");
    cr_expect_not(f->exchange.enabled || f->exchange.by_default);
    tac_rig_file_free(f);
    f = rig_of("name: rig\nmodel: config/models/vehicle.yaml\nexchange: true\n");
    cr_expect(f->exchange.enabled && f->exchange.by_default);
    tac_rig_file_free(f);
    // of a model without sensors the bodies can be seen
    f = rig_of("name: rig\nmodel: config/models/paper_chain_128.yaml\n");
    cr_expect(f->exchange.enabled && f->exchange.by_default);
    tac_rig_file_free(f);
    f = rig_of("name: rig\nmodel: config/models/vehicle.yaml\nexchange: {}\n");
    cr_expect(f->exchange.enabled && f->exchange.clients == 0 && f->exchange.n_command == 0);
    cr_expect(f->exchange.n_state > 0);
    cr_expect(f->exchange.divisor == 1 && f->exchange.phase == 0);
    tac_rig_file_free(f);
    f = rig_of(SHARED "  divisor: 10\n  phase: 3\n");
    cr_expect(f->exchange.divisor == 10 && f->exchange.phase == 3);
    tac_rig_file_free(f);
}

Test(rig_file, pushes_are_commands_with_limits_that_expire)
{
    tac_rig_file *f =
        rig_of("name: rig\nmodel: config/models/examples/punching_bag.yaml\nstep: 2 ms\nexchange:\n"
               "  push:\n    - {load: hand, force: 0.3 kN, torque: 100 N*m}\n");
    const tac_exchange_rig *x = &f->exchange;
    cr_assert(x->n_push == 1 && x->n_command == 6 && x->clients == 4);
    cr_expect(x->push[0].force == 300.0 && x->push[0].torque == 100.0 && x->push[0].command == 0);
    for (int k = 0; k < 6; k++) {
        const tac_command_binding *c = &x->command[k];
        double most = k < 3 ? 300.0 : 100.0;
        cr_expect(c->minimum == -most && c->maximum == most && c->ttl == 150 && c->expires);
        cr_expect_eq(c->fallback, TAC_SIGNAL_ZERO);
        cr_expect_str_eq(c->scale.unit, k < 3 ? "N" : "N*m");
    }
    cr_expect_str_eq(x->command[5].input, "twist_z");
    tac_rig_file_free(f);
}

Test(rig_file, signals_have_units_limits_and_a_fallback)
{
    tac_rig_file *f =
        rig_of(SHARED "  commands:\n"
                      "    - {name: post, input: front_left, unit: mm, scale: 2, offset: 0.1,"
                      " min: -5, max: 7, rate: 500, safe: 1, fallback: ramp, ttl: 20}\n"
                      "    - {input: front_right}\n"
                      "  states:\n"
                      "    - {sensor: chassis, unit: mm, first: 1, count: 2, safe: 3}\n");
    const tac_exchange_rig *x = &f->exchange;
    cr_assert(x->n_command == 2 && x->n_state == 1 && x->clients == 4);
    const tac_command_binding *c = &x->command[0];
    cr_expect_str_eq(c->name, "post");
    cr_expect_str_eq(c->input, "front_left");
    cr_expect_str_eq(c->scale.unit, "mm");
    cr_expect(c->scale.times / c->scale.over == 0.001 && c->scale.scale == 2.0);
    cr_expect(c->scale.offset == 0.1 && c->minimum == -5.0 && c->maximum == 7.0);
    cr_expect(c->rate == 500.0 && c->safe == 1.0 && c->ttl == 20);
    cr_expect_eq(c->fallback, TAC_SIGNAL_RAMP);
    cr_expect_str_eq(x->command[1].name, "front_right");
    cr_expect(x->command[1].ttl == 100 && x->command[1].fallback == TAC_SIGNAL_HOLD);
    cr_expect(x->state[0].first == 1 && x->state[0].count == 2 && x->state[0].safe == 3.0);
    tac_rig_file_free(f);
}

Test(rig_file, wrong_signals_are_refused)
{
    expect_refused(SHARED "  commands: [{input: front_lef}]\n",
                   "rig.yaml:5:22: the model has no input 'front_lef'; did you mean 'front_left'?");
    expect_refused(SHARED "  states: [{sensor: drivr}]\n",
                   "rig.yaml:5:21: the model has no sensor 'drivr'; did you mean 'driver'?");
    expect_refused(SHARED "  commands: [{input: front_left, unit: parsec}]\n",
                   "rig.yaml:5:40: 'parsec' is no unit; docs/model-format.md lists them");
    expect_refused(SHARED "  commands: [{input: front_left, min: 1, max: 0}]\n",
                   "rig.yaml:5:47: 'max' is below 'min'");
    expect_refused(SHARED "  commands: [{input: front_left, min: 1}]\n",
                   "rig.yaml:5:14: the safe value 0 lies outside of 'min' and 'max'; give 'safe'");
    expect_refused(SHARED "  commands: [{input: front_left, fallback: ramp}]\n",
                   "rig.yaml:5:44: a ramp needs a 'rate'");
    expect_refused(SHARED "  commands: [{input: front_left}, {name: a, input: front_left}]\n",
                   "rig.yaml:5:45: 'front_left' is commanded by 'front_left' already");
    expect_refused(SHARED "  commands: [{input: front_left}]\n"
                          "  states: [{sensor: driver, name: front_left}]\n",
                   "rig.yaml:6:35: signal 'front_left' already exists; choose another name");
}
