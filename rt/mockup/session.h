// An FMU that is loaded and stepped, FMI 2.0 and 3.0 alike, by the states of the standard. Whatever function of the FMU
// is called stands on the page meanwhile, for whoever waits for it.
#ifndef TAC_MOCKUP_SESSION_H
#define TAC_MOCKUP_SESSION_H

#include <fenv.h>

#include "calls.h"
#include "cosim/page.h"
#include "mockup.h"

enum { TAC_SESSION_LINE = 512 };

typedef enum tac_step_result {
    TAC_STEP_DONE,
    TAC_STEP_ENDED, // the FMU wants no more of them
    TAC_STEP_FAILED // with a line
} tac_step_result;

typedef struct tac_start_value { // of --set
    const tac_mockup_variable *variable;
    const char *text;
} tac_start_value;

typedef struct tac_session {
    const tac_mockup *mockup;
    const char *folder; // with the unpacked archive, and of it the folder of binaries
    const char *platform;
    bool logs_all;
    tac_cosim_page *page;
    const tac_start_value *start; // (n_start)
    int n_start;

    tac_calls_2 two; // of its version
    tac_calls_3 three;
    void *instance;
    fenv_t floats;     // of this program, put back after every call
    double step;       // s, of communication, as a rule
    double time;       // s, up to which it was stepped
    double next_event; // s, infinite: none is known
    bool has_events;   // it is stepped with event mode
    void *buffer;      // for values of any variable
    char line[TAC_SESSION_LINE];
} tac_session;

// Loads the object and makes an instance. False with the line set.
bool tac_session_open(tac_session *s);

// Who has values for its inputs.
typedef enum tac_which_inputs {
    TAC_ALL_INPUTS,
    TAC_DISCRETE_INPUTS,
    TAC_CONTINUOUS_INPUTS
} tac_which_inputs;

typedef struct tac_input_source {
    bool (*set)(tac_session *s, void *context, tac_which_inputs which);
    bool (*discrete_change)(void *context); // since they were set
    void *context;
} tac_input_source;

// From an instance that is new or was reset: values that were given, the inputs, and the end of initialization.
bool tac_session_begin(tac_session *s, double start, const tac_input_source *inputs);

// Sets the inputs and steps to a later time. Ended: the time is then that of the last step that succeeded.
tac_step_result tac_session_step(tac_session *s, double to, const tac_input_source *inputs);

bool tac_session_reset(tac_session *s);
void tac_session_end(tac_session *s); // one that did not fail

// ---- for the sources of both versions ------------------------------------------------------------

// Around every call of the FMU.
void tac_session_calls(tac_session *s, tac_fmu_call call);
int tac_session_called(tac_session *s, int answer);
#define TAC_CALL(s, call, expression) \
    (tac_session_calls((s), (call)), tac_session_called((s), (expression)))

// Sets the values that were given: of structural parameters, or of the others.
bool tac_session_set_starts(tac_session *s, bool structural);

// Categories of the description that are about what goes wrong, unless all shall be logged. Returns how many they are.
enum { TAC_STATUS_CATEGORIES = 4 };
int tac_session_categories(const tac_session *s, const char *name[TAC_STATUS_CATEGORIES]);

// The length of a step to a later time: that of all steps to the last bit, where it is no other one.
double tac_session_length(const tac_session *s, double to);

bool tac_answer_is_good(int answer);
const char *tac_answer_word(int answer); // "an error"

// Whether an answer is good; else the line says which function gave it.
bool tac_session_good(tac_session *s, int answer, const char *function);
bool tac_session_say(tac_session *s, const char *format, ...) // false
    __attribute__((format(printf, 2, 3)));

#endif
