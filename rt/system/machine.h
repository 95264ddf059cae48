// What Linux says about itself in small text files, below a root folder.
//
// The root is "" for the running machine and a folder in tests. Nothing here fails loudly: a missing
// file gives 0 and a reason to show.
#ifndef TAC_MACHINE_H
#define TAC_MACHINE_H

#include <stddef.h>

enum { TAC_MAX_CORES = 1024 };

typedef struct tac_core_set {
    unsigned char has[TAC_MAX_CORES];
} tac_core_set;

// First line of the file path (printf style) below root, without blanks at its end. 0 and the reason
// in text when it cannot be read: "/sys/x cannot be read (No such file or directory)".
int tac_machine_line(const char *root, char *text, size_t size, const char *path, ...)
    __attribute__((format(printf, 4, 5)));

// The same for a whole number.
int tac_machine_number(const char *root, long long *value, const char *path, ...)
    __attribute__((format(printf, 3, 4)));

// Bytes of the data cache of a level, as the first core has it; 0 when the system does not say.
long long tac_machine_cache(const char *root, int level);

// Value behind "KEY:" in a file of such lines, such as /proc/meminfo. 0 when there is none.
int tac_machine_field(const char *root, const char *path, const char *key, char *text, size_t size);

// 1 when the file or folder exists.
int tac_machine_has(const char *root, const char *path, ...) __attribute__((format(printf, 2, 3)));

// Calls visit for every entry of a folder (not . and ..), in order of their numbers and names; stops
// when visit returns 0. Returns 0 when the folder cannot be read.
typedef int tac_machine_visit(void *context, const char *name);
int tac_machine_each(const char *root, const char *path, tac_machine_visit *visit, void *context);

// "0-3,7"; anything else, "(null)" included, is the empty set.
void tac_core_set_parse(const char *text, tac_core_set *set);
const char *tac_core_set_text(const tac_core_set *set, char *text, size_t size);
int tac_core_set_count(const tac_core_set *set);
int tac_core_set_first(const tac_core_set *set); // -1: empty
tac_core_set tac_core_set_without(const tac_core_set *a, const tac_core_set *b);
tac_core_set tac_core_set_common(const tac_core_set *a, const tac_core_set *b);

#endif
