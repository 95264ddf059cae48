#include "page.h"

#include <stddef.h>

const char *tac_fmu_call_name(int32_t call)
{
    static const char *const name[TAC_CALLS] = {
        [TAC_CALL_NONE] = "nothing",
        [TAC_CALL_LOAD] = "its loading",
        [TAC_CALL_VERSION] = "GetVersion",
        [TAC_CALL_INSTANTIATE] = "Instantiate",
        [TAC_CALL_SETUP] = "SetupExperiment",
        [TAC_CALL_CONFIGURE] = "EnterConfigurationMode",
        [TAC_CALL_ENTER] = "EnterInitializationMode",
        [TAC_CALL_EXIT] = "ExitInitializationMode",
        [TAC_CALL_SET] = "a function that sets values",
        [TAC_CALL_GET] = "a function that gets values",
        [TAC_CALL_STEP] = "DoStep",
        [TAC_CALL_STATUS] = "a function that gets a status",
        [TAC_CALL_EVENTS] = "UpdateDiscreteStates",
        [TAC_CALL_TERMINATE] = "Terminate",
        [TAC_CALL_RESET] = "Reset",
        [TAC_CALL_FREE] = "FreeInstance",
    };
    return call >= 0 && call < TAC_CALLS ? name[call] : "something";
}
