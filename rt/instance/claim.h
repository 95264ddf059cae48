// The claim of an instance: /dev/shm/tactus.NAME.claim, locked as long as the process that holds it lives.
//
// It lies beside the segments, so that all who share these share it, whatever process and user namespaces they
// live in. Nobody but its user and root can open it (mode 0600), so nobody else can lock it. It gets its name
// locked and complete: what has the name and another owner, mode or content is no claim. Every other file of the
// instance is touched only by the process that holds the claim.
//
// Root removes what other users have put under the names of its instance, with one exception: the living
// instance of a user that root trusts (TACTUS_TRUST), or of a member of the group `tactus`, keeps its name.
#ifndef TAC_CLAIM_H
#define TAC_CLAIM_H

#include <stdbool.h>
#include <sys/types.h>

#include "diag.h"
#include "io/layout.h"

typedef struct tac_claim {
    bool held;
    int file;
    dev_t device;
    ino_t inode;
    char name[TAC_NAME_SIZE]; // of the instance
    char note[400];           // what of others was removed, a line; "" for nothing
} tac_claim;

// Takes the claim of an instance; then, as root, removes what others have put under its names. 0 with a line that
// says who has the name and what to do.
bool tac_claim_take(tac_claim *c, const char *instance, tac_diag *diag);

// Removes every other file of the instance: what a dead process left. False when some of them stay, since they
// are another user's.
bool tac_claim_clean(tac_claim *c);

// Whether the claim still has its name; else takes the name again. False with a line when another has it now.
bool tac_claim_renew(tac_claim *c, tac_diag *diag);

void tac_claim_release(tac_claim *c); // last of all; a zeroed one may be

// Whether a living process holds the claim, in whatever process namespace; false where this user may not look.
bool tac_claim_is_held(const char *instance);

#endif
