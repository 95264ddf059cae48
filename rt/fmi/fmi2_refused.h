// Functions of FMI 2.0 that every FMU has and this one refuses: derivatives, asynchronous steps, model exchange.
#ifndef TAC_FMI2_REFUSED_H
#define TAC_FMI2_REFUSED_H

#include <stddef.h>

int fmi2GetDirectionalDerivative(void *c, const unsigned unknown[], size_t n_unknown,
                                 const unsigned known[], size_t n_known, const double seed[],
                                 double result[]);
int fmi2SetRealInputDerivatives(void *c, const unsigned reference[], size_t n, const int order[],
                                const double value[]);
int fmi2GetRealOutputDerivatives(void *c, const unsigned reference[], size_t n, const int order[],
                                 double value[]);
int fmi2CancelStep(void *c);
int fmi2GetStatus(void *c, int kind, int *value);
int fmi2GetIntegerStatus(void *c, int kind, int *value);
int fmi2GetStringStatus(void *c, int kind, const char **value);
int fmi2EnterEventMode(void *c);
int fmi2NewDiscreteStates(void *c, void *info);
int fmi2EnterContinuousTimeMode(void *c);
int fmi2CompletedIntegratorStep(void *c, int keeps_no_state, int *enter, int *terminate);
int fmi2SetTime(void *c, double time);
int fmi2SetContinuousStates(void *c, const double x[], size_t n);
int fmi2GetDerivatives(void *c, double derivative[], size_t n);
int fmi2GetEventIndicators(void *c, double indicator[], size_t n);
int fmi2GetContinuousStates(void *c, double x[], size_t n);
int fmi2GetNominalsOfContinuousStates(void *c, double nominal[], size_t n);

#endif
