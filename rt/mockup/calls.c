#include "calls.h"

#include <dlfcn.h>
#include <string.h>

#include "system/fail.h"

static const tac_call_name names_2[] = {
    {"fmi2GetVersion", offsetof(tac_calls_2, fmi2GetVersion)},
    {"fmi2Instantiate", offsetof(tac_calls_2, fmi2Instantiate)},
    {"fmi2FreeInstance", offsetof(tac_calls_2, fmi2FreeInstance)},
    {"fmi2SetDebugLogging", offsetof(tac_calls_2, fmi2SetDebugLogging)},
    {"fmi2SetupExperiment", offsetof(tac_calls_2, fmi2SetupExperiment)},
    {"fmi2EnterInitializationMode", offsetof(tac_calls_2, fmi2EnterInitializationMode)},
    {"fmi2ExitInitializationMode", offsetof(tac_calls_2, fmi2ExitInitializationMode)},
    {"fmi2Terminate", offsetof(tac_calls_2, fmi2Terminate)},
    {"fmi2Reset", offsetof(tac_calls_2, fmi2Reset)},
    {"fmi2GetReal", offsetof(tac_calls_2, fmi2GetReal)},
    {"fmi2GetInteger", offsetof(tac_calls_2, fmi2GetInteger)},
    {"fmi2GetBoolean", offsetof(tac_calls_2, fmi2GetBoolean)},
    {"fmi2SetReal", offsetof(tac_calls_2, fmi2SetReal)},
    {"fmi2SetInteger", offsetof(tac_calls_2, fmi2SetInteger)},
    {"fmi2SetBoolean", offsetof(tac_calls_2, fmi2SetBoolean)},
    {"fmi2SetString", offsetof(tac_calls_2, fmi2SetString)},
    {"fmi2DoStep", offsetof(tac_calls_2, fmi2DoStep)},
    {"fmi2GetRealStatus", offsetof(tac_calls_2, fmi2GetRealStatus)},
    {"fmi2GetBooleanStatus", offsetof(tac_calls_2, fmi2GetBooleanStatus)},
    {NULL, 0},
};

static const tac_call_name names_3[] = {
    {"fmi3GetVersion", offsetof(tac_calls_3, fmi3GetVersion)},
    {"fmi3InstantiateCoSimulation", offsetof(tac_calls_3, fmi3InstantiateCoSimulation)},
    {"fmi3FreeInstance", offsetof(tac_calls_3, fmi3FreeInstance)},
    {"fmi3SetDebugLogging", offsetof(tac_calls_3, fmi3SetDebugLogging)},
    {"fmi3EnterInitializationMode", offsetof(tac_calls_3, fmi3EnterInitializationMode)},
    {"fmi3ExitInitializationMode", offsetof(tac_calls_3, fmi3ExitInitializationMode)},
    {"fmi3EnterEventMode", offsetof(tac_calls_3, fmi3EnterEventMode)},
    {"fmi3EnterStepMode", offsetof(tac_calls_3, fmi3EnterStepMode)},
    {"fmi3EnterConfigurationMode", offsetof(tac_calls_3, fmi3EnterConfigurationMode)},
    {"fmi3ExitConfigurationMode", offsetof(tac_calls_3, fmi3ExitConfigurationMode)},
    {"fmi3UpdateDiscreteStates", offsetof(tac_calls_3, fmi3UpdateDiscreteStates)},
    {"fmi3Terminate", offsetof(tac_calls_3, fmi3Terminate)},
    {"fmi3Reset", offsetof(tac_calls_3, fmi3Reset)},
    {"fmi3GetFloat64", offsetof(tac_calls_3, fmi3GetFloat64)},
    {"fmi3GetFloat32", offsetof(tac_calls_3, fmi3GetFloat32)},
    {"fmi3GetInt8", offsetof(tac_calls_3, fmi3GetInt8)},
    {"fmi3GetUInt8", offsetof(tac_calls_3, fmi3GetUInt8)},
    {"fmi3GetInt16", offsetof(tac_calls_3, fmi3GetInt16)},
    {"fmi3GetUInt16", offsetof(tac_calls_3, fmi3GetUInt16)},
    {"fmi3GetInt32", offsetof(tac_calls_3, fmi3GetInt32)},
    {"fmi3GetUInt32", offsetof(tac_calls_3, fmi3GetUInt32)},
    {"fmi3GetInt64", offsetof(tac_calls_3, fmi3GetInt64)},
    {"fmi3GetUInt64", offsetof(tac_calls_3, fmi3GetUInt64)},
    {"fmi3GetBoolean", offsetof(tac_calls_3, fmi3GetBoolean)},
    {"fmi3SetFloat64", offsetof(tac_calls_3, fmi3SetFloat64)},
    {"fmi3SetFloat32", offsetof(tac_calls_3, fmi3SetFloat32)},
    {"fmi3SetInt8", offsetof(tac_calls_3, fmi3SetInt8)},
    {"fmi3SetUInt8", offsetof(tac_calls_3, fmi3SetUInt8)},
    {"fmi3SetInt16", offsetof(tac_calls_3, fmi3SetInt16)},
    {"fmi3SetUInt16", offsetof(tac_calls_3, fmi3SetUInt16)},
    {"fmi3SetInt32", offsetof(tac_calls_3, fmi3SetInt32)},
    {"fmi3SetUInt32", offsetof(tac_calls_3, fmi3SetUInt32)},
    {"fmi3SetInt64", offsetof(tac_calls_3, fmi3SetInt64)},
    {"fmi3SetUInt64", offsetof(tac_calls_3, fmi3SetUInt64)},
    {"fmi3SetBoolean", offsetof(tac_calls_3, fmi3SetBoolean)},
    {"fmi3SetString", offsetof(tac_calls_3, fmi3SetString)},
    {"fmi3DoStep", offsetof(tac_calls_3, fmi3DoStep)},
    {NULL, 0},
};

const tac_call_name *tac_call_names(int version)
{
    return version == 2 ? names_2 : names_3;
}

bool tac_calls_load(const char *path, int version, void *calls, tac_diag *diag)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return tac_diag_say(diag, "its binary cannot be loaded: %s", dlerror());
    }
    for (const tac_call_name *n = tac_call_names(version); n->name; n++) {
        void *function = dlsym(library, n->name);
        if (!function) {
            return tac_diag_say(diag, "its binary has no function %s", n->name);
        }
        memcpy((char *)calls + n->at, &function, sizeof function);
    }
    return true;
}
