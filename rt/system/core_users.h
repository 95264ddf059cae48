// Which cores have the cycle threads and workers of other executives on this machine.
//
// Asked of the system, not of the executives: /proc names threads and the cores they keep to, for root's and
// users' alike, and cannot be left behind by one that was killed. Executives in containers with process numbers of their
// own stay unseen.
#ifndef TAC_CORE_USERS_H
#define TAC_CORE_USERS_H

#include <stdbool.h>
#include <sys/types.h>

enum { TAC_MAX_CORE_USERS = 256 };

typedef struct tac_core_user {
    int core;
    pid_t process;
    uid_t user;
    bool trusted; // this process's user, root, or one of TACTUS_TRUST: whose wishes count
} tac_core_user;

typedef struct tac_core_users {
    int n;
    tac_core_user user[TAC_MAX_CORE_USERS];
} tac_core_users;

// Looks at all threads of other processes, those of trusted users first; what cannot be read is left out.
void tac_core_users_find(tac_core_users *u);

// Prints a line for each of these cores (n) that another executive has too; eight, and how many there are more.
void tac_core_users_print(const tac_core_users *u, const int *core, int n);

#endif
