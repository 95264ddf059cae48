#include "cores.h"

#include <hwloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fail.h"

#include "threads.h"

enum { MAX_CORES = 1024 };

typedef struct machine {
    hwloc_topology_t topology;
    hwloc_obj_type_t physical; // what stands for a physical core
    int n;                     // usable processors (logical cores)
    int n_open;                // the first of them, for who names none
    int core[MAX_CORES];       // their numbers, in the order in which they are handed out
    int used[MAX_CORES];       // by members of this team
    int others[MAX_CORES];     // by those of other executives
} machine;

// ---- order of preference -------------------------------------------------------------------------

// "2-5,8" of a sysfs file; an empty set when there is none.
static void read_list(const char *path, hwloc_bitmap_t set)
{
    char line[4096] = "";
    hwloc_bitmap_zero(set);
    FILE *f = fopen(path, "r");
    if (f) {
        if (fgets(line, sizeof line, f)) {
            line[strcspn(line, "\n")] = '\0';
        }
        fclose(f);
    }
    if (line[0] != '\0') {
        hwloc_bitmap_list_sscanf(set, line);
    }
}

// Appends the processors of a set that are not listed yet: first one of every physical core, in
// the order of the topology, which keeps those of one cache together; then their siblings.
static void append(machine *m, hwloc_const_bitmap_t set)
{
    int n_core = hwloc_get_nbobjs_by_type(m->topology, m->physical);
    int n_pu = hwloc_get_nbobjs_by_type(m->topology, HWLOC_OBJ_PU);
    for (int sibling = 0; sibling < n_pu && m->n < n_pu; sibling++) {
        for (int c = 0; c < n_core; c++) {
            hwloc_obj_t core = hwloc_get_obj_by_type(m->topology, m->physical, (unsigned)c);
            hwloc_obj_t pu = hwloc_get_obj_inside_cpuset_by_type(m->topology, core->cpuset,
                                                                 HWLOC_OBJ_PU, (unsigned)sibling);
            if (pu && hwloc_bitmap_isset(set, pu->os_index) && m->n < MAX_CORES) {
                m->core[m->n++] = (int)pu->os_index;
            }
        }
    }
}

// Those that are allowed and not listed yet.
static void append_rest(machine *m)
{
    hwloc_bitmap_t rest = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(m->topology));
    for (int i = 0; rest && i < m->n; i++) {
        hwloc_bitmap_clr(rest, (unsigned)m->core[i]);
    }
    append(m, rest);
    hwloc_bitmap_free(rest);
}

// Keeps to the processors that this process was started on, where somebody chose some: `taskset`, CPUAffinity= of a unit.
// Without a choice nobody is started on isolated ones.
static void keep_to_start(hwloc_bitmap_t all, hwloc_const_bitmap_t isolated)
{
    cpu_set_t set;
    hwloc_bitmap_t started = hwloc_bitmap_alloc(), usual = hwloc_bitmap_alloc();
    if (started && usual && sched_getaffinity(0, sizeof set, &set) == 0) {
        for (unsigned i = 0; i < CPU_SETSIZE; i++) {
            if (CPU_ISSET(i, &set)) {
                hwloc_bitmap_set(started, i);
            }
        }
        hwloc_bitmap_andnot(usual, all, isolated);
        if (!hwloc_bitmap_isincluded(usual, started) && hwloc_bitmap_intersects(started, all)) {
            hwloc_bitmap_and(all, all, started);
        }
    }
    hwloc_bitmap_free(started);
    hwloc_bitmap_free(usual);
}

// Isolated processors, then all others but those of the first physical core, then those.
static int survey(machine *m)
{
    // where there is no /sys it knows the processors all the same, and says three lines
    (void)setenv("HWLOC_HIDE_ERRORS", "2", 0);
    if (hwloc_topology_init(&m->topology) != 0 || hwloc_topology_load(m->topology) != 0) {
        return 0;
    }
    // some virtual machines show processors without physical cores
    int with_cores = hwloc_get_nbobjs_by_type(m->topology, HWLOC_OBJ_CORE) > 0;
    m->physical = with_cores ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    hwloc_obj_t first = hwloc_get_obj_by_type(m->topology, m->physical, 0);
    hwloc_bitmap_t all = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(m->topology));
    hwloc_bitmap_t isolated = hwloc_bitmap_alloc(), others = hwloc_bitmap_alloc();
    read_list("/sys/devices/system/cpu/isolated", isolated);
    keep_to_start(all, isolated);
    hwloc_bitmap_and(isolated, isolated, all);
    hwloc_bitmap_andnot(others, all, isolated);
    append(m, isolated);
    if (first) {
        hwloc_bitmap_t rest = hwloc_bitmap_alloc();
        hwloc_bitmap_andnot(rest, others, first->cpuset);
        append(m, rest);
        hwloc_bitmap_and(others, others, first->cpuset);
        hwloc_bitmap_free(rest);
    }
    append(m, others);
    // whoever names a core has chosen later than who started this
    m->n_open = m->n;
    append_rest(m);
    hwloc_bitmap_free(all);
    hwloc_bitmap_free(isolated);
    hwloc_bitmap_free(others);
    return m->n > 0;
}

