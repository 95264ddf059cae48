// MCAP, the container of time series that robotics tools read (mcap.dev/spec, version 0): messages of channels, each
// with a time, in chunks that are packed with zstd and carry a CRC each, an index and statistics at the end.
//
// A chunk holds at most a second and 1 MiB, or one message that is larger. Schemas and channels stand before the
// first chunk, and every chunk is handed to the system at its end: of a file that is cut off anywhere a reader has
// all but the last chunk.
#ifndef TAC_MCAP_H
#define TAC_MCAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TAC_MCAP_CHANNELS = 60000 };

typedef struct tac_mcap_bytes { // grow as needed
    unsigned char *at;
    size_t n, room;
} tac_mcap_bytes;

typedef struct tac_mcap_entry { // a message in the chunk at hand, or a chunk in the file
    uint64_t time, at;
} tac_mcap_entry;

typedef struct tac_mcap_channel {
    uint64_t messages;
    uint32_t sequence;
    tac_mcap_entry *entry; // of the chunk at hand   (n)
    size_t n, room;
} tac_mcap_channel;

typedef struct tac_mcap {
    FILE *file;
    int error; // errno of the first failure, 0 while all is well
    bool no_memory;
    uint64_t written;                     // bytes of the file
    uint32_t crc;                         // of them
    tac_mcap_bytes chunk, packed, record; // the chunk at hand, packed, and the record that is made
    uint64_t chunk_first, chunk_last;     // times of its messages, ns
    tac_mcap_bytes names;                 // schemas and channels once more, for the end
    tac_mcap_bytes index;                 // of the chunks, for the end
    tac_mcap_bytes about;                 // of the metadata, for the end
    uint32_t n_about;
    tac_mcap_channel *channel; // (n_channel)
    int n_channel;
    uint64_t first, last, messages; // of the file
    uint32_t chunks;
} tac_mcap;

// Creates the file; "-" is standard output. False: errno says why.
bool tac_mcap_open(tac_mcap *m, const char *path, const char *library);

// A channel of JSON messages with a JSON schema, all before the first message. Its index, or -1 without memory or
// when there are too many.
int tac_mcap_add_channel(tac_mcap *m, const char *topic, const char *schema,
                         const char *schema_text);

// Metadata under a name: n pairs of a key and its text; before the first message. False without memory, or when something
// could not be written so far.
bool tac_mcap_add_metadata(tac_mcap *m, const char *name, const char *const (*pair)[2], int n);

// A message at a time in ns, which is not before that of the message before. False when something could not be
// written so far.
bool tac_mcap_put(tac_mcap *m, int channel, uint64_t time, const char *text, size_t size);

// Writes what is left and the index, and gives the memory back; may be called twice. False when something could
// not be written: no_memory or error says why.
bool tac_mcap_close(tac_mcap *m);

#endif
