#include "fmi3_refused.h"

#include "component.h"

static int refuse(void *c, const char *function)
{
    return tac_fmi_refuse(c, "%s is not supported by this FMU", function);
}

int fmi3EnterEventMode(void *c)
{
    return refuse(c, "fmi3EnterEventMode");
}

int fmi3EnterStepMode(void *c)
{
    return refuse(c, "fmi3EnterStepMode");
}

int fmi3EnterConfigurationMode(void *c)
{
    return refuse(c, "fmi3EnterConfigurationMode");
}

int fmi3ExitConfigurationMode(void *c)
{
    return refuse(c, "fmi3ExitConfigurationMode");
}

int fmi3GetDirectionalDerivative(void *c, const uint32_t unknown[], size_t n_unknown,
                                 const uint32_t known[], size_t n_known, const double seed[],
                                 size_t n_seed, double result[], size_t n_result)
{
    (void)unknown;
    (void)n_unknown;
    (void)known;
    (void)n_known;
    (void)seed;
    (void)n_seed;
    (void)result;
    (void)n_result;
    return refuse(c, "fmi3GetDirectionalDerivative");
}

int fmi3GetAdjointDerivative(void *c, const uint32_t unknown[], size_t n_unknown,
                             const uint32_t known[], size_t n_known, const double seed[],
                             size_t n_seed, double result[], size_t n_result)
{
    (void)unknown;
    (void)n_unknown;
    (void)known;
    (void)n_known;
    (void)seed;
    (void)n_seed;
    (void)result;
    (void)n_result;
    return refuse(c, "fmi3GetAdjointDerivative");
}

int fmi3GetOutputDerivatives(void *c, const uint32_t reference[], size_t n, const int32_t order[],
                             double value[], size_t n_value)
{
    (void)reference;
    (void)n;
    (void)order;
    (void)value;
    (void)n_value;
    return refuse(c, "fmi3GetOutputDerivatives");
}

int fmi3GetIntervalDecimal(void *c, const uint32_t reference[], size_t n, double interval[],
                           int qualifier[])
{
    (void)n;
    (void)reference;
    (void)interval;
    (void)qualifier;
    return refuse(c, "fmi3GetIntervalDecimal");
}

int fmi3GetIntervalFraction(void *c, const uint32_t reference[], size_t n, uint64_t counter[],
                            uint64_t resolution[], int qualifier[])
{
    (void)n;
    (void)reference;
    (void)counter;
    (void)resolution;
    (void)qualifier;
    return refuse(c, "fmi3GetIntervalFraction");
}

int fmi3GetShiftDecimal(void *c, const uint32_t reference[], size_t n, double shift[])
{
    (void)reference;
    (void)n;
    (void)shift;
    return refuse(c, "fmi3GetShiftDecimal");
}

int fmi3GetShiftFraction(void *c, const uint32_t reference[], size_t n, uint64_t counter[],
                         uint64_t resolution[])
{
    (void)n;
    (void)reference;
    (void)counter;
    (void)resolution;
    return refuse(c, "fmi3GetShiftFraction");
}

int fmi3SetIntervalDecimal(void *c, const uint32_t reference[], size_t n, const double interval[])
{
    (void)n;
    (void)reference;
    (void)interval;
    return refuse(c, "fmi3SetIntervalDecimal");
}

int fmi3SetIntervalFraction(void *c, const uint32_t reference[], size_t n, const uint64_t counter[],
                            const uint64_t resolution[])
{
    (void)n;
    (void)reference;
    (void)counter;
    (void)resolution;
    return refuse(c, "fmi3SetIntervalFraction");
}

int fmi3SetShiftDecimal(void *c, const uint32_t reference[], size_t n, const double shift[])
{
    (void)reference;
    (void)n;
    (void)shift;
    return refuse(c, "fmi3SetShiftDecimal");
}

int fmi3SetShiftFraction(void *c, const uint32_t reference[], size_t n, const uint64_t counter[],
                         const uint64_t resolution[])
{
    (void)n;
    (void)reference;
    (void)counter;
    (void)resolution;
    return refuse(c, "fmi3SetShiftFraction");
}

int fmi3EvaluateDiscreteStates(void *c)
{
    return refuse(c, "fmi3EvaluateDiscreteStates");
}

int fmi3UpdateDiscreteStates(void *c, bool *again, bool *terminate, bool *nominals, bool *values,
                             bool *has_next, double *next)
{
    (void)again;
    (void)terminate;
    (void)nominals;
    (void)values;
    (void)has_next;
    (void)next;
    return refuse(c, "fmi3UpdateDiscreteStates");
}

int fmi3ActivateModelPartition(void *c, uint32_t clock, double time)
{
    (void)clock;
    (void)time;
    return refuse(c, "fmi3ActivateModelPartition");
}

// ---- model exchange ------------------------------------------------------------------------------

int fmi3EnterContinuousTimeMode(void *c)
{
    return refuse(c, "fmi3EnterContinuousTimeMode");
}

int fmi3CompletedIntegratorStep(void *c, bool keeps_no_state, bool *enter, bool *terminate)
{
    (void)keeps_no_state;
    (void)enter;
    (void)terminate;
    return refuse(c, "fmi3CompletedIntegratorStep");
}

int fmi3SetTime(void *c, double time)
{
    (void)time;
    return refuse(c, "fmi3SetTime");
}

int fmi3SetContinuousStates(void *c, const double x[], size_t n)
{
    (void)n;
    (void)x;
    return refuse(c, "fmi3SetContinuousStates");
}

int fmi3GetContinuousStateDerivatives(void *c, double derivative[], size_t n)
{
    (void)n;
    (void)derivative;
    return refuse(c, "fmi3GetContinuousStateDerivatives");
}

int fmi3GetEventIndicators(void *c, double indicator[], size_t n)
{
    (void)n;
    (void)indicator;
    return refuse(c, "fmi3GetEventIndicators");
}

int fmi3GetContinuousStates(void *c, double x[], size_t n)
{
    (void)n;
    (void)x;
    return refuse(c, "fmi3GetContinuousStates");
}

int fmi3GetNominalsOfContinuousStates(void *c, double nominal[], size_t n)
{
    (void)n;
    (void)nominal;
    return refuse(c, "fmi3GetNominalsOfContinuousStates");
}

int fmi3GetNumberOfEventIndicators(void *c, size_t *n)
{
    (void)n;
    return refuse(c, "fmi3GetNumberOfEventIndicators");
}

int fmi3GetNumberOfContinuousStates(void *c, size_t *n)
{
    (void)n;
    return refuse(c, "fmi3GetNumberOfContinuousStates");
}
