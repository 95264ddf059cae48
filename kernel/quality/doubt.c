#include "doubt.h"

#include <math.h>

enum {
    NEWTON = 1 << TAC_CLOSES_BY_NEWTON,
    POSITION = 1 << TAC_CLOSES_BY_POSITION,
    ONCE = 1 << TAC_CLOSES_ONCE,
    NOT = 1 << TAC_CLOSES_NOT,
};

static const char to_converge[] = "take a smaller step, more iterations or tangent 'full'";
static const char to_stay_linear[] = "its modes are linear: make it stiffer or cut it ('bodies:')";
static const char to_settle[] = "take more iterations or a smaller step";
static const char to_rub[] =
    "take a smaller step, more iterations or tangent 'full'; what rubs is better a friction than "
    "a table";
static const char to_follow[] = "take a smaller step or method index3";

static const char light_for_tension[] = "is light for its tension, (w dt / 2)^2 of its swings is";
static const char rubs[] = "has a friction, or a damper with a table, whose force is off by";
static const char of_friction[] = " of its limit, or of the most there";

static const tac_doubt_row rows[] = {
    {TAC_LAST_SHIFT, NEWTON, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_LENGTH,
     "is moved at a joint or force by the last Newton increment, still by", " m", to_converge, 0},
    {TAC_LAST_SHIFT, POSITION, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_LENGTH,
     "is moved at a joint or force by the last position iteration, still by", " m", NULL, 0},
    {TAC_LAST_SHIFT, ONCE, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_LENGTH,
     "has a joint that has opened in the step by", " m", NULL, 0},
    {TAC_LAST_SHIFT, NOT, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_LENGTH,
     "has a joint that is open by", " m", NULL, 0},
    {TAC_LAST_TURN, NEWTON, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_ANGLE,
     "is turned by the last Newton increment, still by", " rad", to_converge, 0},
    {TAC_LAST_TURN, POSITION, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_ANGLE,
     "is turned by the last position iteration, still by", " rad", NULL, 0},
    {TAC_LAST_TURN, ONCE, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_ANGLE,
     "has a joint that has turned open in the step by", " rad", NULL, 0},
    {TAC_LAST_TURN, NOT, 0, TAC_LIMIT_WHOLE, TAC_LIMIT_NONE, TAC_OF_DOUBT_ANGLE,
     "has a joint that is turned open by", " rad", NULL, 0},
    {TAC_STEP_TURN, NEWTON | ONCE | NOT, 0, TAC_LIMIT_TURN, TAC_LIMIT_TURN_MEASURED,
     TAC_OF_ITS_UNIT, "turns by", " rad", "", 0},
    {TAC_STEP_TURN, POSITION, 0, TAC_LIMIT_JOINT_TURN, TAC_LIMIT_JOINT_TURN, TAC_OF_ITS_UNIT,
     "turns against what a joint ties it to, whose angle loses whole turns then, by", " rad", "",
     0},
    {TAC_TENSION, NEWTON, 2, TAC_LIMIT_TENSION, TAC_LIMIT_NONE, TAC_OF_ITS_UNIT, light_for_tension,
     "", "", 1},
    {TAC_TENSION, NEWTON, 3, TAC_LIMIT_TENSION_COMBINED, TAC_LIMIT_NONE, TAC_OF_ITS_UNIT,
     light_for_tension, "", "", 1},
    {TAC_TENSION, POSITION | ONCE, 0, TAC_LIMIT_TENSION_EXPLICIT, TAC_LIMIT_NONE, TAC_OF_ITS_UNIT,
     light_for_tension, "", to_follow, 0},
    {TAC_BENT, NEWTON, 0, TAC_LIMIT_BENT, TAC_LIMIT_BENT, TAC_OF_ITS_UNIT,
     "bends at an interface by", " of its length", to_stay_linear, 0},
    {TAC_TWISTED, NEWTON, 0, TAC_LIMIT_TWISTED, TAC_LIMIT_TWISTED, TAC_OF_ITS_UNIT,
     "turns an interface by its modes by", " rad", to_stay_linear, 0},
    {TAC_UNSETTLED, NEWTON, 0, TAC_LIMIT_UNSETTLED, TAC_LIMIT_UNSETTLED, TAC_OF_ITS_UNIT,
     "exchanges energy with its modes by the last Newton increment, still", " of it", to_settle, 0},
    {TAC_FRICTION_LEFT, NEWTON, 0, TAC_LIMIT_FRICTION_LEFT, TAC_LIMIT_NONE, TAC_OF_ITS_UNIT, rubs,
     of_friction, to_rub, 0},
    {TAC_FRICTION_LEFT, POSITION, 0, TAC_LIMIT_FRICTION_LEFT, TAC_LIMIT_NONE, TAC_OF_ITS_UNIT, rubs,
     of_friction, NULL, 0},
    {TAC_INTERFACE_LEFT, NEWTON, 0, TAC_LIMIT_INTERFACE_LEFT, TAC_LIMIT_INTERFACE_LEFT,
     TAC_OF_DOUBT_LENGTH,
     "is an interface body of a sub-model, whose sub-steps leave what pushes it by", " m",
     to_settle, 0},
    {TAC_SNAP, POSITION, 0, TAC_LIMIT_NOTHING, TAC_LIMIT_NONE, TAC_OF_ITS_UNIT,
     "snaps taut: iterations left a joint open, which projections closed, by", " m", NULL, 0},
};

enum { N_ROW = sizeof rows / sizeof *rows };

static bool is_for(const tac_doubt_row *row, const tac_method *method, const tac_options *o)
{
    int order = o->order > 2 ? 3 : 2;
    return (row->closes >> method->takes->closes & 1) != 0 &&
           (row->orders == 0 || row->orders == order);
}

static double limit_of(const tac_doubt_row *row, const tac_options *o, tac_judged_by by)
{
    const double whole[] = {[TAC_OF_ITS_UNIT] = 1.0,
                            [TAC_OF_DOUBT_LENGTH] = o->doubt_length,
                            [TAC_OF_DOUBT_ANGLE] = o->doubt_angle};
    return tac_limit_value(by == TAC_BY_ERROR ? row->measured : row->limit) * whole[row->of];
}

const tac_doubt_row *tac_find_doubt_row(const tac_method *method, const tac_options *o,
                                        tac_doubt measure)
{
    for (int i = 0; i < N_ROW; i++) {
        if (rows[i].measure == measure && is_for(&rows[i], method, o)) {
            return &rows[i];
        }
    }
    return NULL;
}

double tac_doubt_limit(const tac_method *method, const tac_options *o, tac_doubt measure,
                       tac_judged_by by)
{
    const tac_doubt_row *row = tac_find_doubt_row(method, o, measure);
    return row ? limit_of(row, o, by) : HUGE_VAL;
}

bool tac_loses_tension(tac_closing closes)
{
    return closes == TAC_CLOSES_BY_POSITION || closes == TAC_CLOSES_ONCE;
}

bool tac_in_doubt(const tac_method *method, const tac_options *o, const tac_report *r,
                  tac_judged_by by)
{
    bool doubtful = false;
    for (int i = 0; i < N_ROW; i++) {
        doubtful |= is_for(&rows[i], method, o) &&
                    r->worst[rows[i].measure].value > limit_of(&rows[i], o, by);
    }
    return doubtful;
}
