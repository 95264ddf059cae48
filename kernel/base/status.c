// The words for what can fail.
#include "status.h"

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
        return "the step diverged";
    case TAC_NOT_FINITE:
        return "a result is not finite";
    case TAC_NOT_SUPPORTED:
        return "the method does not follow laws that begin or end within a step or know the step "
               "before";
    case TAC_TOO_STIFF:
        return "the law is too stiff for explicit steps";
    case TAC_TURNS_TOO_FAR:
        return "the step is too long for what turns";
    case TAC_SUBSTEPS:
        return "a sub-model cannot have 'substeps'";
    case TAC_STIFF_INTERFACE:
        return "the law between a sub-model with 'substeps' and the rest is too stiff for the step";
    case TAC_PART:
        return "a part cannot be stepped";
    case TAC_NO_RATES:
        return "no velocities at the start satisfy the constraints, check how fast drives begin";
    case TAC_NO_START:
        return "a joint cannot start with the 'position' or 'rate' that it has";
    case TAC_NO_EFFORT:
        return "the actuators of 'effort_of' cannot stand for the drives";
    case TAC_SHAFTS:
        return "the method does not follow shafts";
    case TAC_FLEXIBLE:
        return "what is asked for does not follow flexible bodies";
    }
    return "unknown error";
}
