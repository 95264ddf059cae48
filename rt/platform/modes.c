#include "modes.h"

#include <math.h>

const char *const tac_platform_state_name[TAC_PLATFORM_STATES] = {
    [TAC_PLATFORM_WAITING] = "waiting",   [TAC_PLATFORM_PARKING] = "parking",
    [TAC_PLATFORM_PARKED] = "parked",     [TAC_PLATFORM_ENGAGING] = "engaging",
    [TAC_PLATFORM_ENGAGED] = "engaged",   [TAC_PLATFORM_HOLDING] = "holding",
    [TAC_PLATFORM_STOPPING] = "stopping", [TAC_PLATFORM_STOPPED] = "stopped"};

const char *const tac_platform_verb_name[TAC_PLATFORM_VERBS] = {
    [TAC_PLATFORM_DO_NONE] = "none", [TAC_PLATFORM_DO_ENGAGE] = "engage",
    [TAC_PLATFORM_DO_HOLD] = "hold", [TAC_PLATFORM_DO_PARK] = "park",
    [TAC_PLATFORM_DO_STOP] = "stop", [TAC_PLATFORM_DO_RESET] = "reset"};

const char *const tac_platform_answer_text[TAC_ANSWERS] = {
    [TAC_ANSWER_DONE] = "done",
    [TAC_ANSWER_NO_SINK] = "the instance that drives the legs does not run",
    [TAC_ANSWER_NO_SOURCE] = "the instance that simulates the vehicle does not run",
    [TAC_ANSWER_LATCHED] = "emergency stop; 'reset' it once it is stopped",
    [TAC_ANSWER_NOT_STOPPED] = "there was no emergency stop",
    [TAC_ANSWER_NOT_PARKED] = "emergency stop; not parked yet",
    [TAC_ANSWER_NOT_MOVING] = "nothing moves",
    [TAC_ANSWER_ENDING] = "the controller is about to end"};

const char *const tac_platform_why_text[TAC_WHYS] = {
    [TAC_WHY_BEGIN] = "just started",
    [TAC_WHY_VERB] = "as told",
    [TAC_WHY_SINK_LOST] = "lost the instance that drives the legs",
    [TAC_WHY_SINK_BACK] = "the instance that drives the legs runs",
    [TAC_WHY_SOURCE_LOST] = "lost the instance that simulates the vehicle",
    [TAC_WHY_SOURCE_BACK] = "the instance that simulates the vehicle is back",
    [TAC_WHY_PATIENCE] = "no vehicle for too long",
    [TAC_WHY_EMERGENCY] = "emergency stop",
    [TAC_WHY_ENDING] = "the controller is about to end",
    [TAC_WHY_EAGER] = "both instances run",
    [TAC_WHY_DONE] = "the state before is complete"};

static int64_t in_cycles(double seconds, const tac_platform_file *f)
{
    return (int64_t)ceil(seconds * 1e9 / (double)f->period_ns);
}

void tac_modes_init(tac_modes *m, const tac_platform_file *f, int is_eager)
{
    *m = (tac_modes){.state = TAC_PLATFORM_WAITING,
                     .is_eager = is_eager,
                     .engage = in_cycles(f->ramps.engage, f),
                     .park = in_cycles(f->ramps.park, f),
                     .settle = in_cycles(f->ramps.settle, f),
                     .patience = in_cycles((double)f->source.patience_ns * 1e-9, f)};
}

static void enter(tac_modes *m, tac_platform_state state, tac_platform_why why)
{
    m->state = state;
    m->why = why;
    m->cycles = 0;
}

static int is_live(const tac_modes *m)
{
    return m->state == TAC_PLATFORM_ENGAGING || m->state == TAC_PLATFORM_ENGAGED;
}

static int is_up(const tac_modes *m)
{
    return is_live(m) || m->state == TAC_PLATFORM_HOLDING;
}

// ---- verbs ---------------------------------------------------------------------------------------

static tac_platform_answer stop(tac_modes *m)
{
    m->is_latched = 1;
    if (m->state == TAC_PLATFORM_PARKED) {
        enter(m, TAC_PLATFORM_STOPPED, TAC_WHY_EMERGENCY);
    } else if (is_up(m) || m->state == TAC_PLATFORM_PARKING) {
        enter(m, TAC_PLATFORM_STOPPING, TAC_WHY_EMERGENCY);
    }
    return TAC_ANSWER_DONE;
}

static tac_platform_answer engage(tac_modes *m, const tac_modes_input *in)
{
    if (!in->has_source) {
        return TAC_ANSWER_NO_SOURCE;
    }
    if (!is_live(m)) {
        enter(m, TAC_PLATFORM_ENGAGING, TAC_WHY_VERB);
    }
    return TAC_ANSWER_DONE;
}

static tac_platform_answer hold(tac_modes *m)
{
    if (m->state == TAC_PLATFORM_PARKED) {
        return TAC_ANSWER_NOT_MOVING;
    }
    if (m->state != TAC_PLATFORM_HOLDING) {
        enter(m, TAC_PLATFORM_HOLDING, TAC_WHY_VERB);
    }
    m->is_held_by_hand = 1;
    return TAC_ANSWER_DONE;
}

