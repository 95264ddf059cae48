// The keys `doubt_length` and `doubt_angle` of model and rig files.
#include "doubt_limits.h"

#include "values.h"

void tac_read_doubt_limits(const tac_place *p, const tac_node *map, tac_options *o)
{
    o->doubt_length = tac_number_or(p, map, "doubt_length", TAC_Q_LENGTH, o->doubt_length);
    tac_check_above_zero(p, map, "doubt_length", o->doubt_length);
    o->doubt_angle = tac_number_or(p, map, "doubt_angle", TAC_Q_ANGLE, o->doubt_angle);
    tac_check_above_zero(p, map, "doubt_angle", o->doubt_angle);
}
