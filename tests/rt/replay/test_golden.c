// The golden runs hold every joint, force, source and policy action there is.
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"
#include "log/capture.h"
#include "log/tools.h"

typedef struct seen {
    int joint[TAC_MOST_TYPES], source[TAC_MOST_TYPES], coordinate[TAC_N_COORDINATE];
    int spring, explicit_spring, bushing, friction, contact, load, input, table;
    int degraded, failed, restored, cycle, order[5], projection;
    int event[TAC_LOG_N_EVENT_CODE], recovered;
} seen;

static void see_model(seen *s, const tac_log *l)
{
    tac_simulation sim;
    cr_assert(tac_log_header_build(&l->header, 0, &sim));
    const tac_desc *d = &sim.file->desc;
    for (int i = 0; i < d->n_joint; i++) {
        s->joint[d->joint[i].kind]++;
    }
    for (int i = 0; i < d->n_source; i++) {
        s->source[d->source[i].kind]++;
    }
    for (int i = 0; i < d->n_spring; i++) {
        s->coordinate[d->spring[i].coordinate]++;
        s->spring++;
        s->explicit_spring += !d->spring[i].implicit;
    }
    s->bushing += d->n_bushing;
    s->friction += d->n_friction;
    s->contact += d->n_contact;
    s->load += d->n_load;
    s->input += d->n_input;
    s->table += d->n_table;
    s->order[sim.options.order]++;
    s->projection += sim.options.acceleration == TAC_PROJECTION;
    tac_simulation_close(&sim);
}

static void see_records(seen *s, tac_log *l)
{
    tac_log_cursor c;
    tac_log_cursor_open(&c, l);
    for (const uint64_t *row; (row = tac_log_cursor_next(&c, TAC_LOG_N_KIND));) {
        tac_log_kind kind = (tac_log_kind)c.block.kind[c.at - 1];
        uint64_t code = kind == TAC_LOG_EVENT ? row[0] : 0;
        s->degraded += kind == TAC_LOG_STEP && (uint32_t)row[TAC_LOG_AT_HOW] != 0;
        s->failed += kind == TAC_LOG_STEP && row[TAC_LOG_AT_HOW] >> 32 != 0;
        s->restored += kind == TAC_LOG_RESTORE;
        s->cycle += kind == TAC_LOG_CYCLE;
        s->event[code]++;
        s->recovered += code == TAC_LOG_DEGRADED && row[1] == 0;
    }
    tac_diag diag = {0};
    cr_assert(tac_log_cursor_end(&c, &diag), "%s", diag.text);
}

static seen look(void)
{
    seen s = {0};
    DIR *d = opendir("tests/golden");
    cr_assert_not_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        char path[512];
        tac_log l;
        tac_diag diag = {0};
        if (!strstr(e->d_name, ".tlog")) {
            continue;
        }
        snprintf(path, sizeof path, "tests/golden/%s", e->d_name);
        cr_assert(tac_log_open(&l, path, &diag), "%s", diag.text);
        cr_assert(tac_log_is_complete(&l), "%s: %s", path, l.damage);
        see_model(&s, &l);
        see_records(&s, &l);
        tac_log_close(&l);
    }
    closedir(d);
    return s;
}

Test(golden, covers_everything)
{
    seen s = look();
    for (int i = 0; i < TAC_N_JOINT_KIND; i++) {
        cr_expect(s.joint[i], "joint kind %d", i);
    }
    for (int i = 0; i < TAC_N_SOURCE_KIND; i++) {
        cr_expect(s.source[i], "source kind %d", i);
    }
    for (int i = 0; i < TAC_N_COORDINATE; i++) {
        cr_expect(s.coordinate[i], "coordinate %d", i);
    }
    cr_expect(s.spring && s.explicit_spring && s.bushing && s.friction && s.contact && s.load);
    cr_expect(s.input && s.table && s.order[2] && s.order[3] && s.order[4] && s.projection);
    // what clients did is not among them: it changes the physics through inputs and parameters alone
    for (int i = TAC_LOG_PARAMETER; i < TAC_LOG_CLIENT; i++) {
        cr_expect(s.event[i], "event %d", i);
    }
    cr_expect(s.degraded && s.event[TAC_LOG_DEGRADED] > s.recovered && s.recovered);
    cr_expect(s.restored && s.cycle);
    cr_expect(s.failed, "no failed step");
}
