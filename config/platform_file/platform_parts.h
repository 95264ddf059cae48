// The parts of a platform file, for platform_*.c. All refuse through the reader.
#ifndef TAC_PLATFORM_PARTS_H
#define TAC_PLATFORM_PARTS_H

#include "platform_file.h"
#include "reader/reader.h"

// ---------------------------------------------------------------- platform_values.c

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

// ---------------------------------------------------------------- platform_mechanism.c

void tac_platform_read_geometry(const tac_place *p, tac_platform_file *f);
void tac_platform_read_legs(const tac_place *p, tac_platform_file *f);

// ---------------------------------------------------------------- platform_washout.c

void tac_platform_read_washout(const tac_place *p, tac_platform_file *f);

#endif
