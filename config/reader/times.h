// What files about runs hold beside models: maps without expressions, times in ns, counts, cores.
//
// Every function refuses through the reader, as those of values.h do.
#ifndef TAC_TIMES_H
#define TAC_TIMES_H

#include <stdint.h>

#include "reader.h"

enum {
    TAC_MOST_CORE = 1023,    // what a CPU set of the C library holds
    TAC_MOST_COUNT = 1000000 // of cycles, frames and values: more is a slip
};

#define TAC_HOUR_NS INT64_C(3600000000000)

// A map with these keys only, and a list, both without expressions, which belong to models.
void tac_check_plain_map(const tac_place *p, const tac_node *map, const char *what,
                         const char *const *keys);
void tac_check_plain_list(const tac_place *p, const tac_node *list, const char *key);

// A time of the map in ns, at least `least` and at most `most`; most_is says what that is ("the
// period"), or is NULL.
typedef struct tac_time_range {
    int64_t least, most;
    const char *most_is;
} tac_time_range;

int64_t tac_time_ns(const tac_place *p, const tac_node *map, const char *key, tac_time_range range,
                    int64_t otherwise);

// "250 us", "1 ms", "2.5 s".
const char *tac_time_text(char *text, size_t size, int64_t ns);

// A whole number of the map, from `least` to `most`.
int tac_count_or(const tac_place *p, const tac_node *map, const char *key, int least, int most,
                 int otherwise);

// The number of a processor core, -1 for the word auto.
int tac_core(const tac_place *p, const tac_node *node, const char *key);

#endif
