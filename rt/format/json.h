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

#endif
