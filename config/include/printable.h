// The one filter for text from elsewhere -- a file, a segment, a socket, the name of a file -- before it reaches
// a terminal: what is shown is one line of valid UTF-8 without control characters.
#ifndef TAC_PRINTABLE_H
#define TAC_PRINTABLE_H

#include <stddef.h>

enum { TAC_SHOWN_SIZE = 4352 }; // room for the longest path and a little more

// The number of a character of n bytes of UTF-8 that controls a terminal or the line: a control character (those of
// C1 and DEL too), a separator of lines, one that turns the order of letters
// around, or one that nobody sees. 0 for all others.
unsigned tac_controlling(const unsigned char *c, int n);

// In place: controlling characters and broken UTF-8 become '?', a byte for a byte.
void tac_make_printable(char *text);

// A copy in out, as much of the text as fits, in whole characters; NULL is "". Returns out.
const char *tac_printable(char *out, size_t size, const char *text);

// The same as an argument of a printf, in memory of the block around it.
#define TAC_SHOWN(text) tac_printable((char[TAC_SHOWN_SIZE]){0}, TAC_SHOWN_SIZE, text)

#endif
