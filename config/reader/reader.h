// Inside the loader: what all its parts share while one model is read.
//
// Reading goes in passes over the same node trees: files and sub-models first (include.c), then
// tables, inputs and sources, bodies, joints, forces, sensors, so that every name a pass needs is
// already known. A place says where a node is read: in which inclusion of which file, with which
// parameters. The first error leaves everything through tac_refuse; memory belongs to one pool, so
// leaving early loses nothing.
//
// Only the loader and its tests include this header.
#ifndef TAC_READER_H
#define TAC_READER_H

#include <setjmp.h>
#include <stdio.h>
#include <yaml.h>

#include "diag.h"
#include "expr.h"
#include "file_source.h"
#include "model_file.h"
#include "names.h"
#include "pool.h"
#include "units.h"
#include "yaml_tree.h"

#define TAC_MAX_INCLUDE_DEPTH 32
#define TAC_MAX_REPEAT 100000

// What one model may ask for; beyond it the model is refused with a line.
typedef struct tac_limits {
    size_t memory;                 // bytes of the pool
    int items;                     // bodies, joints, ... and inclusions, repetition counted
    int reads_files;               // 0: includes and CSV files are refused
    const tac_file_source *source; // of all files, NULL: the disk
} tac_limits;

extern const tac_limits tac_default_limits;

typedef struct tac_list { // grows inside the pool
    void *data;
    int n, capacity;
} tac_list;

// One inclusion of one file.
typedef struct tac_instance {
    const tac_node *root;
    const tac_node *item;             // the entry of `include`, the root itself for the outermost
    struct tac_instance *parent;      // NULL for the outermost
    const char *path;                 // as opened
    const char *real_path;            // canonical, tells cycles
    const char *prefix;               // "" or "front_left/"
    const tac_parameter_value *scope; // its parameters
    vec3 r;                           // the file's frame in the world
    quat q;
    const char *ground_name; // body of the parent that stands for ground, NULL for ground
    int ground;              // the same as body index
    int group;               // index in desc.group, TAC_NONE for the outermost
    int depth;
} tac_instance;

// A body before it is placed in the world.
typedef struct tac_raw_body {
    const tac_instance *in;
    const tac_node *item;
    const tac_node *relative_to; // names the body its pose refers to, or NULL
    const char *relative_name;   // its text
    int base;                    // index of that body, TAC_GROUND for the file's frame
    int state;                   // 0 not placed, 1 being placed, 2 placed
    vec3 origin;                 // body frame in the base frame
    quat q;
    vec3 com;         // centre of mass in the body frame
    int spin_in_file; // w is given in the file's axes
} tac_raw_body;

// A force of any type.
typedef struct tac_force_ref {
    tac_element_class what;
    int is_load;
    int index; // in the list of its type
} tac_force_ref;

typedef struct tac_reader {
    jmp_buf escape;
    tac_diag *diag;
    tac_model_file *file;
    tac_pool *pool;
    tac_limits limits;
    // released by tac_reader_close however reading ends
    char *text; // of the file being read
    size_t text_capacity;
    FILE *stream;
    yaml_parser_t yaml;
    yaml_event_t event;
    int yaml_is_open, event_is_open;
    // budgets
    int n_node, n_item;
    // what is found, in the order of the description
    const char *path;                   // of the file that everything begins with
    tac_list file_name;                 // const char *
    tac_list documents;                 // tac_document, of include.c
    tac_list instance;                  // tac_instance *
    tac_list group, group_name;         // tac_group_desc, const char *
    tac_list body, body_name, raw_body; // tac_body_desc, const char *, tac_raw_body
    tac_list joint, joint_name;         // and so on
    tac_list spring, spring_name, bushing, bushing_name, friction, friction_name;
    tac_list contact, contact_name, load, load_name, force_ref;
    tac_list source, source_name, source_term, named_source;
    tac_list table, input, input_name, sensor, sensor_name;
    // full name to index in the list of the same name; force to force_ref, signal to named_source
    tac_names group_names, body_names, joint_names, force_names, signal_names, table_names,
        input_names, sensor_names;
} tac_reader;

typedef struct tac_place {
    tac_reader *rd;
    tac_instance *in;
    const tac_parameter_value *scope;
} tac_place;

// ---------------------------------------------------------------- reader.c

// Leaves the reading with one line at a node, a key, or a position. Does not return.
_Noreturn void tac_refuse(tac_reader *rd, const tac_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void tac_refuse_key(tac_reader *rd, const tac_node *map, const char *key,
                              const char *format, ...) __attribute__((format(printf, 4, 5)));
#define TAC_TOO_LARGE "%.400s:1:1: out of memory; make it smaller or free some" // the path
_Noreturn void tac_refuse_memory(tac_reader *rd);
_Noreturn void tac_refuse_at(tac_reader *rd, const char *file, int line, int column,
                             const char *format, ...) __attribute__((format(printf, 5, 6)));

// n zeroed items from the pool; refuses when memory is used up.
void *tac_reader_take(tac_reader *rd, size_t n, size_t size);
char *tac_copy_text(tac_reader *rd, const char *text, size_t length);
char *tac_join_text(tac_reader *rd, const char *a, const char *b);

// One more zeroed item at the end of a list. The address holds until the next call.
void *tac_list_add(tac_reader *rd, tac_list *list, size_t size);
void tac_list_add_text(tac_reader *rd, tac_list *list, const char *text);

// Reads a whole file into rd->text and returns its size; `at` is blamed.
size_t tac_read_whole_file(tac_reader *rd, const char *path, const char *blame_file, int line,
                           int column);

// Path of a file named in a model file: relative to that file.
const char *tac_relative_path(tac_reader *rd, const char *of_file, const char *path);

void tac_reader_close(tac_reader *rd);

#endif
