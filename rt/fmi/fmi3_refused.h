// Functions of FMI 3.0 that every FMU has and this one refuses: events, clocks, structural parameters, derivatives, model
// exchange, scheduled execution.
#ifndef TAC_FMI3_REFUSED_H
#define TAC_FMI3_REFUSED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int fmi3EnterEventMode(void *c);
int fmi3EnterStepMode(void *c);
int fmi3EnterConfigurationMode(void *c);
int fmi3ExitConfigurationMode(void *c);
int fmi3GetDirectionalDerivative(void *c, const uint32_t unknown[], size_t n_unknown,
                                 const uint32_t known[], size_t n_known, const double seed[],
                                 size_t n_seed, double result[], size_t n_result);
int fmi3GetAdjointDerivative(void *c, const uint32_t unknown[], size_t n_unknown,
                             const uint32_t known[], size_t n_known, const double seed[],
                             size_t n_seed, double result[], size_t n_result);
int fmi3GetOutputDerivatives(void *c, const uint32_t reference[], size_t n, const int32_t order[],
                             double value[], size_t n_value);
int fmi3GetIntervalDecimal(void *c, const uint32_t reference[], size_t n, double interval[],
                           int qualifier[]);
int fmi3GetIntervalFraction(void *c, const uint32_t reference[], size_t n, uint64_t counter[],
                            uint64_t resolution[], int qualifier[]);
int fmi3GetShiftDecimal(void *c, const uint32_t reference[], size_t n, double shift[]);
int fmi3GetShiftFraction(void *c, const uint32_t reference[], size_t n, uint64_t counter[],
                         uint64_t resolution[]);
int fmi3SetIntervalDecimal(void *c, const uint32_t reference[], size_t n, const double interval[]);
int fmi3SetIntervalFraction(void *c, const uint32_t reference[], size_t n, const uint64_t counter[],
                            const uint64_t resolution[]);
int fmi3SetShiftDecimal(void *c, const uint32_t reference[], size_t n, const double shift[]);
int fmi3SetShiftFraction(void *c, const uint32_t reference[], size_t n, const uint64_t counter[],
                         const uint64_t resolution[]);
int fmi3EvaluateDiscreteStates(void *c);
int fmi3UpdateDiscreteStates(void *c, bool *again, bool *terminate, bool *nominals, bool *values,
                             bool *has_next, double *next);
int fmi3ActivateModelPartition(void *c, uint32_t clock, double time);
int fmi3EnterContinuousTimeMode(void *c);
int fmi3CompletedIntegratorStep(void *c, bool keeps_no_state, bool *enter, bool *terminate);
int fmi3SetTime(void *c, double time);
int fmi3SetContinuousStates(void *c, const double x[], size_t n);
int fmi3GetContinuousStateDerivatives(void *c, double derivative[], size_t n);
int fmi3GetEventIndicators(void *c, double indicator[], size_t n);
int fmi3GetContinuousStates(void *c, double x[], size_t n);
int fmi3GetNominalsOfContinuousStates(void *c, double nominal[], size_t n);
int fmi3GetNumberOfEventIndicators(void *c, size_t *n);
int fmi3GetNumberOfContinuousStates(void *c, size_t *n);

#endif
