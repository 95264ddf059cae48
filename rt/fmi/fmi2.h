// FMI 2.0 for co-simulation: the functions that an FMU has, as the specification (2.0.5) declares them.
//
// Types are written out: value references are unsigned int, reals double, integers and booleans int, texts const char *,
// components and states void *; a status is a tac_fmi_status, and an enumeration an int.
#ifndef TAC_FMI2_H
#define TAC_FMI2_H

#include <stddef.h>

typedef void fmi2_logger(void *environment, const char *name, int status, const char *category,
                         const char *message, ...);

typedef struct fmi2_callbacks {
    fmi2_logger *logger;
    void *(*allocate)(size_t n, size_t size); // not used
    void (*release)(void *block);             // not used
    void (*step_finished)(void *environment, int status);
    void *environment;
} fmi2_callbacks;

enum { FMI2_CO_SIMULATION = 1 };
enum { FMI2_LAST_SUCCESSFUL_TIME = 2, FMI2_TERMINATED = 3 }; // kinds of status

const char *fmi2GetTypesPlatform(void);
const char *fmi2GetVersion(void);
int fmi2SetDebugLogging(void *c, int on, size_t n, const char *const category[]);

void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources,
                      const fmi2_callbacks *functions, int visible, int logging);
void fmi2FreeInstance(void *c);

int fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start, int has_stop,
                        double stop);
int fmi2EnterInitializationMode(void *c);
int fmi2ExitInitializationMode(void *c);
int fmi2Terminate(void *c);
int fmi2Reset(void *c);

int fmi2GetReal(void *c, const unsigned reference[], size_t n, double value[]);
int fmi2SetReal(void *c, const unsigned reference[], size_t n, const double value[]);
int fmi2GetInteger(void *c, const unsigned reference[], size_t n, int value[]);
int fmi2GetBoolean(void *c, const unsigned reference[], size_t n, int value[]);
int fmi2GetString(void *c, const unsigned reference[], size_t n, const char *value[]);
int fmi2SetInteger(void *c, const unsigned reference[], size_t n, const int value[]);
int fmi2SetBoolean(void *c, const unsigned reference[], size_t n, const int value[]);
int fmi2SetString(void *c, const unsigned reference[], size_t n, const char *const value[]);

int fmi2GetFMUstate(void *c, void **state);
int fmi2SetFMUstate(void *c, void *state);
int fmi2FreeFMUstate(void *c, void **state);
int fmi2SerializedFMUstateSize(void *c, void *state, size_t *size);
int fmi2SerializeFMUstate(void *c, void *state, char bytes[], size_t size);
int fmi2DeSerializeFMUstate(void *c, const char bytes[], size_t size, void **state);

int fmi2DoStep(void *c, double t, double h, int keeps_no_state);
int fmi2GetRealStatus(void *c, int kind, double *value);
int fmi2GetBooleanStatus(void *c, int kind, int *value);

#endif
