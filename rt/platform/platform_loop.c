#include "platform_loop.h"

#include <string.h>
#include <sys/prctl.h>

void tac_platform_loop_init(tac_platform_loop *l, const tac_platform_file *file,
                            const tac_clock *clock, int is_eager,
                            tac_platform_command_log *commands)
{
    memset(l, 0, sizeof *l);
    l->file = file;
    l->clock = clock;
    l->commands = commands;
    tac_instance_port_source(&l->source, file);
    tac_instance_port_sink(&l->sink, file);
    tac_modes_init(&l->modes, file, is_eager);
    tac_motion_init(&l->motion, file);
}

// ---- verbs ---------------------------------------------------------------------------------------

void tac_platform_loop_ask(tac_platform_loop *l, tac_platform_verb verb)
{
    // relaxed: the asking thread alone writes it
    int64_t number = atomic_load_explicit(&l->asked, memory_order_relaxed) / 256 + 1;
    // relaxed: the verb is in the word itself
    atomic_store_explicit(&l->asked, 256 * number + (int64_t)verb, memory_order_relaxed);
}

int tac_platform_loop_answer(const tac_platform_loop *l)
{
    // relaxed: we wrote it
    int64_t asked = atomic_load_explicit(&l->asked, memory_order_relaxed);
    // acquire: with the answer comes the snapshot of its cycle
    int64_t answered = atomic_load_explicit(&l->answered, memory_order_acquire);
    return answered / 256 == asked / 256 ? (int)(answered % 256) : -1;
}

static tac_platform_verb take_verb(tac_platform_loop *l)
{
    // relaxed: the verb is in the word itself
    int64_t asked = atomic_load_explicit(&l->asked, memory_order_relaxed);
    if (asked / 256 == l->taken) {
        return TAC_PLATFORM_DO_NONE;
    }
    l->taken = asked / 256;
    return (tac_platform_verb)(asked % 256);
}

// ---- cycle ---------------------------------------------------------------------------------------

static vec3 driver(const tac_platform_loop *l, int first)
{
    return (vec3){tac_instance_port_value(&l->source, first),
                  tac_instance_port_value(&l->source, first + 1),
                  tac_instance_port_value(&l->source, first + 2)};
}

// The legs are where their commands in effect have them, whichever client gave these.
static void find_legs(tac_platform_loop *l)
{
    double length[TAC_LEGS];
    for (int i = 0; i < TAC_LEGS; i++) {
        length[i] = tac_instance_port_value(&l->sink, i) + l->file->legs.zero[i];
    }
    tac_motion_place(&l->motion, length);
}

static void send(tac_platform_loop *l)
{
    double value[TAC_LEGS];
    for (int i = 0; i < TAC_LEGS; i++) {
        value[i] = l->motion.leg[i].length - l->file->legs.zero[i];
    }
    (void)tac_instance_port_send(&l->sink,
                                 value); // a sink that is lost is missed by the next cycle
}

static void follow(tac_platform_loop *l, int has_source, tac_platform_command_log_row *row)
{
    vec3 force = {0.0, 0.0, TAC_GRAVITY}, rate = {0.0, 0.0, 0.0};
    if (has_source) {
        force = driver(l, 0);
        rate = driver(l, 3);
    }
    tac_motion_step(&l->motion, l->modes.state, force, rate);
    send(l);
    const tac_platform_pose *p = &l->motion.washout.pose;
    *row = (tac_platform_command_log_row){
        .cycle = l->snapshot.cycle,
        .t = (double)(l->release - l->begin) * 1e-9,
        .state = l->modes.state,
        .has_source = has_source,
        .force = {force.x, force.y, force.z},
        .rate = {rate.x, rate.y, rate.z},
        .pose = {p->position.x, p->position.y, p->position.z, p->roll, p->pitch, p->yaw}};
    for (int i = 0; i < TAC_LEGS; i++) {
        row->length[i] = l->motion.leg[i].length;
    }
}

