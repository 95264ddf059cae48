#include "session_3.h"

#include <math.h>

#include "session_log.h"

enum {
    MOST_UPDATES = 100, // of discrete states at one event
    MOST_STILL = 100    // steps without progress
};

static void take_log(void *environment, int status, const char *category, const char *message)
{
    (void)environment;
    tac_session_log(status, category, message);
}

static void *instantiate(tac_session *s, const char *resources)
{
    tac_session_calls(s, TAC_CALL_INSTANTIATE);
    void *instance =
        s->three.fmi3InstantiateCoSimulation(s->mockup->name, s->mockup->token, resources, false,
                                             true, s->has_events, true, NULL, 0, s, take_log, NULL);
    (void)tac_session_called(s, 0);
    return instance;
}

bool tac_session_3_new(tac_session *s, const char *resources)
{
    const char *category[TAC_STATUS_CATEGORIES];
    const tac_calls_3 *f = &s->three;
    s->instance = instantiate(s, resources);
    if (!s->instance && s->has_events) { // some say that they have events, and have none
        s->has_events = false;
        s->instance = instantiate(s, resources);
    }
    if (!s->instance) {
        return tac_session_say(s, "InstantiateCoSimulation gives no instance");
    }
    int n = tac_session_categories(s, category);
    if (n > 0) {
        (void)TAC_CALL(s, TAC_CALL_INSTANTIATE,
                       f->fmi3SetDebugLogging(s->instance, true, (size_t)n, category));
    }
    return true;
}

// ---- events --------------------------------------------------------------------------------------

static bool update(tac_session *s, bool *ends)
{
    bool again = true;
    for (int k = 0; again; k++) {
        bool terminate = false, nominals = false, values = false, has_next = false;
        double next = HUGE_VAL;
        if (k == MOST_UPDATES) {
            return tac_session_say(s, "UpdateDiscreteStates comes to no end at %.9g s", s->time);
        }
        again = false;
        int answer =
            TAC_CALL(s, TAC_CALL_EVENTS,
                     s->three.fmi3UpdateDiscreteStates(s->instance, &again, &terminate, &nominals,
                                                       &values, &has_next, &next));
        if (!tac_session_good(s, answer, "UpdateDiscreteStates")) {
            return false;
        }
        s->next_event = has_next && !isnan(next) ? next : HUGE_VAL;
        *ends = *ends || terminate;
    }
    return true;
}

static bool leave_event_mode(tac_session *s, bool *ends)
{
    return update(s, ends) &&
           (*ends || tac_session_good(
                         s, TAC_CALL(s, TAC_CALL_EVENTS, s->three.fmi3EnterStepMode(s->instance)),
                         "EnterStepMode"));
}

static bool handle_event(tac_session *s, const tac_input_source *inputs, bool *ends)
{
    return tac_session_good(s,
                            TAC_CALL(s, TAC_CALL_EVENTS, s->three.fmi3EnterEventMode(s->instance)),
                            "EnterEventMode") &&
           (!inputs || inputs->set(s, inputs->context, TAC_DISCRETE_INPUTS)) &&
           leave_event_mode(s, ends);
}

// ---- start ---------------------------------------------------------------------------------------

static bool configure(tac_session *s)
{
    const tac_calls_3 *f = &s->three;
    bool any = false;
    for (int i = 0; i < s->n_start; i++) {
        any = any || s->start[i].variable->causality == TAC_FMI_STRUCTURAL_PARAMETER;
    }
    return !any ||
           (tac_session_good(
                s, TAC_CALL(s, TAC_CALL_CONFIGURE, f->fmi3EnterConfigurationMode(s->instance)),
                "EnterConfigurationMode") &&
            tac_session_set_starts(s, true) &&
            tac_session_good(
                s, TAC_CALL(s, TAC_CALL_CONFIGURE, f->fmi3ExitConfigurationMode(s->instance)),
                "ExitConfigurationMode"));
}

