// The step of any method on one thread, and the words for what can fail.
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

const char *tac_code_text(tac_code code)
{
    switch (code) {
    case TAC_OK:
        return "no error";
    case TAC_TOO_SMALL:
        return "the memory block is too small";
    case TAC_MISALIGNED:
        return "the memory block is not aligned to 64 bytes";
    case TAC_BAD_VALUE:
        return "a value is out of range";
    case TAC_BAD_INDEX:
        return "an index points nowhere";
    case TAC_BAD_OPTION:
        return "step, iterations or penalty are out of range";
    case TAC_INCONSISTENT:
        return "no start nearby satisfies the constraints, check points, lengths and drives";
    case TAC_DIVERGED:
        return "the Newton iteration diverged";
    case TAC_NOT_FINITE:
        return "a result is not finite";
    }
    return "unknown error";
}
