// The step of any method on one thread.
#include "solver.h"

tac_status tac_step(const tac_method *method, tac_work *w, tac_state *s, const double *input)
{
    const tac_phase *phase;
    method->begin(w, s, input, 0);
    int n = method->phases(w, &phase);
    for (int k = 0; k < n; k++) {
        phase[k].run(phase[k].work, phase[k].first, phase[k].first + phase[k].n);
    }
    return method->end(w, s);
}
