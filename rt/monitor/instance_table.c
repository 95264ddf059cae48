#include "instance_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/json.h"
#include "instance/claim.h"
#include "instance/list.h"
#include "io/alive.h"
#include "io/attach.h"
#include "io/handle.h"
#include "monitor/monitor_segment.h"
#include "monitor/record_json.h"
#include "printable.h"
#include "system/control_socket.h"

enum { JSON_SIZE = 4096 }; // of one instance

typedef enum condition { RUNS, LATE, DEAD, CLOSED } condition;

typedef struct row {
    const tac_instance *about;
    condition is;
    int32_t pid;                   // 0: not known, or not seen from here
    const char *state;             // RUNS, LATE
    double age;                    // RUNS, LATE: s since it published last, infinite: never
    int64_t step;                  // RUNS, LATE
    int64_t missed, doubtful;      // RUNS, LATE; -1: not known
    tac_record_state record;       // RUNS, LATE
    char model[TAC_MONITOR_MODEL]; // RUNS, LATE; "" not known
    char why[1024];                // CLOSED: what keeps it from being looked at
} row;

static const char *state_name(int64_t state)
{
    return state >= 0 && state < TAC_N_RUN_STATE ? tac_run_state_name[state] : "unknown";
}

// ---- looking -------------------------------------------------------------------------------------

// What the common judgement makes of it. One that takes its leave runs until its files are gone; of one that is dead
// the number is as it called itself.
static void settle(row *r, const tac_io_health *h, int32_t pid)
{
    r->is = h->condition == TAC_IO_DEAD ? DEAD : h->condition == TAC_IO_LATE ? LATE : RUNS;
    r->pid = r->is == DEAD ? pid : h->pid;
    r->state = state_name(h->run_state);
    r->age = h->age;
}

static void look_at_monitor(row *r)
{
    tac_diag diag = {0};
    tac_counters n;
    const tac_monitor *m = tac_monitor_attach(r->about->name, &diag);
    if (!m) {
        r->is = CLOSED;
        snprintf(r->why, sizeof r->why, "%s", diag.text);
        return;
    }
    tac_io_health health;
    tac_monitor_health(m, &health);
    settle(r, &health, m->pid);
    int counted = tac_monitor_counters(m, &n);
    r->missed = counted ? n.missed : -1;
    r->doubtful = counted ? n.doubtful : -1;
    r->step = atomic_load(&m->steps);
    r->record = tac_record_read(&m->recording);
    snprintf(r->model, sizeof r->model, "%.*s", TAC_MONITOR_MODEL - 1, m->model);
    tac_monitor_close(m);
}

// An instance without a monitor: of another program, or one whose monitor was removed.
static void look_at_signals(row *r)
{
    tac_io_error error = {.status = TAC_IO_SYSTEM, .text = "not enough memory"};
    tac_io *io = tac_io_new();
    if (io) {
        tac_io_status status = tac_io_open_state(io, r->about->name, 0, &error);
        bool known = status == TAC_IO_OK || (status == TAC_IO_ENDED && io->head.pid > 0);
        bool lives = known && tac_maker_lives(io->state_file, io->head.pid, io->head.start,
                                              io->head.pid_space);
        if (known && (status == TAC_IO_OK || !lives)) {
            tac_io_health health;
            tac_io_get_health(io, &health);
            health.condition = lives ? health.condition : TAC_IO_DEAD;
            settle(r, &health, io->head.pid);
            r->step = atomic_load(&tac_io_live(io)->step);
        }
        tac_io_detach(io);
    }
    snprintf(r->why, sizeof r->why, "%s", error.text);
}

static row look(const tac_instance *about)
{
    row r = {.about = about, .is = CLOSED, .missed = -1, .doubtful = -1};
    if (about->has_monitor) {
        look_at_monitor(&r);
    } else {
        look_at_signals(&r);
    }
    return r;
}

static tac_exit no_memory(void)
{
    fputs("tactus: not enough memory for the list of instances\n", stderr);
    return TAC_EXIT_MEMORY;
}

// ---- as text -------------------------------------------------------------------------------------

static void print_row(const row *r)
{
    const char *name = r->about->name; // letters of a rig's name only
    if (r->is == DEAD) {
        printf("%-24s left from the dead process %d; 'tactus list --clean' removes it\n", name,
               (int)r->pid);
    } else if (r->is == CLOSED) {
        printf("%-24s %s\n", name, TAC_SHOWN(r->why));
    } else {
        char missed[24] = "-", doubtful[24] = "-", pid[24] = "-"; // of another process namespace
        if (r->missed >= 0) {
            snprintf(missed, sizeof missed, "%lld", (long long)r->missed);
            snprintf(doubtful, sizeof doubtful, "%lld", (long long)r->doubtful);
        }
        if (r->pid > 0) {
            snprintf(pid, sizeof pid, "%d", (int)r->pid);
        }
        char record[192] = "";
        (void)tac_record_describe(&r->record, record, sizeof record);
        int is_bad = tac_record_is_bad(&r->record);
        char late[64] = "";
        if (r->is == LATE) {
            snprintf(late, sizeof late, " (was %s, nothing published for %.3g s)", r->state,
                     r->age);
        }
        printf("%-24s %-8s %12lld %8s %8s %8s  %s%s%s%s%s%s\n", name,
               r->is == LATE ? "late" : r->state, (long long)r->step, missed, doubtful, pid,
               r->model[0] ? TAC_SHOWN(r->model) : "-",
               r->about->has_signals ? "" : " (shares no signals)", late, is_bad ? " (" : "",
               is_bad ? record : "", is_bad ? ")" : "");
    }
}

