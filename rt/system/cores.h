// Which core each thread gets.
#ifndef TAC_CORES_H
#define TAC_CORES_H

#include "core_users.h"
#include "diag.h"
#include "rig_file.h"

// Cores: one physical core each out of the isolated set if there is one, same last-level cache
// where possible; otherwise all online cores but the first. wish (n) may hold -1 for "choose". Cores of other
// executives come last, unless a user has them who is not trusted. others may be NULL.
// *helper_core: the wish on entry, the choice on return. Fails when a wished core does not exist or
// is offline. Members that have to share a core are oversubscribed.
int tac_choose_cores(const int *wish, int n, const tac_core_users *others, int *core,
                     int *helper_core, int *oversubscribed, tac_diag *diag);

// Lowers the number of workers of a rig to those that have a core of their own, unless it wants them
// all (share_always); `auto` leaves one core to the helpers. Cores that are named stay.
void tac_limit_workers(tac_rig_file *rig);

#endif
