#include "list.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/attach.h"
#include "io/segment_file.h"
#include "shared_file.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(((const tac_instance *)a)->name, ((const tac_instance *)b)->name);
}

// Names of the files of one kind, with room for some that come between counting and reading. -1: no memory.
static int take_names(const char *after, char (**name)[TAC_NAME_SIZE])
{
    enum { MORE = 64 };
    int room = tac_io_list_files(after, NULL, 0) + MORE;
    *name = calloc((size_t)room, sizeof **name);
    if (!*name) {
        return -1;
    }
    int n = tac_io_list_files(after, *name, room);
    return n < room ? n : room;
}

// Whose the last file was: names of users are looked up in files of the system, and one stranger may have many.
typedef struct owner {
    bool known, own, foreign;
    uid_t user;
    gid_t group;
} owner;

static owner find_owner(const tac_instance *instance, const owner *last)
{
    char name[TAC_SHARED_NAME], path[TAC_SHARED_PATH];
    struct stat about;
    tac_io_error unwanted;
    tac_shared_name(instance->name, instance->has_signals ? "state" : "monitor", name);
    tac_shared_path(name, path);
    if (lstat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        return (owner){.foreign = true};
    }
    if (!last->known || last->user != about.st_uid || last->group != about.st_gid) {
        bool foreign = tac_io_check_owner(name, &about, &unwanted) != TAC_IO_OK;
        return (owner){true, about.st_uid == geteuid(), foreign, about.st_uid, about.st_gid};
    }
    return *last;
}

int tac_instance_list(tac_instance **list)
{
    char(*monitor)[TAC_NAME_SIZE] = NULL, (*state)[TAC_NAME_SIZE] = NULL;
    int n_monitor = take_names(".monitor", &monitor), n_state = take_names(".state", &state);
    tac_instance *all = n_monitor < 0 || n_state < 0
                            ? NULL
                            : calloc((size_t)(n_monitor + n_state) + 1, sizeof *all);
    int n = 0;
    for (int i = 0; all && i < n_monitor + n_state; i++) {
        bool is_monitor = i < n_monitor;
        memcpy(all[n].name, is_monitor ? monitor[i] : state[i - n_monitor], sizeof all[n].name);
        all[n].has_monitor = is_monitor;
        all[n++].has_signals = !is_monitor;
    }
    free(monitor);
    free(state);
    *list = all;
    if (!all) {
        return -1;
    }
    qsort(all, (size_t)n, sizeof *all, by_name);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (kept > 0 && strcmp(all[kept - 1].name, all[i].name) == 0) {
            all[kept - 1].has_monitor |= all[i].has_monitor;
            all[kept - 1].has_signals |= all[i].has_signals;
        } else {
            all[kept++] = all[i];
        }
    }
    owner last = {.known = false};
    for (int i = 0; i < kept; i++) {
        const owner its = find_owner(&all[i], &last);
        all[i].is_own = its.own;
        all[i].is_foreign = its.foreign;
        last = its.known ? its : last;
    }
    return kept;
}
