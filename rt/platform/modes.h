// The states of a platform, and what leads from one to the next; docs/platform.md draws them.
//
// An emergency stop brakes the legs as hard as they may, waits, lowers the platform and then stays
// stopped until a reset; nothing but the loss of the sink interrupts it. A hold for want of a source
// ends by itself, one by hand does not. Time is counted in cycles.
// Pure: no clock, no memory.
#ifndef TAC_MODES_H
#define TAC_MODES_H

#include <stdint.h>

#include "platform_file.h"

typedef enum tac_platform_state {
    TAC_PLATFORM_WAITING, // no legs to command
    TAC_PLATFORM_PARKING,
    TAC_PLATFORM_PARKED,
    TAC_PLATFORM_ENGAGING,
    TAC_PLATFORM_ENGAGED,
    TAC_PLATFORM_HOLDING,
    TAC_PLATFORM_STOPPING, // emergency: brakes
    TAC_PLATFORM_STOPPED,  // emergency: parked, needs a reset
    TAC_PLATFORM_STATES
} tac_platform_state;

typedef enum tac_platform_verb {
    TAC_PLATFORM_DO_NONE,
    TAC_PLATFORM_DO_ENGAGE,
    TAC_PLATFORM_DO_HOLD,
    TAC_PLATFORM_DO_PARK,
    TAC_PLATFORM_DO_STOP,
    TAC_PLATFORM_DO_RESET,
    TAC_PLATFORM_VERBS
} tac_platform_verb;

typedef enum tac_platform_answer { // to a verb
    TAC_ANSWER_DONE,               // or it is so already
    TAC_ANSWER_NO_SINK,
    TAC_ANSWER_NO_SOURCE,
    TAC_ANSWER_LATCHED,     // an emergency stop has not been reset
    TAC_ANSWER_NOT_STOPPED, // nothing to reset
    TAC_ANSWER_NOT_PARKED,  // to be reset it has to be parked
    TAC_ANSWER_NOT_MOVING,  // nothing to hold
    TAC_ANSWER_ENDING,      // the program is about to end
    TAC_ANSWERS
} tac_platform_answer;

typedef enum tac_platform_why { // a state was entered
    TAC_WHY_BEGIN,
    TAC_WHY_VERB,
    TAC_WHY_SINK_LOST,
    TAC_WHY_SINK_BACK,
    TAC_WHY_SOURCE_LOST,
    TAC_WHY_SOURCE_BACK,
    TAC_WHY_PATIENCE, // no source for too long
    TAC_WHY_EMERGENCY,
    TAC_WHY_ENDING,
    TAC_WHY_EAGER,
    TAC_WHY_DONE, // the state before had reached its aim
    TAC_WHYS
} tac_platform_why;

typedef struct tac_modes_input { // of one cycle
    tac_platform_verb verb;
    int has_source, has_sink;
    int is_parked; // the legs rest in the parking position
    int is_at_rest;
    int is_ending; // the program wants to end: park and stay there
} tac_modes_input;

typedef struct tac_modes {
    tac_platform_state state;
    tac_platform_why why;
    int64_t cycles;                         // in this state
    int64_t sourceless;                     // cycles in a row without a source
    int64_t resting;                        // cycles in a row at rest
    int is_latched;                         // emergency stop, until the reset
    int is_held_by_hand;                    // otherwise for want of a source
    int is_eager;                           // engages by itself, once, unless a verb comes first
    int64_t engage, park, settle, patience; // lengths in cycles
} tac_modes;

void tac_modes_init(tac_modes *m, const tac_platform_file *f, int is_eager);

// One cycle: at most one change of state. Returns the answer to the verb.
tac_platform_answer tac_modes_step(tac_modes *m, const tac_modes_input *in);

// Whether the legs are where a controller may leave them: parked, or out of its hands.
int tac_modes_may_end(const tac_modes *m);

extern const char *const tac_platform_state_name[TAC_PLATFORM_STATES];
extern const char *const tac_platform_verb_name[TAC_PLATFORM_VERBS];
extern const char *const tac_platform_answer_text[TAC_ANSWERS];
extern const char *const tac_platform_why_text[TAC_WHYS];

#endif