bool tac_session_3_begin(tac_session *s, const tac_input_source *inputs)
{
    const tac_calls_3 *f = &s->three;
    bool ends = false;
    return configure(s) && tac_session_set_starts(s, false) &&
           tac_session_good(s,
                            TAC_CALL(s, TAC_CALL_ENTER,
                                     f->fmi3EnterInitializationMode(s->instance, false, 0.0,
                                                                    s->time, false, 0.0)),
                            "EnterInitializationMode") &&
           inputs->set(s, inputs->context, TAC_ALL_INPUTS) &&
           tac_session_good(s,
                            TAC_CALL(s, TAC_CALL_EXIT, f->fmi3ExitInitializationMode(s->instance)),
                            "ExitInitializationMode") &&
           (!s->has_events || leave_event_mode(s, &ends)) &&
           (!ends || tac_session_say(s, "it wants to end at its start"));
}

// ---- steps ---------------------------------------------------------------------------------------

typedef struct outcome { // of one DoStep
    bool event, ends, early;
    double last;
} outcome;

static bool do_step(tac_session *s, double to, outcome *o)
{
    *o = (outcome){.last = to};
    int answer = TAC_CALL(s, TAC_CALL_STEP,
                          s->three.fmi3DoStep(s->instance, s->time, tac_session_length(s, to), true,
                                              &o->event, &o->ends, &o->early, &o->last));
    if (!tac_session_good(s, answer, "DoStep")) {
        return false;
    }
    double slack = 1e-9 * (fabs(to) + fabs(to - s->time));
    if (o->early && !(o->last >= s->time - slack && o->last <= to + slack)) {
        return tac_session_say(s, "DoStep from %.9g s to %.9g s says that it got to %.9g s",
                               s->time, to, o->last);
    }
    return true;
}

// One DoStep, to its end or to the next event, and what follows from it.
static tac_step_result step_once(tac_session *s, double to)
{
    outcome o;
    double target = s->has_events && s->next_event < to ? fmax(s->next_event, s->time) : to;
    bool at_event = s->has_events && s->next_event <= target;
    if (target > s->time) {
        if (!do_step(s, target, &o)) {
            return TAC_STEP_FAILED;
        }
        s->time = o.early || o.ends ? fmin(fmax(o.last, s->time), target) : target;
        if (o.ends) {
            return TAC_STEP_ENDED;
        }
        at_event = s->has_events && (o.event || (at_event && s->time >= s->next_event));
    }
    bool ends = false;
    if (at_event && !handle_event(s, NULL, &ends)) {
        return TAC_STEP_FAILED;
    }
    return ends ? TAC_STEP_ENDED : TAC_STEP_DONE;
}

static tac_step_result take_inputs(tac_session *s, const tac_input_source *inputs)
{
    bool ends = false;
    if (!s->has_events) {
        return inputs->set(s, inputs->context, TAC_ALL_INPUTS) ? TAC_STEP_DONE : TAC_STEP_FAILED;
    }
    if (inputs->discrete_change(inputs->context) && !handle_event(s, inputs, &ends)) {
        return TAC_STEP_FAILED;
    }
    return ends                                                     ? TAC_STEP_ENDED
           : inputs->set(s, inputs->context, TAC_CONTINUOUS_INPUTS) ? TAC_STEP_DONE
                                                                    : TAC_STEP_FAILED;
}

tac_step_result tac_session_3_step(tac_session *s, double to, const tac_input_source *inputs)
{
    tac_step_result result = take_inputs(s, inputs);
    double near = 1e-9 * (to - s->time);
    for (int still = 0; result == TAC_STEP_DONE && s->time < to - near;) {
        double before = s->time;
        result = step_once(s, to);
        still = s->time > before ? 0 : still + 1;
        if (still == MOST_STILL && result == TAC_STEP_DONE) {
            (void)tac_session_say(s, "DoStep makes no progress at %.9g s", s->time);
            return TAC_STEP_FAILED;
        }
    }
    s->time = result == TAC_STEP_DONE ? to : s->time;
    return result;
}
