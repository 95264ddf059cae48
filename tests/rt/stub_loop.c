#include "stub_loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "control/control_verbs.h"
#include "simulation/variables.h"
#include "system/control_socket.h"

static const char model_text[] =
    "gravity: [0, 0, 0]\n"
    "inputs: [{name: push, value: 0.5}]\n"
    "sources: [{name: wave, sine: {amplitude: 2, frequency: 1}}]\n"
    "bodies: [{name: sled, mass: 2, inertia: [1, 1, 1]}]\n"
    "joints: [{name: rail, type: prismatic, bodies: [ground, sled], at: [0, 0, 0], axis: [1, 0, "
    "0]}]\n"
    "forces:\n"
    "  - {name: thrust, type: load, body: sled, force: [push, wave, 0]}\n"
    "  - {name: back, type: sliding_spring, joint: rail, stiffness: 100, damping: 3}\n"
    "sensors: [{name: way, type: coordinates, joint: rail}]\n";

static void must(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "stub: %s\n", what);
        exit(1);
    }
}

static int32_t apply(stub_loop *s, const tac_command_message *m)
{
    tac_executive *e = &s->e;
    int32_t state = atomic_load(&e->monitor->state);
    const tac_variable *v = &e->variable[m->index];
    switch (m->verb) {
    case TAC_VERB_START:
        atomic_store(&e->monitor->state, TAC_RUN_RUNNING);
        break;
    case TAC_VERB_STEP:
        if (state == TAC_RUN_RUNNING) {
            return TAC_COMMAND_RUNNING;
        }
        *s->sim.state.step += m->count;
        break;
    case TAC_VERB_RESET:
        memcpy(s->sim.state.data, s->initial, s->sim.state.size);
        atomic_store(&e->monitor->state, TAC_RUN_PAUSED);
        break;
    case TAC_VERB_SAVE:
        memcpy(m->buffer, s->sim.state.data, s->sim.state.size);
        break;
    case TAC_VERB_RESTORE:
        memcpy(s->sim.state.data, m->buffer, s->sim.state.size);
        break;
    case TAC_VERB_WRITE:
        if (v->input >= 0) {
            s->sim.input[v->input] = m->value;
            break;
        }
        return tac_parameter_set(s->sim.model, v->parameter, m->value).code == TAC_OK
                   ? TAC_COMMAND_DONE
                   : TAC_COMMAND_VALUE;
    case TAC_VERB_PAUSE:
        atomic_store(&e->monitor->state, TAC_RUN_PAUSED);
        break;
    case TAC_VERB_STOP:
        atomic_store(&e->monitor->state, TAC_RUN_STOPPED);
        break;
    case TAC_VERB_REARM:
    case TAC_VERB_CLAIM:
    case TAC_VERB_SAFE:
        atomic_store(&e->monitor->state, TAC_RUN_SAFE);
        break;
    case TAC_VERB_FAULT:
    case TAC_VERB_CLEAR:
        break;
    }
    return TAC_COMMAND_DONE;
}

static void take_batch(stub_loop *s)
{
    tac_command_message m;
    int n = 0;
    for (; !atomic_load(&s->deaf) && tac_queue_take(&s->e.queue, &m); n++) {
        atomic_store(&s->e.queue.result, apply(s, &m));
        atomic_store_explicit(&s->e.queue.done, m.id, memory_order_release);
    }
    atomic_fetch_add(&s->batches, n > 0);
    atomic_store(&s->largest, n > atomic_load(&s->largest) ? n : atomic_load(&s->largest));
}

static void *loop(void *argument)
{
    stub_loop *s = argument;
    while (!atomic_load(&s->quit)) {
        take_batch(s);
        int64_t turn = atomic_fetch_add(&s->turns, 1);
        tac_cycle c = {.index = turn, .step = *s->sim.state.step, .release = 1000 * turn};
        c.wake = c.latch = c.step_start = c.release;
        c.step_end = c.publish = c.release + 100;
        tac_monitor_publish(s->e.monitor, &c);
        tac_outputs_publish(&s->e.outputs, &s->sim, turn);
        usleep(200);
    }
    return NULL;
}

static void open_model(stub_loop *s, const char *extra)
{
    snprintf(s->model, sizeof s->model, "/tmp/stub-%d-XXXXXX.yaml", (int)getpid());
    int fd = mkstemps(s->model, 5);
    must(fd >= 0, "no temporary file");
    must(dprintf(fd, "%s%s", model_text, extra) > 0 && close(fd) == 0, "model not written");
    must(tac_simulation_read(&s->sim, s->model), s->sim.diag.text);
    must(tac_simulation_prepare(&s->sim), s->sim.diag.text);
    must(tac_simulation_start(&s->sim), s->sim.diag.text);
    s->initial = malloc(s->sim.state.size);
    must(s->initial != NULL, "no memory");
    memcpy(s->initial, s->sim.state.data, s->sim.state.size);
}

void stub_open(stub_loop *s, const char *extra_model_text)
{
    tac_diag diag = {0};
    *s = (stub_loop){.rig = {.name = "stub", .substeps = 1, .period_ns = 1000000}};
    open_model(s, extra_model_text);
    s->e.rig = &s->rig;
    s->e.sim = &s->sim;
    s->e.monitor = aligned_alloc(64, (sizeof *s->e.monitor + 63) / 64 * 64);
    must(s->e.monitor != NULL, "no memory");
    memset(s->e.monitor, 0, sizeof *s->e.monitor);
    s->e.monitor->period_ns = s->rig.period_ns;
    atomic_store(&s->e.monitor->newest, -1);
    atomic_store(&s->e.monitor->state, TAC_RUN_PAUSED);
    must(tac_outputs_open(&s->e.outputs, &s->rig, &s->sim, &diag), diag.text);
    must(tac_variables_open(&s->sim, &s->e.variable, &s->e.n_variable), "no memory");
    snprintf(s->place, sizeof s->place, "%s.sock", s->model);
    s->control = tac_control_open(&s->e, &tac_control_loop_verbs, s->place, &diag);
    must(s->control != NULL, diag.text);
    must(pthread_create(&s->helper, NULL, tac_control_run, s->control) == 0, "no thread");
    must(pthread_create(&s->loop, NULL, loop, s) == 0, "no thread");
}

void stub_close(stub_loop *s)
{
    tac_control_quit(s->control);
    pthread_join(s->helper, NULL);
    atomic_store(&s->quit, 1);
    pthread_join(s->loop, NULL);
    tac_control_close(s->control);
    tac_variables_close(s->e.variable, s->e.n_variable);
    tac_outputs_close(&s->e.outputs);
    free(s->e.monitor);
    free(s->initial);
    tac_simulation_close(&s->sim);
    unlink(s->model);
}

int stub_connect(const stub_loop *s)
{
    tac_diag diag = {0};
    int fd = tac_control_connect(s->place, &diag);
    must(fd >= 0, diag.text);
    struct timeval patience = {.tv_sec = 60};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return fd;
}

const char *stub_ask(int fd, const char *request, char *answer, int size)
{
    char end = '\n';
    int n = 0;
    answer[0] = '\0';
    if (send(fd, request, strlen(request), MSG_NOSIGNAL) < 0 ||
        send(fd, &end, 1, MSG_NOSIGNAL) < 0) {
        return answer;
    }
    while (n < size - 1 && recv(fd, answer + n, 1, 0) == 1 && answer[n] != '\n') {
        n++;
    }
    answer[n] = '\0';
    return answer;
}
