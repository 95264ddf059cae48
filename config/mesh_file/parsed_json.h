// JSON as a list of values that point into the text, for the heads of binary files: bounded in depth, number of
// values and work, whatever the text holds.
#ifndef TAC_PARSED_JSON_H
#define TAC_PARSED_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tac_parsed_kind {
    TAC_PARSED_OBJECT,
    TAC_PARSED_ARRAY,
    TAC_PARSED_STRING, // of the letters between the quotes, escapes as they stand
    TAC_PARSED_NUMBER,
    TAC_PARSED_WORD, // true, false, null
} tac_parsed_kind;

typedef struct tac_parsed_value {
    tac_parsed_kind kind;
    uint32_t at, size; // letters of the text
    int n;             // values inside; of an object a key and a value each
    int next;          // index of the value behind it and all that is inside
} tac_parsed_value;

enum { TAC_PARSED_TABLES = 8 };

typedef struct tac_parsed_json {
    const char *text;
    size_t size;
    tac_parsed_value *value; // (n) the whole first
    int n, room;
    const char *wrong; // why it is none, NULL: it is one
    bool no_memory;
    struct {
        int array;
        int *element;           // indices of its values
    } table[TAC_PARSED_TABLES]; // of long arrays that were asked for             (n_table)
    int n_table;
    uint64_t work;   // of finding values so far
    bool is_tangled; // that was too much; nothing is found any more
} tac_parsed_json;

// Reads a text of less than 2^32 letters with a zero behind it. False: wrong or no_memory is set.
bool tac_parsed_read(tac_parsed_json *j, const char *text, size_t size);
void tac_parsed_free(tac_parsed_json *j);

// Index of a value, -1 when there is none or when it is of another kind. Of -1 all of these say the same.
int tac_parsed_member(tac_parsed_json *j, int object, const char *key, tac_parsed_kind kind);
int tac_parsed_element(tac_parsed_json *j, int array, int i, tac_parsed_kind kind);
int tac_parsed_count(const tac_parsed_json *j, int array); // 0 for none

// A number, or the other one for -1. Whole numbers that are none, or not from 0 to 2^53, are -1.
double tac_parsed_number(const tac_parsed_json *j, int value, double otherwise);
int64_t tac_parsed_whole(tac_parsed_json *j, int object, const char *key, int64_t otherwise);
bool tac_parsed_is(const tac_parsed_json *j, int string, const char *text);

#endif