static void show(tac_platform_loop *l, const tac_modes_input *in)
{
    tac_snapshot *p = &l->snapshot;
    const tac_motion *m = &l->motion;
    p->stamp = l->release;
    p->state = (int64_t)l->modes.state;
    p->why = (int64_t)l->modes.why;
    p->is_latched = l->modes.is_latched;
    p->has_source = in->has_source;
    p->has_sink = in->has_sink;
    p->limited = m->limited;
    p->applied = l->sink.account.applied;
    p->rejected = l->sink.account.rejected;
    p->clamped = l->sink.account.limited;
    p->source_age = tac_instance_port_age(&l->source);
    const tac_platform_pose *pose = &m->washout.pose;
    const double six[6] = {pose->position.x, pose->position.y, pose->position.z,
                           pose->roll,       pose->pitch,      pose->yaw};
    memcpy(p->pose, six, sizeof six);
    memcpy(p->extremes, m->extremes, sizeof p->extremes);
    for (int i = 0; i < TAC_LEGS; i++) {
        p->length[i] = m->leg[i].length;
        p->velocity[i] = m->leg[i].velocity;
    }
    tac_snapshot_show(&l->ring, p);
}

void tac_platform_loop_cycle(tac_platform_loop *l)
{
    tac_platform_state before = l->modes.state;
    l->snapshot.cycle++;
    const tac_modes_input in = {.verb = take_verb(l),
                                .has_source = tac_instance_port_look(&l->source),
                                .has_sink = tac_instance_port_look(&l->sink),
                                .is_parked = tac_motion_is_parked(&l->motion),
                                .is_at_rest = tac_motion_is_at_rest(&l->motion),
                                // relaxed: nothing comes with it
                                .is_ending = atomic_load_explicit(&l->end, memory_order_relaxed) !=
                                             TAC_PLATFORM_GO_ON};
    tac_platform_answer answer = tac_modes_step(&l->modes, &in);

    if (before == TAC_PLATFORM_WAITING && l->modes.state != before) {
        find_legs(l);
    }
    if (l->modes.state != before) {
        tac_motion_begin(&l->motion, l->modes.state);
    }
    if (l->modes.state != TAC_PLATFORM_WAITING) {
        tac_platform_command_log_row row;
        follow(l, in.has_source, &row);
        if (l->commands) {
            tac_platform_command_log_put(l->commands, &row);
        }
    }
    show(l, &in);
    if (in.verb != TAC_PLATFORM_DO_NONE) {
        // release: the thread that has the answer sees the snapshot of this cycle
        atomic_store_explicit(&l->answered, 256 * l->taken + (int64_t)answer, memory_order_release);
    }
}

// ---- run -----------------------------------------------------------------------------------------

// Sleeps to the next release; periods that have passed meanwhile are skipped and counted.
static void wait_for_release(tac_platform_loop *l)
{
    int64_t period = l->file->period_ns;
    l->release += period;
    int64_t now = tac_wait_until(l->clock, l->release, 0, 0);
    int64_t late = now - l->release;
    l->snapshot.latest = late > l->snapshot.latest ? late : l->snapshot.latest;
    if (late >= period) {
        int64_t passed = late / period;
        l->release += passed * period;
        l->snapshot.missed += passed;
    }
}

static int leaves(const tac_platform_loop *l)
{
    // relaxed: nothing comes with it
    int end = atomic_load_explicit(&l->end, memory_order_relaxed);
    return end == TAC_PLATFORM_END_AT_ONCE ||
           (end == TAC_PLATFORM_PARK_AND_END && tac_modes_may_end(&l->modes));
}

void *tac_platform_loop_run(void *loop)
{
    tac_platform_loop *l = loop;
    // timers that end when they say; only ordinary scheduling rounds them
    (void)prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    l->begin = l->release = l->clock->now(l->clock->context);
    while (!leaves(l)) {
        wait_for_release(l);
        tac_platform_loop_cycle(l);
    }
    // release: the thread that sees the end sees all the loop has done
    atomic_store_explicit(&l->has_ended, 1, memory_order_release);
    return NULL;
}
