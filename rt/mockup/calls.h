// The functions of an FMU that co-simulation calls, by their names in the standard.
#ifndef TAC_MOCKUP_CALLS_H
#define TAC_MOCKUP_CALLS_H

#include "diag.h"
#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#include "fmi/fmi3_refused.h"
#include "fmi/fmi3_types.h"

typedef enum tac_fmi_answer { // of both versions
    TAC_ANSWER_OK,
    TAC_ANSWER_WARNING,
    TAC_ANSWER_DISCARD,
    TAC_ANSWER_ERROR,
    TAC_ANSWER_FATAL,
    TAC_ANSWER_PENDING // of FMI 2
} tac_fmi_answer;

typedef struct tac_calls_2 {
    __typeof__(fmi2GetVersion) *fmi2GetVersion;
    __typeof__(fmi2Instantiate) *fmi2Instantiate;
    __typeof__(fmi2FreeInstance) *fmi2FreeInstance;
    __typeof__(fmi2SetDebugLogging) *fmi2SetDebugLogging;
    __typeof__(fmi2SetupExperiment) *fmi2SetupExperiment;
    __typeof__(fmi2EnterInitializationMode) *fmi2EnterInitializationMode;
    __typeof__(fmi2ExitInitializationMode) *fmi2ExitInitializationMode;
    __typeof__(fmi2Terminate) *fmi2Terminate;
    __typeof__(fmi2Reset) *fmi2Reset;
    __typeof__(fmi2GetReal) *fmi2GetReal;
    __typeof__(fmi2GetInteger) *fmi2GetInteger;
    __typeof__(fmi2GetBoolean) *fmi2GetBoolean;
    __typeof__(fmi2SetReal) *fmi2SetReal;
    __typeof__(fmi2SetInteger) *fmi2SetInteger;
    __typeof__(fmi2SetBoolean) *fmi2SetBoolean;
    __typeof__(fmi2SetString) *fmi2SetString;
    __typeof__(fmi2DoStep) *fmi2DoStep;
    __typeof__(fmi2GetRealStatus) *fmi2GetRealStatus;
    __typeof__(fmi2GetBooleanStatus) *fmi2GetBooleanStatus;
} tac_calls_2;

typedef struct tac_calls_3 {
    __typeof__(fmi3GetVersion) *fmi3GetVersion;
    __typeof__(fmi3InstantiateCoSimulation) *fmi3InstantiateCoSimulation;
    __typeof__(fmi3FreeInstance) *fmi3FreeInstance;
    __typeof__(fmi3SetDebugLogging) *fmi3SetDebugLogging;
    __typeof__(fmi3EnterInitializationMode) *fmi3EnterInitializationMode;
    __typeof__(fmi3ExitInitializationMode) *fmi3ExitInitializationMode;
    __typeof__(fmi3EnterEventMode) *fmi3EnterEventMode;
    __typeof__(fmi3EnterStepMode) *fmi3EnterStepMode;
    __typeof__(fmi3EnterConfigurationMode) *fmi3EnterConfigurationMode;
    __typeof__(fmi3ExitConfigurationMode) *fmi3ExitConfigurationMode;
    __typeof__(fmi3UpdateDiscreteStates) *fmi3UpdateDiscreteStates;
    __typeof__(fmi3Terminate) *fmi3Terminate;
    __typeof__(fmi3Reset) *fmi3Reset;
    __typeof__(fmi3GetFloat64) *fmi3GetFloat64;
    __typeof__(fmi3GetFloat32) *fmi3GetFloat32;
    __typeof__(fmi3GetInt8) *fmi3GetInt8;
    __typeof__(fmi3GetUInt8) *fmi3GetUInt8;
    __typeof__(fmi3GetInt16) *fmi3GetInt16;
    __typeof__(fmi3GetUInt16) *fmi3GetUInt16;
    __typeof__(fmi3GetInt32) *fmi3GetInt32;
    __typeof__(fmi3GetUInt32) *fmi3GetUInt32;
    __typeof__(fmi3GetInt64) *fmi3GetInt64;
    __typeof__(fmi3GetUInt64) *fmi3GetUInt64;
    __typeof__(fmi3GetBoolean) *fmi3GetBoolean;
    __typeof__(fmi3SetFloat64) *fmi3SetFloat64;
    __typeof__(fmi3SetFloat32) *fmi3SetFloat32;
    __typeof__(fmi3SetInt8) *fmi3SetInt8;
    __typeof__(fmi3SetUInt8) *fmi3SetUInt8;
    __typeof__(fmi3SetInt16) *fmi3SetInt16;
    __typeof__(fmi3SetUInt16) *fmi3SetUInt16;
    __typeof__(fmi3SetInt32) *fmi3SetInt32;
    __typeof__(fmi3SetUInt32) *fmi3SetUInt32;
    __typeof__(fmi3SetInt64) *fmi3SetInt64;
    __typeof__(fmi3SetUInt64) *fmi3SetUInt64;
    __typeof__(fmi3SetBoolean) *fmi3SetBoolean;
    __typeof__(fmi3SetString) *fmi3SetString;
    __typeof__(fmi3DoStep) *fmi3DoStep;
} tac_calls_3;

typedef struct tac_call_name {
    const char *name;
    size_t at; // of the pointer in the struct
} tac_call_name;

// Those of a version; the last one has no name.
const tac_call_name *tac_call_names(int version);

// Loads an object, whose own functions run then, and finds all of a version. False with a line.
bool tac_calls_load(const char *path, int version, void *calls, tac_diag *diag);

#endif
