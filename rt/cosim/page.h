// What the process of an FMU tells about itself, in memory that the one that started it looks at: which function of the
// FMU is being called, and since when. An FMU could write anything there; whoever looks takes numbers only.
#ifndef TAC_COSIM_PAGE_H
#define TAC_COSIM_PAGE_H

#include <stdatomic.h>
#include <stdint.h>

typedef enum tac_fmu_call {
    TAC_CALL_NONE,
    TAC_CALL_LOAD, // with what the object does when it is loaded
    TAC_CALL_VERSION,
    TAC_CALL_INSTANTIATE,
    TAC_CALL_SETUP,
    TAC_CALL_CONFIGURE,
    TAC_CALL_ENTER,
    TAC_CALL_EXIT,
    TAC_CALL_SET,
    TAC_CALL_GET,
    TAC_CALL_STEP,
    TAC_CALL_STATUS,
    TAC_CALL_EVENTS,
    TAC_CALL_TERMINATE,
    TAC_CALL_RESET,
    TAC_CALL_FREE,
    TAC_CALLS
} tac_fmu_call;

typedef struct tac_cosim_page {
    _Atomic int32_t call;    // tac_fmu_call
    _Atomic int32_t left;    // 1 and the exit code, just before it leaves by itself
    _Atomic int32_t running; // its start is over
    _Atomic int32_t stop;    // it is asked to end
    _Atomic int64_t since;   // ns, when the call began
    _Atomic int64_t steps;   // of communication that were done
    _Atomic int64_t time_ns; // of the FMU
} tac_cosim_page;

// "DoStep"; of any number.
const char *tac_fmu_call_name(int32_t call);

#endif
