#include "fmi2_refused.h"

#include "component.h"

static int refuse(void *c, const char *function)
{
    return tac_fmi_refuse(c, "%s is not supported by this FMU", function);
}

// ---- co-simulation -------------------------------------------------------------------------------

int fmi2GetDirectionalDerivative(void *c, const unsigned unknown[], size_t n_unknown,
                                 const unsigned known[], size_t n_known, const double seed[],
                                 double result[])
{
    (void)unknown;
    (void)n_unknown;
    (void)known;
    (void)n_known;
    (void)seed;
    (void)result;
    return refuse(c, "fmi2GetDirectionalDerivative");
}

int fmi2SetRealInputDerivatives(void *c, const unsigned reference[], size_t n, const int order[],
                                const double value[])
{
    (void)n;
    (void)reference;
    (void)order;
    (void)value;
    return refuse(c, "fmi2SetRealInputDerivatives");
}

int fmi2GetRealOutputDerivatives(void *c, const unsigned reference[], size_t n, const int order[],
                                 double value[])
{
    (void)reference;
    (void)n;
    (void)order;
    (void)value;
    return refuse(c, "fmi2GetRealOutputDerivatives");
}

// No step is ever pending.
int fmi2CancelStep(void *c)
{
    return refuse(c, "fmi2CancelStep");
}

int fmi2GetStatus(void *c, int kind, int *value)
{
    (void)c;
    (void)kind;
    (void)value;
    return TAC_FMI_DISCARD;
}

int fmi2GetIntegerStatus(void *c, int kind, int *value)
{
    (void)c;
    (void)kind;
    (void)value;
    return TAC_FMI_DISCARD;
}

int fmi2GetStringStatus(void *c, int kind, const char **value)
{
    (void)c;
    (void)kind;
    (void)value;
    return TAC_FMI_DISCARD;
}

// ---- model exchange ------------------------------------------------------------------------------

int fmi2EnterEventMode(void *c)
{
    return refuse(c, "fmi2EnterEventMode");
}

int fmi2NewDiscreteStates(void *c, void *info)
{
    (void)info;
    return refuse(c, "fmi2NewDiscreteStates");
}

int fmi2EnterContinuousTimeMode(void *c)
{
    return refuse(c, "fmi2EnterContinuousTimeMode");
}

int fmi2CompletedIntegratorStep(void *c, int keeps_no_state, int *enter, int *terminate)
{
    (void)keeps_no_state;
    (void)enter;
    (void)terminate;
    return refuse(c, "fmi2CompletedIntegratorStep");
}

int fmi2SetTime(void *c, double time)
{
    (void)time;
    return refuse(c, "fmi2SetTime");
}

int fmi2SetContinuousStates(void *c, const double x[], size_t n)
{
    (void)n;
    (void)x;
    return refuse(c, "fmi2SetContinuousStates");
}

int fmi2GetDerivatives(void *c, double derivative[], size_t n)
{
    (void)derivative;
    (void)n;
    return refuse(c, "fmi2GetDerivatives");
}

int fmi2GetEventIndicators(void *c, double indicator[], size_t n)
{
    (void)n;
    (void)indicator;
    return refuse(c, "fmi2GetEventIndicators");
}

int fmi2GetContinuousStates(void *c, double x[], size_t n)
{
    (void)n;
    (void)x;
    return refuse(c, "fmi2GetContinuousStates");
}

int fmi2GetNominalsOfContinuousStates(void *c, double nominal[], size_t n)
{
    (void)n;
    (void)nominal;
    return refuse(c, "fmi2GetNominalsOfContinuousStates");
}
