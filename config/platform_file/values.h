// Numbers of a platform file with their ranges.
#ifndef TAC_PLATFORM_VALUES_H
#define TAC_PLATFORM_VALUES_H

#include "reader/reader.h"
#include "units.h"

typedef struct tac_real_range {
    double least, most;
    const char *text; // "from 0 to 10 Hz"
} tac_real_range;

// A number of the map in the range; map may be NULL.
double tac_platform_number(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                           tac_real_range range, double otherwise);

// One number per axis, [x, y, z], or one number for all.
void tac_platform_axes(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                       tac_real_range range, double otherwise, double out[3]);

// A time of the map in s.
double tac_platform_time(const tac_place *p, const tac_node *map, const char *key,
                         double otherwise);

#endif
