#include "session_2.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "session_log.h"

// The environment that comes back is not looked at: FMUs lose it.
static void take_log(void *environment, const char *name, int status, const char *category,
                     const char *message, ...)
{
    char text[1000] = "";
    va_list arguments;
    (void)environment, (void)name;
    va_start(arguments, message);
    if (message) {
        (void)vsnprintf(text, sizeof text, message, arguments);
    }
    va_end(arguments);
    tac_session_log(status, category, text);
}

bool tac_session_2_new(tac_session *s, const char *resources)
{
    static const fmi2_callbacks callbacks = {
        .logger = take_log, .allocate = calloc, .release = free};
    const char *category[TAC_STATUS_CATEGORIES];
    const tac_calls_2 *f = &s->two;
    tac_session_calls(s, TAC_CALL_INSTANTIATE);
    s->instance = f->fmi2Instantiate(s->mockup->name, FMI2_CO_SIMULATION, s->mockup->token,
                                     resources, &callbacks, 0, 1);
    (void)tac_session_called(s, 0);
    if (!s->instance) {
        return tac_session_say(s, "Instantiate gives no instance");
    }
    int n = tac_session_categories(s, category);
    if (n > 0) {
        (void)TAC_CALL(s, TAC_CALL_INSTANTIATE,
                       f->fmi2SetDebugLogging(s->instance, 1, (size_t)n, category));
    }
    return true;
}

bool tac_session_2_begin(tac_session *s, const tac_input_source *inputs)
{
    const tac_calls_2 *f = &s->two;
    void *c = s->instance;
    return tac_session_set_starts(s, false) &&
           tac_session_good(
               s, TAC_CALL(s, TAC_CALL_SETUP, f->fmi2SetupExperiment(c, 0, 0.0, s->time, 0, 0.0)),
               "SetupExperiment") &&
           tac_session_good(s, TAC_CALL(s, TAC_CALL_ENTER, f->fmi2EnterInitializationMode(c)),
                            "EnterInitializationMode") &&
           inputs->set(s, inputs->context, TAC_ALL_INPUTS) &&
           tac_session_good(s, TAC_CALL(s, TAC_CALL_EXIT, f->fmi2ExitInitializationMode(c)),
                            "ExitInitializationMode");
}

// What a step that was discarded means: that the FMU wants to end, or that it cannot go on.
static tac_step_result ask_why(tac_session *s)
{
    int ends = 0;
    double last = s->time;
    const tac_calls_2 *f = &s->two;
    int answer =
        TAC_CALL(s, TAC_CALL_STATUS, f->fmi2GetBooleanStatus(s->instance, FMI2_TERMINATED, &ends));
    if (!tac_answer_is_good(answer) || !ends) {
        (void)tac_session_say(s, "DoStep answers Discard at %.9g s", s->time);
        return TAC_STEP_FAILED;
    }
    answer = TAC_CALL(s, TAC_CALL_STATUS,
                      f->fmi2GetRealStatus(s->instance, FMI2_LAST_SUCCESSFUL_TIME, &last));
    s->time = tac_answer_is_good(answer) && isfinite(last) && last >= s->time ? last : s->time;
    return TAC_STEP_ENDED;
}

tac_step_result tac_session_2_step(tac_session *s, double to, const tac_input_source *inputs)
{
    if (!inputs->set(s, inputs->context, TAC_ALL_INPUTS)) {
        return TAC_STEP_FAILED;
    }
    int answer = TAC_CALL(s, TAC_CALL_STEP,
                          s->two.fmi2DoStep(s->instance, s->time, tac_session_length(s, to), 1));
    if (answer == TAC_ANSWER_DISCARD) {
        return ask_why(s);
    }
    if (!tac_session_good(s, answer, "DoStep")) {
        return TAC_STEP_FAILED;
    }
    s->time = to;
    return TAC_STEP_DONE;
}
