// JSON text into a buffer of fixed size: commas and escapes are taken care of, nothing is allocated.
#ifndef TAC_JSON_H
#define TAC_JSON_H

#include <stdint.h>

typedef struct tac_json {
    char *text; // ends with a zero at all times
    int size, n;
    int comma; // the next item needs one before it
    int full;  // something did not fit; the text is cut off
} tac_json;

void tac_json_begin(tac_json *j, char *text, int size);

// '{' or '[' and their ends; key is NULL inside of lists and at the top. Blanks in keys become '_'.
void tac_json_open(tac_json *j, const char *key, char bracket);
void tac_json_close(tac_json *j, char bracket);

void tac_json_text(tac_json *j, const char *key, const char *value);
void tac_json_whole(tac_json *j, const char *key, int64_t value);
void tac_json_real(tac_json *j, const char *key, double value); // null when it is not finite
void tac_json_truth(tac_json *j, const char *key, int value);
void tac_json_null(tac_json *j, const char *key);

// A buffer that grows until a whole text fits: no text before, none without memory. free(b->text) afterwards.
typedef struct tac_json_buffer {
    char *text;
    int size, n; // of the text as it is, without its zero
} tac_json_buffer;

// The text that write makes, of up to 1 GiB. write is called again, from the beginning, whenever the buffer has
// grown. Returns 0 without memory.
int tac_json_fill(tac_json_buffer *b, void (*write)(tac_json *j, void *context), void *context);

#endif
