// Frames packed and appended to a file: the lower half of the log's writer, also used by the tools
// that make new logs of old ones.
//
// A frame that cannot be written completely is cut off again, so that the file ends with a whole
// frame where the file system allows it; after the first failure nothing more is written.
#ifndef TAC_LOG_FILE_H
#define TAC_LOG_FILE_H

#include "diag.h"
#include "format.h"
#include "header.h"

typedef struct tac_log_file {
    const char *path; // the caller's
    int descriptor;
    int error;         // errno of the first failure
    int64_t bytes;     // written so far, whole frames
    uint64_t sequence; // of the next frame
    uint64_t run;
    void *packer;          // ZSTD_CCtx; with what follows it kept from one file to the next
    unsigned char *stored; // head and packed bytes of a frame, grown as needed
    size_t capacity;
} tac_log_file;

typedef struct tac_log_end { // what the last frame says
    int64_t steps, lost, cycles;
    uint64_t chain; // of all state hashes
    int complete;
} tac_log_end;

enum { TAC_LOG_END_BYTES = 40 }; // then the words of the last state, if known

// Creates the file and writes the header. Fails with a line in diag; a file that is being written as a log
// stays as it is.
int tac_log_file_open(tac_log_file *f, const char *path, const tac_log_header *h, tac_diag *diag);

// The same in steps, for one file after the other with the same memory: prepare once, then begin with the bytes of a
// header, and finish. more: further flags of open; what is new
// by O_EXCL is removed when the header cannot be written. 0: f->error says why, nothing is open.
int tac_log_file_prepare(tac_log_file *f);
int tac_log_file_begin(tac_log_file *f, const char *path, int more, const unsigned char *header,
                       size_t size);
int tac_log_file_finish(tac_log_file *f);

// Takes the memory that frames of up to `size` raw bytes need, so that adding them takes no more: raw
// is packed once, and thrown away. 0 without memory.
int tac_log_file_reserve(tac_log_file *f, const unsigned char *raw, size_t size);

// Whether it is as it was written: with a name, and no shorter. 0: an error, ESTALE where others removed or cut it.
int tac_log_file_check(tac_log_file *f);

// Appends a frame with these raw bytes; kind, flags, first and last are the caller's. 0: not written.
int tac_log_file_add(tac_log_file *f, tac_log_frame frame, const unsigned char *raw, size_t size);

// The same in steps. Packs the bytes to where the content of the next frame is expected, f->stored + TAC_LOG_FRAME,
// and fills in what the frame has of them; 0: an error. Then writes that frame. After an error that may pass, mend
// forgets it and cuts off what was half written.
int tac_log_file_pack(tac_log_file *f, tac_log_frame *frame, const unsigned char *raw, size_t size);
int tac_log_file_write(tac_log_file *f, tac_log_frame frame);
void tac_log_file_mend(tac_log_file *f);

// The last frame, with the state (n words) the recording ended in; n is 0 when it is not known. raw: memory of
// TAC_LOG_END_BYTES + 8 n bytes.
int tac_log_file_end(tac_log_file *f, const tac_log_end *end, const uint64_t *state, size_t n,
                     unsigned char *raw);
int tac_log_file_close(tac_log_file *f); // 0 when something could not be written

// The chain goes on with one more state hash.
uint64_t tac_log_chain(uint64_t chain, uint64_t hash);

void tac_log_end_get(const unsigned char bytes[TAC_LOG_END_BYTES], tac_log_end *end);

#endif
