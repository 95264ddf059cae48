// Messages on their way to browsers: bytes that several clients share, whoever sends them last frees them.
#ifndef TAC_SERVE_MESSAGE_H
#define TAC_SERVE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/json.h"

typedef struct tac_message {
    int users;
    bool is_binary;
    size_t size;
    unsigned char *room;  // what the library of websockets wants before the bytes, then the bytes
    unsigned char *bytes; // (size)
} tac_message;

tac_message *tac_message_new(size_t size); // binary, for one user; NULL without memory
tac_message *tac_message_json(void (*write)(tac_json *j, void *context), void *context);

// The same behind n bytes, as a binary message where there are any.
tac_message *tac_message_behind(const void *head, size_t n,
                                void (*write)(tac_json *j, void *context), void *context);

tac_message *tac_message_share(tac_message *m); // one more user; NULL is fine
void tac_message_drop(tac_message *m);          // one user less; NULL is fine

// ---- frames --------------------------------------------------------------------------------------

// A binary message: this head, then poses (n_pose, 7), then forces (n_force, 6), then of all values the newest, the least and the largest
// since the frame before (n_value each), all as f64. Little endian.
typedef struct tac_frame_head {
    uint32_t kind;   // TAC_FRAME
    uint32_t source; // as the message `about` says
    int64_t step;    // of the values
    double time;
    int64_t pose_step; // of the poses
    double pose_time;
    uint32_t run_state;
    uint32_t n_pose, n_value;
    uint32_t merged;  // frames of the executive that least and largest are of
    uint32_t n_force; // as the scene lists them, or 0
    uint32_t reserved;
} tac_frame_head;

enum { TAC_FRAME = 2, TAC_MOST_VALUES = 4096 }; // 1 was without forces

size_t tac_frame_size(uint32_t n_pose, uint32_t n_force, uint32_t n_value);
double *tac_frame_poses(tac_message *m);           // and forces behind them
double *tac_frame_values(tac_message *m, int row); // 0: newest, 1: least, 2: largest

// The newer of two frames with what least and largest were in the older one, so that no peak is lost when a client
// takes but every other. Takes both users over and returns one; of sources that differ the newer one.
tac_message *tac_frame_merge(tac_message *older, tac_message *newer);

#endif
