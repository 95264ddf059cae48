// Files of an instance in /dev/shm, where everybody may put files that only they and root remove.
//
// A file is made under a name that nobody can guess and gets its own name complete, with one rename: what lay
// there is replaced in the same moment, so that nobody finds half a file, and nobody gets in between. Root
// replaces everything, another user only what is his own; a line says then whose it is and who removes it.
#ifndef TAC_SHARED_FILE_H
#define TAC_SHARED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "diag.h"

enum { TAC_SHARED_NAME = 96, TAC_SHARED_PATH = 112 };

// "tactus.INSTANCE.KIND", the kind as docs/shared-memory.md lists them: "state", "cmd.0".
void tac_shared_name(const char *instance, const char *kind, char out[TAC_SHARED_NAME]);
void tac_shared_path(const char *name, char out[TAC_SHARED_PATH]);

// A name next to this one that nobody can guess.
void tac_shared_fresh_name(const char *name, char fresh[TAC_SHARED_NAME]);

// A new empty file of this mode, whatever the process's mask, under a fresh name; its descriptor reads and writes.
// It is locked for writing (io/alive.h) until the descriptor and all mappings made by it are gone. -1: errno says why.
int tac_shared_make(const char *name, mode_t mode, char fresh[TAC_SHARED_NAME]);

// Gives what lies under the fresh name its own one; afterwards the fresh name is free, whatever happens.
// 0 with a line when something is in the way that this user may not remove.
bool tac_shared_put(const char *fresh, const char *name, tac_diag *diag);

// A segment of this process under a name, to be made anew when others remove or cut it.
typedef struct tac_shared_segment {
    char name[TAC_SHARED_NAME];
    void *at;
    size_t size;
    mode_t mode;
    dev_t device;
    ino_t inode;
} tac_shared_segment;

// Which file lies under the name now, that of the mapping. 0 when there is none.
bool tac_shared_know(tac_shared_segment *s);

// Whether it still does, as long as it was.
bool tac_shared_is_whole(const tac_shared_segment *s);

// A new file under the name with these first bytes, locked for writing, mapped where the old one was: who works there
// goes on. Who has the old one mapped sees no more of it. 0 with a line when it cannot be made; nothing has changed then.
bool tac_shared_renew(tac_shared_segment *s, const void *begin, size_t n, tac_diag *diag);

// Removes a file, or an empty folder. tac_shared_clear gives a full one a fresh name.
bool tac_shared_remove(const char *name);
bool tac_shared_clear(const char *name);

// The line about what lies under the name: whose it is and who removes it. Returns 0.
bool tac_shared_blame(const char *name, int reason, tac_diag *diag);

#endif
