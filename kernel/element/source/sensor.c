// A number of a sensor where the step begins: c0 + c1 times it.
#include "element/block.h"

static double run(const tac_source_desc *of, const tac_block_at *now, const double *memory,
                  double *next)
{
    (void)memory;
    (void)next;
    return of->c[0] + of->c[1] * now->sensed;
}

static const tac_key keys[] = {
    {.name = "sensor",
     .help = "NAME.COLUMN of a sensor: `arm.q`, `contact.f1`",
     .kind = TAC_KEY_TEXT,
     .otherwise = TAC_NEEDED},
    {TAC_NUMBER_KEY("scale", 1, "what it is multiplied by, of any unit"), .value = 1.0},
    {TAC_NUMBER_KEY("offset", 0, "added to it"), .flags = TAC_KEY_OF_USE},
};

const tac_source_type tac_sensor_source = {
    .type = {.word = "sensor",
             .called = "a sensor as a source",
             .help = "offset + scale times a number of a sensor where the step begins",
             .placing = TAC_PLACED_IN_TIME,
             TAC_KEYS(keys)},
    .beside = true,
    TAC_IS_BLOCK,
    .run = run,
    .senses = true,
};
