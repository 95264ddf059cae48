// Inside the loader: what all its parts share while one file is read, of whatever kind.
//
// The first error leaves everything through tac_refuse; memory belongs to one pool, so leaving early
// loses nothing. A kind of file that keeps more while it is read has a struct of its own that begins
// with the reader: model_file/model_reader.h is the largest.
//
// Only the loader and its tests include this header.
#ifndef TAC_READER_H
#define TAC_READER_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <yaml.h>

#include "diag.h"
#include "expr.h"
#include "file_source.h"
#include "pool.h"
#include "yaml_tree.h"

// What one file may ask for; beyond it the file is refused with a line.
typedef struct tac_limits {
    size_t memory;                 // bytes of the pool
    int items;                     // bodies, joints, ... and inclusions, repetition counted
    uint64_t work;                 // of reading, see tac_reader_work
    bool reads_files;              // false: files named inside are refused
    const tac_file_source *source; // of all files, NULL: the disk
    const struct tac_given *given; // parameters of a model from outside its files, NULL: none
} tac_limits;

extern const tac_limits tac_default_limits;

// Those of files from a source, NULL: the disk, with what is given; NULL: nothing.
tac_limits tac_limits_of(const tac_file_source *source, const struct tac_given *given);

typedef struct tac_list { // grows inside the pool
    void *data;
    int n, capacity;
} tac_list;

typedef struct tac_reader {
    jmp_buf escape;
    tac_diag *diag;
    tac_pool *pool;
    tac_limits limits;
    // the file that everything begins with
    const char *path;
    const char *given; // its content, NULL: the file of that path
    size_t given_size;
    const char *empty; // what an empty file is told
    // released by tac_reader_close however reading ends
    char *text; // of the file being read
    size_t text_capacity;
    FILE *stream;
    yaml_parser_t yaml;
    yaml_event_t event;
    bool yaml_is_open, event_is_open;
    // mistakes so far
    int n_error;
    bool is_final; // nothing more can be said
    struct tac_omissions
        *omit;     // what is left out because of them; NULL: the kind of file goes on by sections
    tac_list root; // of all files parsed, const tac_node *
    const tac_node *item;         // of a list, being read; NULL: none
    const tac_node *refused_root; // of the file of the last mistake, NULL: not known
    int refused_line, refused_column;
    // budget
    int n_node;
    uint64_t work;
} tac_reader;

typedef struct tac_file { // one file while it is read
    const char *path;     // as opened
    const tac_node *root;
} tac_file;

// Where a value stands: whose messages it causes, and what its expressions mean.
typedef struct tac_place {
    tac_reader *rd;
    tac_file *in;
    const tac_parameter_value *scope; // NULL outside of models
} tac_place;

// ---- refusing ------------------------------------------------------------------------------------

// Leaves the reading with one line at a node, a key, or a position. Does not return.
_Noreturn void tac_refuse(tac_reader *rd, const tac_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void tac_refuse_key(tac_reader *rd, const tac_node *map, const char *key,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));
#define TAC_TOO_LARGE "%.400s:1:1: out of memory; make it smaller or free some" // the path
_Noreturn void tac_refuse_memory(tac_reader *rd);
_Noreturn void tac_refuse_at(tac_reader *rd, const char *file, int line, int column,
                             const char *format, ...) __attribute__((format(printf, 5, 6)));

// Reads a section of a file whose mistakes do not hinder others. False when it had one, which is recorded.
typedef void tac_section(const struct tac_place *p, void *out);
bool tac_try(const struct tac_place *p, tac_section *read, void *out);

// ---- memory --------------------------------------------------------------------------------------

// n zeroed items from the pool; refuses when memory is used up.
void *tac_reader_take(tac_reader *rd, size_t n, size_t size);
char *tac_copy_text(tac_reader *rd, const char *text, size_t length);
char *tac_join_text(tac_reader *rd, const char *a, const char *b);

// One more zeroed item at the end of a list. The address holds until the next call.
void *tac_list_add(tac_reader *rd, tac_list *list, size_t size);
void tac_list_add_text(tac_reader *rd, tac_list *list, const char *text);

// Counts work of reading: a letter of a file that is looked through is 1, and so is a name that is compared;
// a letter of a value is TAC_VALUE_WORK. Refuses when there is more of it than the limit. A small file may
// have any item repeated a million times, whatever it costs.
void tac_reader_work(tac_reader *rd, uint64_t n);
enum { TAC_VALUE_WORK = 4 };

// ---- files ---------------------------------------------------------------------------------------

// Reads a whole file into rd->text and returns its size; the position is blamed.
size_t tac_read_whole_file(tac_reader *rd, const char *path, const char *blame_file, int line,
                           int column);

// Path of a file named in another file: relative to that file.
const char *tac_relative_path(tac_reader *rd, const char *of_file, const char *path);

void tac_reader_close(tac_reader *rd);

#endif
