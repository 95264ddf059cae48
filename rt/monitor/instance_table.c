#include "instance_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/json.h"
#include "instance/claim.h"
#include "instance/list.h"
#include "io/alive.h"
#include "io/attach.h"
#include "monitor/monitor_segment.h"
#include "printable.h"
#include "system/control_socket.h"

enum { JSON_SIZE = 4096 }; // of one instance

typedef enum condition { RUNS, DEAD, CLOSED } condition;

typedef struct row {
    const tac_instance *about;
    condition is;
    int32_t pid;                   // 0: not known, or not seen from here
    const char *state;             // RUNS
    int64_t step;                  // RUNS
    int64_t missed, doubtful;      // RUNS; -1: not known
    char model[TAC_MONITOR_MODEL]; // RUNS; "" not known
    char why[1024];                // CLOSED: what keeps it from being looked at
} row;

static const char *state_name(int64_t state)
{
    return state >= 0 && state < TAC_N_RUN_STATE ? tac_run_state_name[state] : "unknown";
}

// ---- looking -------------------------------------------------------------------------------------

// Numbers of processes say who lives within one process namespace, the claim in all of them: what seems dead may
// run in a container that shares the folder. Returns the number, 0 for one that is not seen from here.
static int32_t settle(row *r, int32_t pid, bool lives)
{
    bool elsewhere = !lives && tac_claim_is_held(r->about->name);
    r->is = lives || elsewhere ? RUNS : DEAD;
    return elsewhere ? 0 : pid;
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
    r->pid = settle(r, m->pid, tac_monitor_owner_lives(m));
    r->state = state_name(atomic_load(&m->state));
    int counted = tac_monitor_counters(m, &n);
    r->missed = counted ? n.missed : -1;
    r->doubtful = counted ? n.doubtful : -1;
    r->step = atomic_load(&m->steps);
    snprintf(r->model, sizeof r->model, "%.*s", TAC_MONITOR_MODEL - 1, m->model);
    tac_monitor_close(m);
}

// An instance without a monitor: of another program, or one whose monitor was removed.
static void look_at_signals(row *r)
{
    tac_io_error error = {.status = TAC_IO_SYSTEM, .text = "not enough memory"};
    tac_io *io = calloc(1, sizeof *io);
    if (io) {
        io->place = io->file = -1;
        tac_io_status status = tac_io_open_state(io, r->about->name, 0, &error);
        int lives = tac_pid_lives(io->head.pid, io->head.start);
        r->pid = io->head.pid;
        if ((status == TAC_IO_OK && lives) ||
            ((status == TAC_IO_OK || status == TAC_IO_ENDED) && r->pid > 0 && !lives)) {
            r->pid = settle(r, r->pid, lives);
        }
        if (r->is == RUNS) {
            r->state = state_name(atomic_load(&tac_io_live(io)->run_state));
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
        printf("%-24s %-8s %12lld %8s %8s %8s  %s%s\n", name, r->state, (long long)r->step, missed,
               doubtful, pid, r->model[0] ? TAC_SHOWN(r->model) : "-",
               r->about->has_signals ? "" : " (shares no signals)");
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
    tac_json_text(j, "condition", r->is == RUNS ? "runs" : r->is == DEAD ? "dead" : "closed");
    if (r->pid > 0) {
        tac_json_whole(j, "pid", r->pid);
    } else {
        tac_json_null(j, "pid");
    }
    if (r->is == RUNS) {
        tac_json_text(j, "state", r->state);
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