tac_exit tac_instance_table_print(void)
{
    tac_instance *list = NULL;
    int n = tac_instance_list(&list);
    if (n < 0) {
        return no_memory();
    }
    if (n == 0) {
        puts("no instance is here; 'tactus run RIG' starts one");
    } else {
        printf("%-24s %-8s %12s %8s %8s %8s  %s\n", "NAME", "STATE", "STEP", "MISSED", "DOUBTFUL",
               "PID", "MODEL");
    }
    for (int i = 0; i < n; i++) {
        const row r = look(&list[i]);
        print_row(&r);
    }
    free(list);
    return TAC_EXIT_OK;
}

// ---- as JSON -------------------------------------------------------------------------------------

static void put_row(tac_json *j, const row *r)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", r->about->name);
    tac_json_text(j, "condition",
                  r->is == RUNS   ? "runs"
                  : r->is == LATE ? "late"
                  : r->is == DEAD ? "dead"
                                  : "closed");
    if (r->pid > 0) {
        tac_json_whole(j, "pid", r->pid);
    } else {
        tac_json_null(j, "pid");
    }
    if (r->is == RUNS || r->is == LATE) {
        tac_json_text(j, "state", r->state);
        tac_json_real(j, "age", r->age);
        tac_json_whole(j, "step", r->step);
        if (r->missed >= 0) {
            tac_json_whole(j, "missed", r->missed);
            tac_json_whole(j, "doubtful", r->doubtful);
            tac_json_text(j, "model", r->model);
        } else {
            tac_json_null(j, "missed");
            tac_json_null(j, "doubtful");
            tac_json_null(j, "model");
        }
        tac_json_truth(j, "signals", r->about->has_signals);
        tac_record_json(j, &r->record, NULL);
    } else if (r->is == CLOSED) {
        tac_json_text(j, "why", r->why);
    }
    tac_json_close(j, '}');
}

tac_exit tac_instance_table_json(void)
{
    tac_instance *list = NULL;
    int n = tac_instance_list(&list);
    if (n < 0) {
        return no_memory();
    }
    fputs("{\"instances\":[", stdout);
    for (int i = 0; i < n; i++) {
        char text[JSON_SIZE];
        tac_json j;
        const row r = look(&list[i]);
        tac_json_begin(&j, text, sizeof text);
        put_row(&j, &r);
        printf("%s%s", i > 0 ? "," : "", text);
    }
    puts("]}");
    free(list);
    return TAC_EXIT_OK;
}

// ---- removing ------------------------------------------------------------------------------------

// The claim first, until all is gone: should somebody start an instance of that name just now, it is his.
static tac_exit clean(const char *command, const row *r)
{
    tac_claim claim;
    tac_diag diag = {0};
    if (!tac_claim_take(&claim, r->about->name, &diag)) {
        fprintf(stderr, "%s: %s\n", command, TAC_SHOWN(diag.text));
        return TAC_EXIT_INPUT;
    }
    bool all = tac_claim_clean(&claim);
    all = tac_control_clean(r->about->name) && all;
    tac_claim_release(&claim);
    if (!all) {
        fprintf(stderr, "%s: files of '%s' belong to another user, who or root removes them\n",
                command, r->about->name);
        return TAC_EXIT_INPUT;
    }
    printf("%-24s removed, left from the dead process %d\n", r->about->name, (int)r->pid);
    return TAC_EXIT_OK;
}

// A socket alone, of an instance whose other files are gone. Nobody starts under the name meanwhile.
static void clean_socket(void *context, const char *name)
{
    tac_claim claim;
    tac_diag diag = {0};
    (void)context;
    if (strlen(name) >= TAC_NAME_SIZE || !tac_control_is_left(name) ||
        !tac_claim_take(&claim, name, &diag)) {
        return;
    }
    if (tac_control_clean(name)) {
        printf("%-24s removed, a control socket that nobody listens at\n", TAC_SHOWN(name));
    }
    tac_claim_release(&claim);
}

tac_exit tac_instance_table_clean(const char *command)
{
    tac_instance *list = NULL;
    int n = tac_instance_list(&list);
    if (n < 0) {
        return no_memory();
    }
    tac_exit code = TAC_EXIT_OK;
    for (int i = 0; i < n; i++) {
        const row r = look(&list[i]);
        if (r.is == DEAD && clean(command, &r) != TAC_EXIT_OK) {
            code = TAC_EXIT_INPUT;
        }
    }
    free(list);
    tac_control_each(clean_socket, NULL);
    return code;
}