// ---- handing out ---------------------------------------------------------------------------------

static int place_of(const machine *m, int core)
{
    for (int i = 0; i < m->n; i++) {
        if (m->core[i] == core) {
            return i;
        }
    }
    return -1;
}

static int take_wish(machine *m, int wish, tac_diag *diag)
{
    int place = place_of(m, wish);
    if (place < 0) {
        return tac_diag_say(
            diag, "tactus: core %d does not exist, is offline or not allowed; %d cores are usable",
            wish, m->n);
    }
    m->used[place]++;
    return 1;
}

static void mark_others(machine *m, const tac_core_users *others)
{
    for (int i = 0; others && i < others->n; i++) {
        int place = place_of(m, others->user[i].core);
        if (place >= 0 && others->user[i].trusted) {
            m->others[place]++;
        }
    }
}

// The next one in order with the fewest members on it, of those the one with the fewest others.
static int take_any(machine *m)
{
    int best = 0;
    for (int i = 1; i < m->n_open; i++) {
        if (m->used[i] < m->used[best] ||
            (m->used[i] == m->used[best] && m->others[i] < m->others[best])) {
            best = i;
        }
    }
    m->used[best]++;
    return m->core[best];
}

// Helpers need little: the last core in order that nobody has, else that no member has, else the last of all.
static int spare(const machine *m)
{
    int best = m->n_open - 1;
    for (int i = m->n_open - 1; i >= 0; i--) {
        if (m->used[i] == 0 && m->others[i] == 0) {
            return m->core[i];
        }
        best = m->used[i] == 0 && m->used[best] > 0 ? i : best;
    }
    return m->core[best];
}

static int hand_out(machine *m, const int *wish, int n, int *core, int *helper_core,
                    int *oversubscribed, tac_diag *diag)
{
    // wishes first, so that free choices avoid them
    for (int i = 0; i < n; i++) {
        if (wish[i] >= 0 && !take_wish(m, wish[i], diag)) {
            return 0;
        }
    }
    if (*helper_core >= 0 && place_of(m, *helper_core) < 0) {
        return take_wish(m, *helper_core, diag);
    }
    *oversubscribed = 0;
    for (int i = 0; i < n; i++) {
        core[i] = wish[i] >= 0 ? wish[i] : take_any(m);
    }
    for (int i = 0; i < m->n; i++) {
        *oversubscribed |= m->used[i] > 1;
    }
    *helper_core = *helper_core >= 0 ? *helper_core : spare(m);
    return 1;
}

int tac_choose_cores(const int *wish, int n, const tac_core_users *others, int *core,
                     int *helper_core, int *oversubscribed, tac_diag *diag)
{
    machine *m = calloc(1, sizeof *m);
    if (!m) {
        return tac_diag_say_memory(diag, "tactus: not enough memory to look at the cores");
    }
    int ok = survey(m) || tac_diag_say(diag, "tactus: the cores of this machine cannot be read");
    mark_others(m, others);
    ok = ok && hand_out(m, wish, n, core, helper_core, oversubscribed, diag);
    if (m->topology) {
        hwloc_topology_destroy(m->topology);
    }
    free(m);
    return ok;
}

void tac_limit_workers(tac_rig_file *rig)
{
    machine *m = calloc(1, sizeof *m);
    if (m && survey(m) && !(rig->share_always && !rig->workers_auto)) {
        int most = m->n_open - (rig->workers_auto && m->n_open > 1);
        while (rig->workers > 1 && rig->workers > most && rig->core[rig->workers - 1] < 0) {
            rig->workers--;
        }
    }
    if (m && m->topology) {
        hwloc_topology_destroy(m->topology);
    }
    free(m);
}
