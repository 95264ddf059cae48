// Logs of runs: the frames a file consists of. docs/replay.md is the reference of the format.
//
// A file is a sequence of frames, each a head of fixed size and stored bytes. The first frame holds
// the header, then blocks follow with notes between them, a last frame ends a complete recording. Every frame carries a
// checksum of its head and one of its bytes, and the mark of its recording, so that a reader finds
// every whole frame of a damaged file and takes none from elsewhere. Numbers are little-endian
// whatever the machine.
#ifndef TAC_LOG_FORMAT_H
#define TAC_LOG_FORMAT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// Of what logs hold, and of the steps that are replayed: counted up when either changes, steps when the same state leads to
// other bits beyond rounding. A log of another version is refused.
#define TAC_LOG_VERSION 4
#define TAC_LOG_FRAME 80                    // bytes of a frame's head
#define TAC_LOG_MAX_RAW ((uint64_t)1 << 28) // unpacked bytes of one frame; beyond it it is damaged

typedef enum tac_log_frame_kind {
    TAC_LOG_HEADER = 1,
    TAC_LOG_BLOCK = 2,
    TAC_LOG_END = 3,
    TAC_LOG_NOTE = 4, // note.h
} tac_log_frame_kind;

enum {                     // flags of a block; those of the header are the format's version
    TAC_LOG_AFTER_GAP = 1, // records are missing before this block
};

typedef struct tac_log_frame {
    tac_log_frame_kind kind;
    uint32_t flags;
    uint64_t stored, raw; // bytes after the head, and unpacked
    int64_t first, last;  // steps recorded before this frame, and up to its end
    uint64_t sequence;    // 0 for the header, then counting
    uint64_t run;         // mark of the recording: checksum of the header's stored bytes
    uint64_t sum;         // XXH3 of the stored bytes
} tac_log_frame;

// Little-endian numbers in bytes.
void tac_log_put(unsigned char *at, uint64_t value, int bytes);
uint64_t tac_log_get(const unsigned char *at, int bytes);
void tac_log_put_words(unsigned char *at, const uint64_t *word, size_t n);
void tac_log_get_words(const unsigned char *at, uint64_t *word, size_t n);

// The bits of a double, and back.
static inline uint64_t tac_log_bits(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static inline double tac_log_real(uint64_t word)
{
    double x;
    memcpy(&x, &word, sizeof x);
    return x;
}

uint64_t tac_log_hash(const void *bytes, size_t n); // XXH3, 64 bits, seed 0

// Head of a frame to bytes and back; get returns 0 when the bytes are no whole, undamaged head.
void tac_log_frame_put(const tac_log_frame *f, unsigned char at[TAC_LOG_FRAME]);
int tac_log_frame_get(const unsigned char at[TAC_LOG_FRAME], tac_log_frame *f);

// Finds the next place at or after `from` where a head may begin; n when there is none.
size_t tac_log_frame_find(const unsigned char *bytes, size_t from, size_t n);

#endif
