// A motion that was computed, in memory that its solver fills and the server of the page reads while it grows: rows at
// steps evenly apart, what they hold, and the steps at which a deadline was missed. It has no name: who starts both
// hands a descriptor over.
//
// One process writes. A row is there when n_row says so and never changes afterwards; so is a miss with n_miss.
//
//   header | names and units of values (n_value) | scene, a text | misses (most_miss) | errors | rows (most_row)
//
// A row is the step (i64), the largest step up to it (i64: steps begin anew after a reset), the time, 7 numbers per body and 6 per force as in the view of an instance, and the values.// Errors are rows without their heads, of a run with half the step at every error_every-th row: the difference to that row,
// times error_by, is the error. They are there with `measured`.
#ifndef TAC_PLAYBACK_H
#define TAC_PLAYBACK_H

#include <stdatomic.h>
#include <stdint.h>

#define TAC_PLAYBACK_MAGIC 0x59414c5054434154u // "TACTPLAY"

enum {
    TAC_PLAYBACK_VALUES = 4096,
    TAC_PLAYBACK_MISSES = 65536, // later ones are not kept
    TAC_PLAYBACK_STEP = 0,       // words of a row: these three, then the poses
    TAC_PLAYBACK_LARGEST = 1,
    TAC_PLAYBACK_TIME = 2,
    TAC_PLAYBACK_ROW_HEAD = 3,
    TAC_PLAYBACK_POSE = 7,  // words of a body
    TAC_PLAYBACK_FORCE = 6, // of a force
    TAC_PLAYBACK_FORCES = 4096,
    TAC_PLAYBACK_ERRORS = 512, // and of no more than 32 MiB
};

typedef enum tac_playback_state {
    TAC_PLAYBACK_COMPUTES,
    TAC_PLAYBACK_WHOLE,
    TAC_PLAYBACK_DIVERGED, // a replay: at diverged_step
    TAC_PLAYBACK_STOPPED,  // why says what was in the way
} tac_playback_state;

typedef struct tac_playback_value {
    char name[160], unit[16];
} tac_playback_value;

typedef struct tac_playback_header {
    uint64_t magic, size; // bytes
    uint32_t n_body, n_force, n_value;
    uint64_t left_out; // values of sensors beyond TAC_PLAYBACK_VALUES
    uint64_t value_at, scene_at, scene_size, miss_at, row_at; // bytes
    uint64_t error_at, most_row, row_words;
    uint32_t most_error; // rows of them
    int64_t error_every;
    int64_t every, last_step; // steps between rows; of the whole motion
    double dt;                // s
    uint32_t is_log;          // 1: a recording, 0: a model that is computed
    char method[48];          // "index-3, order 2"
    char version[64];         // of the program that recorded, or computes
    char name[48], path[256];
    char note[1024]; // what one should know of it, lines; "": nothing
    // written while it grows
    _Atomic int32_t solver; // process
    _Atomic uint64_t n_row, n_miss;
    _Atomic uint32_t measured; // 1: these four are there
    uint32_t n_error, in_doubt;
    double error_by;
    char error[512];        // a line of words, ""
    _Atomic uint32_t state; // tac_playback_state; what follows is there with it
    int64_t diverged_step;
    char why[512];
} tac_playback_header;

#endif
