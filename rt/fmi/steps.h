// Communication points on the grid of the model's steps.
#ifndef TAC_FMI_STEPS_H
#define TAC_FMI_STEPS_H

#include "component.h"

// Steps from t to t + h. -1 with a line (size): t is not where the instance is, or t + h is no whole number of steps, or
// beyond the stop time.
int64_t tac_fmi_count_steps(const tac_fmi_component *c, double t, double h, char *line,
                            size_t size);

// Whether a variable can be set to a value.
bool tac_fmi_takes(const tac_fmu_variable *v, double value);

#endif
