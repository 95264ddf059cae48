// One line that says what is wrong with an input and what would be right:
//   chain.yaml:12:9: unknown key 'mas' in a body; did you mean 'mass'?
#ifndef TAC_DIAG_H
#define TAC_DIAG_H

#include <stdarg.h>

typedef struct tac_diag {
    char text[1024]; // "" while nothing is wrong; the first error stays
    int no_memory;   // nothing else was wrong
    char more[4096]; // further lines, each with its end: other mistakes in the same file
} tac_diag;

enum { TAC_MOST_ERRORS = 10 }; // lines of one file, the first included

// Writes "file:line:column: message", one line of valid UTF-8 whatever the arguments hold. Does
// nothing when an error is already there. Long file names keep their end.
void tac_diag_set(tac_diag *d, const char *file, int line, int column, const char *format,
                  va_list arguments);

// The same for a further mistake: behind the first line, as long as there is room.
void tac_diag_add(tac_diag *d, const char *file, int line, int column, const char *format,
                  va_list arguments);

// All lines of another one behind those that are there. Returns how many they are.
int tac_diag_join(tac_diag *d, const tac_diag *other);

// The line of something that there is not enough memory for; the first error stays here as well.
__attribute__((format(printf, 2, 3))) void tac_diag_no_memory(tac_diag *d, const char *format, ...);

// Bytes of the character at c, 0 when they are no UTF-8.
int tac_utf8_length(const unsigned char *c);

// Changes that turn a into b: one letter more, less or different, or two neighbours swapped.
// Names above 64 letters count as far apart.
int tac_name_distance(const char *a, const char *b);

// Close enough to be a slip of the finger: at most a third of the letters differ, and not all.
int tac_name_is_near(const char *name, int distance);

#endif
