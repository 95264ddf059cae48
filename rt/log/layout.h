// The layout of a recorded state: which word is which signal, from the text in the log's header.
//
// The text lists the arrays of the state with their place, then bodies, elements, inputs in their
// order (tac_log_layout_text in log_signals.h writes it). Words are named from it alone, so that a log can
// be looked at without building its model.
#ifndef TAC_LOG_LAYOUT_H
#define TAC_LOG_LAYOUT_H

#include <stddef.h>

typedef struct tac_log_array { // an array of the state
    const char *name;
    size_t at, n; // first word, and words up to the next array
} tac_log_array;

typedef struct tac_log_element {
    const char *name;
    size_t rows;
    int is_explicit; // its rows come after those of all others
} tac_log_element;

typedef struct tac_log_layout {
    tac_log_array *array;     // (n_array)
    const char **body;        // (n_body)
    tac_log_element *element; // in the order of their rows                     (n_element)
    const char **input;       // (n_input)
    size_t n_array, n_body, n_element, n_input, n_word;
    char *text;   // a copy, which the names point into
    void *memory; // of the lists
} tac_log_layout;

// Returns 0 when the text is none of a layout, -1 without memory; then nothing has to be freed.
int tac_log_layout_read(tac_log_layout *l, const char *text);
void tac_log_layout_free(tac_log_layout *l); // a zeroed one is fine

// The first of its names that no model can have, NULL when all are fine. Names of models are letters, digits,
// '_', '-' and '.', those of sub-models before them with a '/' behind each.
const char *tac_log_layout_bad_name(const tac_log_layout *l);

// Name of a word: "crank.vx", "pin.lambda2", "torque.input"; "padding" for words without a meaning.
// whole is 1 for words that hold an integer, not a double.
void tac_log_layout_name(const tac_log_layout *l, size_t word, char *out, size_t size, int *whole);

#endif
