// FMI 3.0 for co-simulation: the functions that an FMU has, as the specification (3.0.2) declares them.
//
// Types are written out: value references are uint32_t, texts const char *, instances and states void *; a status is a
// tac_fmi_status, and an enumeration an int.
#ifndef TAC_FMI3_H
#define TAC_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void fmi3_logger(void *environment, int status, const char *category, const char *message);
typedef void fmi3_intermediate(void *environment, double time, bool may_set, bool may_get,
                               bool step_finished, bool may_return, bool *return_asked,
                               double *return_time);
typedef void fmi3_callback(void *environment);
typedef void fmi3_lock(void);

const char *fmi3GetVersion(void);
int fmi3SetDebugLogging(void *c, bool on, size_t n, const char *const category[]);

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t intermediate[], size_t n_intermediate,
                                  void *environment, fmi3_logger *logger,
                                  fmi3_intermediate *update);
void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment,
                                   fmi3_logger *logger);
void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                        bool visible, bool logging, void *environment,
                                        fmi3_logger *logger, fmi3_callback *update, fmi3_lock *lock,
                                        fmi3_lock *unlock);
void fmi3FreeInstance(void *c);

int fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance, double start,
                                bool has_stop, double stop);
int fmi3ExitInitializationMode(void *c);
int fmi3Terminate(void *c);
int fmi3Reset(void *c);

int fmi3GetFloat64(void *c, const uint32_t reference[], size_t n, double value[], size_t n_value);
int fmi3SetFloat64(void *c, const uint32_t reference[], size_t n, const double value[],
                   size_t n_value);
int fmi3GetNumberOfVariableDependencies(void *c, uint32_t reference, size_t *n);
int fmi3GetVariableDependencies(void *c, uint32_t reference, size_t element[],
                                uint32_t independent[], size_t independent_element[], int kind[],
                                size_t n);

int fmi3GetFMUState(void *c, void **state);
int fmi3SetFMUState(void *c, void *state);
int fmi3FreeFMUState(void *c, void **state);
int fmi3SerializedFMUStateSize(void *c, void *state, size_t *size);
int fmi3SerializeFMUState(void *c, void *state, uint8_t bytes[], size_t size);
int fmi3DeserializeFMUState(void *c, const uint8_t bytes[], size_t size, void **state);

int fmi3DoStep(void *c, double t, double h, bool keeps_no_state, bool *event, bool *terminate,
               bool *early, double *last);

#endif
