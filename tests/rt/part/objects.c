// part: good
// part: now -Wl,-z,now -Wl,-Bsymbolic -g
// part: hidden -fvisibility=hidden
// part: abi -DABI=TAC_PART_ABI+1
// part: earlier_abi -DABI=TAC_PART_ABI-1
// part: size -DSIZE=96
// part: no_table -DRETURNED=0
// part: no_title -DTITLE=0
// part: long_title "-DTITLE=\"0123456789012345678901234567890123456789012345678901234567890123\""
// part: whole_title "-DTITLE=\"012345678901234567890123456789012345678901234567890123456789012\""
// part: wild_title -DTITLE=WILD
// part: wild_unit "-DUNIT=\"N\\nm\""
// part: no_name -DNAME=0
// part: empty_name "-DNAME=\"\""
// part: bad_name "-DNAME=\"k-1\""
// part: long_name "-DNAME=\"a123456789012345678901234567890123456789012345678901234567890123\""
// part: same_parameters "-DNAME=\"first\""
// part: same_inputs "-DINPUT_NAME=\"first\""
// part: same_outputs "-DOUTPUT_NAME=\"first\""
// part: many -DCOUNT=65
// part: many_states -DSTATES=257
// part: no_list -DLIST=0
// part: nan "-DVALUE=__builtin_nan(\"\")"
// part: infinite "-DVALUE=__builtin_inf()"
// part: given_output -DRESULT=1.0
// part: no_step -DSTEP=0
// part: no_bodies -DSHARP=1.0 "-DBODIES=&no_bodies"
// part: sharp -DSHARP=1.0 "-DBODIES=&sharp_bodies"
// part: no_sharp -DSHARP=1.0 -DSHARP_AT=0 "-DBODIES=&sharp_bodies"
// part: negative_sharp -DSHARP=-1.0 "-DBODIES=&sharp_bodies"
// part: nan_sharp "-DSHARP=__builtin_nan(\"\")" "-DBODIES=&sharp_bodies"
// part: with_form -DSHARP=1.0 "-DFORM_AT=&form" "-DPIECE_AT=&form" "-DBODIES=&sharp_bodies"
// part: no_piece -DSHARP=1.0 "-DFORM_AT=&form" "-DBODIES=&sharp_bodies"
// part: no_cost -DSHARP=1.0 -DCOST_AT=0 "-DBODIES=&sharp_bodies"
// part: negative_cost -DSHARP=1.0 -DCOST=-1.0 "-DBODIES=&sharp_bodies"
// part: infinite_cost -DSHARP=1.0 "-DCOST=__builtin_inf()" "-DBODIES=&sharp_bodies"
// Parts of the tests: a good one, and by macros of the compiler's command, the lines above, all that
// should be refused.
#include "part.h"

#ifndef ABI
#define ABI TAC_PART_ABI
#endif
#ifndef SIZE
#define SIZE sizeof(tac_part_table)
#endif
#ifndef TITLE
#define TITLE "good"
#endif
#define WILD "a\033[2J"
#ifndef NAME // of the second parameter, input and output
#define NAME "second"
#endif
#ifndef INPUT_NAME
#define INPUT_NAME NAME
#endif
#ifndef OUTPUT_NAME
#define OUTPUT_NAME NAME
#endif
#ifndef UNIT
#define UNIT "N/m"
#endif
#ifndef VALUE
#define VALUE 2.5
#endif
#ifndef RESULT
#define RESULT 0.0
#endif
#ifndef COUNT
#define COUNT 2
#endif
#ifndef LIST
#define LIST parameter
#endif
#ifndef STATES
#define STATES 1
#endif
#ifndef STEP
#define STEP step
#endif
#ifndef BODIES
#define BODIES 0
#endif
#ifndef RETURNED
#define RETURNED &table
#endif

static const tac_part_value parameter[] = {{"first", "", 1.0}, {NAME, UNIT, VALUE}};
static const tac_part_value input[] = {{"first", "m", 0.0}, {INPUT_NAME, "m", 0.0}};
static const tac_part_value output[] = {{"first", "m", 0.0}, {OUTPUT_NAME, "m", RESULT}};

static const char *check(const double *p)
{
    return p[0] < 0 ? "first should not be below 0" : 0;
}

static void step(const tac_part_call *call, tac_part_answer *answer)
{
    answer->wrench[0] = call->parameter[1];
    __builtin_memcpy(answer->to, call->from,
                     (unsigned long)call->t); // by a function, of unknown size
}

#ifdef SHARP
static void nothing(void)
{
}

#define NOTHING(function) ((__typeof__(((tac_part_bodies *)0)->function))nothing)

static const tac_part_sharp sharp = {{SHARP, 0.0, 0.0}, {0.0, 0.0, 0.0}};

#ifndef SHARP_AT
#define SHARP_AT &sharp
#endif

#ifndef COST
#define COST 1.0
#endif
static const tac_part_cost cost[TAC_PART_MOST_ALIKE] = {[TAC_PART_MOST_ALIKE - 1] = {.end = COST}};

#ifndef COST_AT
#define COST_AT cost
#endif

#ifndef FORM_AT
#define FORM_AT 0
#endif

#ifndef PIECE_AT
#define PIECE_AT 0
#endif
__attribute__((unused)) static const uint64_t form = 7;

__attribute__((unused)) static const tac_part_bodies no_bodies = {0};
static const tac_part_bodies sharp_bodies = {
    .size = NOTHING(size),
    .init = NOTHING(init),
    .mark = NOTHING(mark),
    .first = NOTHING(first),
    .begin = NOTHING(begin),
    .up = NOTHING(up),
    .down = NOTHING(down),
    .move = NOTHING(move),
    .end = NOTHING(end),
    .sharp = SHARP_AT,
    .cost = COST_AT,
    .form = FORM_AT,
    .piece = PIECE_AT,
};
#endif

static const tac_part_table table = {
    .abi = ABI,
    .size = SIZE,
    .title = TITLE,
    .n_parameter = COUNT,
    .n_input = 2,
    .n_output = 2,
    .n_state = STATES,
    .parameter = LIST,
    .input = input,
    .output = output,
    .check = check,
    .step = STEP,
    .bodies = BODIES,
};

const tac_part_table *tactus_part(void);

const tac_part_table *tactus_part(void)
{
    return RETURNED;
}
