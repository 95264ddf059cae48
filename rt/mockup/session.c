#include "session.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "mockup_read.h"
#include "session_2.h"
#include "session_3.h"
#include "session_values.h"
#include "system/clock.h"

// ---- calls ---------------------------------------------------------------------------------------

void tac_session_calls(tac_session *s, tac_fmu_call call)
{
    atomic_store_explicit(&s->page->since, tac_now_ns(), memory_order_relaxed);
    // release: who sees the call sees when it began
    atomic_store_explicit(&s->page->call, (int32_t)call, memory_order_release);
}

int tac_session_called(tac_session *s, int answer)
{
    atomic_store_explicit(&s->page->call, TAC_CALL_NONE, memory_order_release);
    (void)fesetenv(&s->floats);
    return answer;
}

bool tac_answer_is_good(int answer)
{
    return answer == TAC_ANSWER_OK || answer == TAC_ANSWER_WARNING;
}

const char *tac_answer_word(int answer)
{
    static const char *const word[] = {
        [TAC_ANSWER_OK] = "OK",           [TAC_ANSWER_WARNING] = "a warning",
        [TAC_ANSWER_DISCARD] = "Discard", [TAC_ANSWER_ERROR] = "Error",
        [TAC_ANSWER_FATAL] = "Fatal",     [TAC_ANSWER_PENDING] = "Pending"};
    return answer >= 0 && answer < (int)(sizeof word / sizeof *word)
               ? word[answer]
               : "a status that the standard does not have";
}

bool tac_session_say(tac_session *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(s->line, sizeof s->line, format, arguments);
    va_end(arguments);
    return false;
}

bool tac_session_good(tac_session *s, int answer, const char *function)
{
    return tac_answer_is_good(answer) || tac_session_say(s, "%s answers %s at %.9g s", function,
                                                         tac_answer_word(answer), s->time);
}

// ---- opening -------------------------------------------------------------------------------------

// The folder of resources: of FMI 2 as a URI, also where the archive has none; of FMI 3 as a path with a slash, NULL
// where it has none.
static const char *resources_of(const tac_session *s)
{
    static char text[3 * 4096 + 32];
    char path[4096];
    struct stat about;
    (void)snprintf(path, sizeof path, "%s/resources", s->folder);
    if (s->mockup->version == 3) {
        bool is_there = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
        (void)snprintf(text, sizeof text, "%s/", path);
        return is_there ? text : NULL;
    }
    size_t n = (size_t)snprintf(text, sizeof text, "file://");
    for (const unsigned char *c = (const unsigned char *)path; *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || strchr("/-._~", *c);
        n += (size_t)snprintf(text + n, sizeof text - n, plain ? "%c" : "%%%02X", *c);
    }
    return text;
}

static bool has_version(tac_session *s)
{
    int v = s->mockup->version;
    tac_session_calls(s, TAC_CALL_VERSION);
    const char *version = v == 2 ? s->two.fmi2GetVersion() : s->three.fmi3GetVersion();
    (void)tac_session_called(s, 0);
    return (version && version[0] == (char)('0' + v) && version[1] == '.') ||
           tac_session_say(s, "its binary is of FMI %.20s, its description of %s",
                           version ? version : "without a version", s->mockup->fmi);
}

static size_t largest_variable(const tac_mockup *m)
{
    size_t most = 1;
    for (int i = 0; i < m->n_variable; i++) {
        most = m->variable[i].n > most ? m->variable[i].n : most;
    }
    return most;
}

bool tac_session_open(tac_session *s)
{
    char path[4096];
    tac_diag diag = {.text = ""};
    int v = s->mockup->version;
    (void)fegetenv(&s->floats);
    s->buffer = tac_kept(largest_variable(s->mockup), sizeof(double));
    s->has_events = s->mockup->has_events;
    s->next_event = HUGE_VAL;
    (void)snprintf(path, sizeof path, "%s/binaries/%s/%s.so", s->folder, s->platform,
                   s->mockup->identifier);
    tac_session_calls(s, TAC_CALL_LOAD);
    bool good = tac_calls_load(path, v, v == 2 ? (void *)&s->two : (void *)&s->three, &diag);
    (void)tac_session_called(s, 0);
    if (!good) {
        return tac_session_say(s, "%s", diag.text);
    }
    return has_version(s) &&
           (v == 2 ? tac_session_2_new(s, resources_of(s)) : tac_session_3_new(s, resources_of(s)));
}

// ---- stepping ------------------------------------------------------------------------------------

bool tac_session_begin(tac_session *s, double start, const tac_input_source *inputs)
{
    s->time = start;
    s->next_event = HUGE_VAL;
    return s->mockup->version == 2 ? tac_session_2_begin(s, inputs)
                                   : tac_session_3_begin(s, inputs);
}

tac_step_result tac_session_step(tac_session *s, double to, const tac_input_source *inputs)
{
    tac_step_result result = s->mockup->version == 2 ? tac_session_2_step(s, to, inputs)
                                                     : tac_session_3_step(s, to, inputs);
    atomic_store_explicit(&s->page->time_ns, (int64_t)(s->time * 1e9), memory_order_relaxed);
    atomic_fetch_add_explicit(&s->page->steps, 1, memory_order_relaxed);
    return result;
}

double tac_session_length(const tac_session *s, double to)
{
    double h = to - s->time;
    return fabs(h - s->step) < 1e-9 * s->step ? s->step : h;
}

bool tac_session_reset(tac_session *s)
{
    int v = s->mockup->version;
    int answer = TAC_CALL(s, TAC_CALL_RESET,
                          v == 2 ? s->two.fmi2Reset(s->instance) : s->three.fmi3Reset(s->instance));
    return tac_session_good(s, answer, "Reset");
}

void tac_session_end(tac_session *s)
{
    int v = s->mockup->version;
    (void)TAC_CALL(s, TAC_CALL_TERMINATE,
                   v == 2 ? s->two.fmi2Terminate(s->instance)
                          : s->three.fmi3Terminate(s->instance));
    tac_session_calls(s, TAC_CALL_FREE);
    if (v == 2) {
        s->two.fmi2FreeInstance(s->instance);
    } else {
        s->three.fmi3FreeInstance(s->instance);
    }
    (void)tac_session_called(s, 0);
}

bool tac_session_set_starts(tac_session *s, bool structural)
{
    bool good = true;
    for (int i = 0; i < s->n_start && good; i++) {
        const tac_mockup_variable *v = s->start[i].variable;
        if ((v->causality == TAC_FMI_STRUCTURAL_PARAMETER) == structural) {
            good = tac_session_set_text(s, v, s->start[i].text);
        }
    }
    return good;
}

int tac_session_categories(const tac_session *s, const char *name[TAC_STATUS_CATEGORIES])
{
    static const char *const wanted[TAC_STATUS_CATEGORIES] = {
        "logStatusWarning", "logStatusDiscard", "logStatusError", "logStatusFatal"};
    const tac_xml_node *list = tac_xml_child(s->mockup->root, "LogCategories");
    int n = 0;
    for (const tac_xml_node *e = list ? list->first : NULL; e && !s->logs_all; e = e->next) {
        for (int k = 0; k < TAC_STATUS_CATEGORIES && n < TAC_STATUS_CATEGORIES; k++) {
            const char *own = tac_xml_get(e, "name");
            if (own && strcmp(own, wanted[k]) == 0) {
                name[n++] = own;
            }
        }
    }
    return n;
}
