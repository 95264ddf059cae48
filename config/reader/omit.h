// Several mistakes of one file. Where a kind of file asks for it (tac_document.omits), a file with a mistake is
// read again without the part that has it: an item of a list, a setting, a parameter. What then only follows
// from the part that is missing is left out as well, and no mistake is said of it.
#ifndef TAC_OMIT_H
#define TAC_OMIT_H

#include "reader.h"

enum { TAC_MOST_OMITTED = 64 };

typedef struct tac_omission {
    char *file;       // its own copy
    int line, column; // of the part
    char name[65];    // that is missing
} tac_omission;

typedef struct tac_omissions {
    tac_omission part[TAC_MOST_OMITTED];
    int n;
    bool any_name; // the name of a part is not known: any may be missing
    uint64_t work; // of all attempts
} tac_omissions;

// Remembers where a mistake stands.
void tac_omit_locate(tac_reader *rd, const char *file, int line, int column);

// Whether the mistake is that something is missing at the top of a file from which parts are left out.
bool tac_omit_follows_root(const tac_reader *rd);

// Whether a name may be missing because of a part that is left out.
bool tac_omit_has(const tac_reader *rd, const char *name);

// Leaves without a line: what stands at the node only follows from a part that is left out.
_Noreturn void tac_refuse_follower(tac_reader *rd, const tac_node *at);

// Adds the part with the last mistake to those that are left out. False when there is no further attempt.
bool tac_omit_refused(tac_reader *rd);

// Takes out of a file that was just parsed what is to be left out.
void tac_omit_from(tac_reader *rd, tac_node *root);

void tac_omit_free(tac_omissions *o);

#endif
