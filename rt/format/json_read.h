// JSON read from its beginning to its end, without memory of its own and without recursion: who reads asks for what
// should come next. What is not so is a mistake that stays, and from then on nothing comes any more: it is enough to
// look at `bad` at the end. Any bytes may be read.
//
//   for (bool more = tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
//       tac_json_key(c, key, sizeof key);
//       ... one value: a number, a text, another list, or tac_json_skip
//   }
#ifndef TAC_JSON_READ_H
#define TAC_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tac_json_cursor {
    const char *at, *end;
    bool bad;
} tac_json_cursor;

// '{' or '[': whether there is an item; tac_json_more, with the bracket that closes: whether there is another one.
bool tac_json_enter(tac_json_cursor *c, char bracket);
bool tac_json_more(tac_json_cursor *c, char bracket);

// A name and its colon; one that does not fit is cut off.
void tac_json_key(tac_json_cursor *c, char *out, size_t size);

double tac_json_number(tac_json_cursor *c); // null is NAN, as it is where none comes

// A text, cut off where it does not fit; characters are UTF-8.
void tac_json_string(tac_json_cursor *c, char *out, size_t size);

// A text as it stands there, escapes and all; returns its bytes.
size_t tac_json_raw(tac_json_cursor *c, const char **text);

void tac_json_skip(tac_json_cursor *c);    // any value
bool tac_json_is_done(tac_json_cursor *c); // all of it was read, and nothing was bad

#endif