static tac_platform_answer park(tac_modes *m)
{
    if (is_up(m)) {
        enter(m, TAC_PLATFORM_PARKING, TAC_WHY_VERB);
    }
    return TAC_ANSWER_DONE;
}

static tac_platform_answer reset(tac_modes *m)
{
    if (!m->is_latched) {
        return TAC_ANSWER_NOT_STOPPED;
    }
    if (m->state != TAC_PLATFORM_STOPPED) {
        return TAC_ANSWER_NOT_PARKED;
    }
    m->is_latched = 0;
    enter(m, TAC_PLATFORM_PARKED, TAC_WHY_VERB);
    return TAC_ANSWER_DONE;
}

static tac_platform_answer obey(tac_modes *m, const tac_modes_input *in)
{
    int moves = in->verb == TAC_PLATFORM_DO_ENGAGE || in->verb == TAC_PLATFORM_DO_HOLD;
    if (in->verb == TAC_PLATFORM_DO_STOP) {
        return stop(m);
    }
    if (in->verb == TAC_PLATFORM_DO_RESET) {
        return reset(m);
    }
    if (moves && in->is_ending) {
        return TAC_ANSWER_ENDING;
    }
    if (moves && m->is_latched) {
        return TAC_ANSWER_LATCHED;
    }
    if (m->state == TAC_PLATFORM_WAITING) {
        return TAC_ANSWER_NO_SINK;
    }
    return in->verb == TAC_PLATFORM_DO_ENGAGE ? engage(m, in)
           : in->verb == TAC_PLATFORM_DO_HOLD ? hold(m)
                                              : park(m);
}

// ---- what happens by itself ----------------------------------------------------------------------

static void go_on(tac_modes *m, const tac_modes_input *in)
{
    switch (m->state) {
    case TAC_PLATFORM_WAITING:
        enter(m, TAC_PLATFORM_PARKING, TAC_WHY_SINK_BACK);
        break;
    case TAC_PLATFORM_PARKING:
        if (in->is_parked && m->cycles >= m->park) {
            enter(m, m->is_latched ? TAC_PLATFORM_STOPPED : TAC_PLATFORM_PARKED, TAC_WHY_DONE);
        }
        break;
    case TAC_PLATFORM_PARKED:
        if (m->is_eager && in->has_source && !in->is_ending) {
            m->is_eager = 0;
            enter(m, TAC_PLATFORM_ENGAGING, TAC_WHY_EAGER);
        }
        break;
    case TAC_PLATFORM_ENGAGING:
    case TAC_PLATFORM_ENGAGED:
        if (!in->has_source) {
            m->is_held_by_hand = 0;
            enter(m, TAC_PLATFORM_HOLDING, TAC_WHY_SOURCE_LOST);
        } else if (m->state == TAC_PLATFORM_ENGAGING && m->cycles >= m->engage) {
            enter(m, TAC_PLATFORM_ENGAGED, TAC_WHY_DONE);
        }
        break;
    case TAC_PLATFORM_HOLDING:
        if (!m->is_held_by_hand && m->sourceless >= m->patience) {
            enter(m, TAC_PLATFORM_PARKING, TAC_WHY_PATIENCE);
        } else if (!m->is_held_by_hand && in->has_source) {
            enter(m, TAC_PLATFORM_ENGAGING, TAC_WHY_SOURCE_BACK);
        }
        break;
    case TAC_PLATFORM_STOPPING:
        if (m->resting >= m->settle) {
            enter(m, TAC_PLATFORM_PARKING, TAC_WHY_DONE);
        }
        break;
    case TAC_PLATFORM_STOPPED:
    case TAC_PLATFORM_STATES:
        break;
    }
}

tac_platform_answer tac_modes_step(tac_modes *m, const tac_modes_input *in)
{
    tac_platform_answer answer = TAC_ANSWER_DONE;
    m->cycles++;
    m->sourceless = in->has_source ? 0 : m->sourceless + 1;
    m->resting = in->is_at_rest ? m->resting + 1 : 0;
    if (!in->has_sink && m->state != TAC_PLATFORM_WAITING) {
        enter(m, TAC_PLATFORM_WAITING, TAC_WHY_SINK_LOST);
    }
    tac_platform_state before = m->state;
    if (in->verb != TAC_PLATFORM_DO_NONE) {
        m->is_eager = 0; // from now on somebody decides
        answer = obey(m, in);
    }
    if (in->has_sink && in->is_ending && is_up(m)) {
        enter(m, TAC_PLATFORM_PARKING, TAC_WHY_ENDING);
    } else if (in->has_sink && m->state == before) {
        go_on(m, in);
    }
    return answer;
}

int tac_modes_may_end(const tac_modes *m)
{
    return m->state == TAC_PLATFORM_WAITING || m->state == TAC_PLATFORM_PARKED ||
           m->state == TAC_PLATFORM_STOPPED;
}
