// A sub-model as data: what `tactus compile` writes into a shared object, and what the object builds from it.
//
// The object is a template (kernel/feature/compiled/part_object.c) with room for a piece, which is filled in: no compiler is needed. A piece holds
// the description's arrays one after another, in the layout of this program's structs, without any name but those of
// inputs and outputs.
#ifndef TAC_PIECE_H
#define TAC_PIECE_H

#include <stdbool.h>

#include "arena.h"
#include "desc.h"
#include "model.h"
#include "part.h"
#include "solver.h"

#define TAC_PIECE_MAGIC "TACTUS PIECE 06"
#define TAC_PIECE_TABLE_MAGIC "TACTUS TABLE 01"

enum { TAC_PIECE_NAME = 64, TAC_PIECE_MOST = 1 << 18 };

// Arrays of a description that a piece has.
typedef enum tac_piece_array {
    TAC_PIECE_BODIES,
    TAC_PIECE_GROUPS,
    TAC_PIECE_JOINTS,
    TAC_PIECE_SPRINGS,
    TAC_PIECE_BUSHINGS,
    TAC_PIECE_FRICTIONS,
    TAC_PIECE_CONTACTS,
    TAC_PIECE_LAWS,
    TAC_PIECE_LOADS,
    TAC_PIECE_SOURCES,
    TAC_PIECE_TERMS,
    TAC_PIECE_TABLES,
    TAC_PIECE_POINTS, // x, then y, of all tables
    TAC_PIECE_INPUTS,
    TAC_PIECE_SENSORS,
    TAC_PIECE_COUPLERS,
    TAC_PIECE_COUPLED, // their terms
    TAC_PIECE_ARRAYS
} tac_piece_array;

typedef struct tac_piece_names {
    char name[TAC_PART_MOST_VALUES][TAC_PIECE_NAME], unit[TAC_PART_MOST_VALUES][TAC_PIECE_NAME];
} tac_piece_names;

// Of an object's memory, in bytes, and the lanes of its steps.
typedef struct tac_piece_sizes {
    uint64_t memory, tree, model, work;
    int32_t lanes;
} tac_piece_sizes;

typedef struct tac_piece {
    char magic[16];
    char title[TAC_PIECE_NAME];
    tac_piece_names input, output;
    tac_piece_sizes of[TAC_PART_MOST_ALIKE]; // of one and more of them side by side
    int32_t n_output, n_state;
    tac_part_sharp sharp;
    tac_part_cost cost[TAC_PART_MOST_ALIKE];
    uint64_t form;
    uint32_t in_world;             // something is
    int32_t n[TAC_PIECE_ARRAYS];   // items
    uint32_t at[TAC_PIECE_ARRAYS]; // of an array in data
    _Alignas(TAC_ALIGN) unsigned char data[TAC_PIECE_MOST];
} tac_piece;

// The table of an object, which the template has behind a magic word as well.
typedef struct tac_piece_table {
    char magic[16];
    tac_part_table table;
    tac_part_value input[TAC_PART_MOST_VALUES], output[TAC_PART_MOST_VALUES];
} tac_piece_table;

// Writes the arrays of a description. False if they do not fit.
bool tac_piece_write(tac_piece *p, const tac_desc *d);

// The description of setup->n of them, or of pieces of the same form where the setup has their tables, with their carrier as
// the last body, everything where a host's carrier is; arrays are the arena's.
tac_desc tac_piece_read(const tac_piece *p, const tac_part_setup *setup, tac_arena *a);

// A number of all that decides how one is laid out and stepped, but for its numbers: pieces of the same form can be in one
// description.
uint64_t tac_piece_form(const tac_piece *p, const tac_model *m);

// Whether an element of it meets the world.
bool tac_piece_is_in_world(const tac_piece *p);

// Options of its steps.
tac_options tac_piece_options(const tac_piece *p, const tac_part_setup *setup);

// Bytes that an object needs for a model of n pieces with their carrier besides its tree and model; of one, numbers of
// its state.
size_t tac_piece_work_size(const tac_model *m, int n, const tac_options *o);
size_t tac_piece_state_size(const tac_model *m);

// What n of a piece take, of this model in so many lines of 64 bytes as tac_piece_work_size says. False if it cannot be
// one.
bool tac_piece_cost(const tac_model *m, int n, const tac_options *o, void *memory,
                    tac_part_cost *cost);

// Largest slope times mobility of laws with sides, 1/s^2, and of frictions, 1/s, on the carrier that a model has.
void tac_piece_sharpness(const tac_model *m, double sharp[2]);

#endif
