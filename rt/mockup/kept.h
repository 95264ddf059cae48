// Memory and lines of the program tactus-fmu-host. It reads one FMU and ends, by _exit: nothing is given back before.
#ifndef TAC_MOCKUP_KEPT_H
#define TAC_MOCKUP_KEPT_H

#include <stdbool.h>
#include <stddef.h>

// n zeroed items. Where there is no memory, the process says so and ends.
void *tac_kept(size_t n, size_t size);

// A copy of n letters, and of a whole text.
char *tac_kept_letters(const char *text, size_t n);
char *tac_kept_text(const char *text);

// What is wrong with an FMU, or worth knowing, in the order in which it was found.
typedef enum tac_weight {
    TAC_NOTE,
    TAC_FAULT, // the standard does not allow it, which keeps nobody from stepping the FMU
    TAC_ERROR  // it cannot be stepped
} tac_weight;

typedef struct tac_finding {
    tac_weight weight;
    int line; // of modelDescription.xml, 0: not of it
    char *text;
} tac_finding;

enum { TAC_MOST_FINDINGS = 200 }; // further ones are counted

typedef struct tac_findings {
    tac_finding item[TAC_MOST_FINDINGS]; // (n)
    int n;
    int count[TAC_ERROR + 1]; // by weight, those beyond the list included
} tac_findings;

void tac_find_error(tac_findings *f, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void tac_find_fault(tac_findings *f, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void tac_find_note(tac_findings *f, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The first of a weight, NULL: none was found.
const tac_finding *tac_first_finding(const tac_findings *f, tac_weight weight);

#endif
