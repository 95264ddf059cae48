// A sub-model as data: what `tactus compile` writes into a shared object, and what the object builds from it.
//
// The object is a template (kernel/feature/compiled/part_object.c) with room for a serialized model, which is filled in:
// no compiler is needed. A serialized model holds the description's arrays one after another, in the layout of this
// program's structs, which the magic word stands for, without any name but those of inputs and outputs.
#ifndef TAC_SERIALIZED_H
#define TAC_SERIALIZED_H

#include <stdbool.h>

#include "arena.h"
#include "desc.h"
#include "model.h"
#include "part.h"
#include "solver.h"

#define TAC_SERIALIZED_MAGIC "TACTUS MODEL 17"
#define TAC_SERIALIZED_TABLE_MAGIC "TACTUS TABLE 01"

enum { TAC_SERIALIZED_NAME = 64, TAC_SERIALIZED_MOST = 1 << 18 };

// Arrays of a description that a serialized model has.
typedef enum tac_serialized_array {
    TAC_SERIALIZED_BODIES,
    TAC_SERIALIZED_GROUPS,
    TAC_SERIALIZED_JOINTS,
    TAC_SERIALIZED_SPRINGS,
    TAC_SERIALIZED_BUSHINGS,
    TAC_SERIALIZED_FRICTIONS,
    TAC_SERIALIZED_CONTACTS,
    TAC_SERIALIZED_LAWS,
    TAC_SERIALIZED_LOADS,
    TAC_SERIALIZED_SOURCES,
    TAC_SERIALIZED_TERMS,
    TAC_SERIALIZED_TABLES,
    TAC_SERIALIZED_POINTS, // x, then y, of all tables
    TAC_SERIALIZED_INPUTS,
    TAC_SERIALIZED_SENSORS,
    TAC_SERIALIZED_COUPLERS,
    TAC_SERIALIZED_COUPLED, // their terms
    TAC_SERIALIZED_ARRAYS
} tac_serialized_array;

typedef struct tac_serialized_names {
    char name[TAC_PART_MOST_VALUES][TAC_SERIALIZED_NAME],
        unit[TAC_PART_MOST_VALUES][TAC_SERIALIZED_NAME];
} tac_serialized_names;

// Of an object's memory, in bytes, and the lanes of its steps.
typedef struct tac_serialized_sizes {
    uint64_t memory, tree, model, work;
    int32_t lanes;
} tac_serialized_sizes;

typedef struct tac_serialized {
    char magic[16];
    char title[TAC_SERIALIZED_NAME];
    tac_serialized_names input, output;
    tac_serialized_sizes of[TAC_PART_MOST_ALIKE]; // of one and more of them side by side
    int32_t n_output, n_state;
    tac_part_sharp sharp;
    tac_part_cost cost[TAC_PART_MOST_ALIKE];
    uint64_t form;
    uint32_t in_world;                  // something is
    int32_t n[TAC_SERIALIZED_ARRAYS];   // items
    uint32_t at[TAC_SERIALIZED_ARRAYS]; // of an array in data
    _Alignas(TAC_ALIGN) unsigned char data[TAC_SERIALIZED_MOST];
} tac_serialized;

// The table of an object, which the template has behind a magic word as well.
typedef struct tac_serialized_table {
    char magic[16];
    tac_part_table table;
    tac_part_value input[TAC_PART_MOST_VALUES], output[TAC_PART_MOST_VALUES];
} tac_serialized_table;

// Writes the arrays of a description. False if they do not fit.
bool tac_serialized_write(tac_serialized *p, const tac_desc *d);

// The description of setup->n of them, or of serialized models of the same form where the setup has their tables, with their carrier as
// the last body, everything where a host's carrier is; arrays are the arena's.
tac_desc tac_serialized_read(const tac_serialized *p, const tac_part_setup *setup, tac_arena *a);

// A number of all that decides how one is laid out and stepped, but for its numbers: serialized models of the same form can be in one
// description.
uint64_t tac_serialized_form(const tac_serialized *p, const tac_model *m);

// Whether an element of it meets the world.
bool tac_serialized_is_in_world(const tac_serialized *p);

// Options of its steps.
tac_options tac_serialized_options(const tac_serialized *p, const tac_part_setup *setup);

// Bytes that an object needs for a model of n serialized models with their carrier besides its tree and model; of one, numbers of
// its state.
size_t tac_serialized_work_size(const tac_model *m, int n, const tac_options *o);
size_t tac_serialized_state_size(const tac_model *m);

// What n of a serialized model take, of this model in so many lines of 64 bytes as tac_serialized_work_size says. False if it cannot be
// one.
bool tac_serialized_cost(const tac_model *m, int n, const tac_options *o, void *memory,
                         tac_part_cost *cost);

// Largest slope times mobility of laws with sides, 1/s^2, and of frictions, 1/s, on the carrier that a model has.
void tac_serialized_sharpness(const tac_model *m, double sharp[2]);

#endif
