#include "core_users.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/segment_file.h"
#include "printable.h"

enum { PATH = 96, LINE = 4096, MOST_LINES = 8 };

// The rest of a line "KEY:\tREST", NULL when it is another key's.
static const char *value_of(const char *line, const char *key)
{
    size_t n = strlen(key);
    return strncmp(line, key, n) == 0 && line[n] == ':' ? line + n + 1 + strspn(line + n + 1, " \t")
                                                        : NULL;
}

// "5", and nothing else than that one core; -1 otherwise.
static int only_core(const char *list)
{
    char *end;
    long core = strtol(list, &end, 10);
    return isdigit((unsigned char)*list) && *end == '\n' && core < 1 << 20 ? (int)core : -1;
}

static bool is_team_name(const char *name)
{
    return strcmp(name, "tac-cycle\n") == 0 || strncmp(name, "tac-worker-", 11) == 0;
}

// Whether the thread is one of an executive's team that keeps to one core.
static bool read_thread(const char *process, const char *thread, tac_core_user *out)
{
    char path[PATH], line[LINE];
    bool member = false;
    out->core = -1;
    if (snprintf(path, sizeof path, "/proc/%.20s/task/%.20s/status", process, thread) >= PATH) {
        return false;
    }
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        const char *value;
        if ((value = value_of(line, "Name"))) {
            member = is_team_name(value);
        } else if (member && (value = value_of(line, "Uid"))) {
            out->user = (uid_t)strtoul(value, NULL, 10);
        } else if (member && (value = value_of(line, "Cpus_allowed_list"))) {
            out->core = only_core(value);
        } else if (!member) {
            break; // the name comes first
        }
    }
    if (in) {
        fclose(in);
    }
    return member && out->core >= 0;
}

static void look_at(const char *process, bool trusted, tac_core_users *u)
{
    char path[PATH];
    const struct dirent *thread;
    (void)snprintf(path, sizeof path, "/proc/%.20s/task", process);
    DIR *all = opendir(path);
    while (all && (thread = readdir(all)) && u->n < TAC_MAX_CORE_USERS) {
        tac_core_user *next = &u->user[u->n];
        if (isdigit((unsigned char)thread->d_name[0]) &&
            read_thread(process, thread->d_name, next)) {
            next->process = (pid_t)strtol(process, NULL, 10);
            next->trusted = tac_io_trusts_user(next->user);
            u->n += next->trusted == trusted;
        }
    }
    if (all) {
        closedir(all);
    }
}

static void look_at_all(bool trusted, tac_core_users *u)
{
    const struct dirent *process;
    DIR *all = opendir("/proc");
    while (all && (process = readdir(all))) {
        if (isdigit((unsigned char)process->d_name[0]) &&
            strtol(process->d_name, NULL, 10) != (long)getpid()) {
            look_at(process->d_name, trusted, u);
        }
    }
    if (all) {
        closedir(all);
    }
}

void tac_core_users_find(tac_core_users *u)
{
    u->n = 0;
    look_at_all(true, u); // first, so that no number of strangers hides them
    look_at_all(false, u);
}

void tac_core_users_print(const tac_core_users *u, const int *core, int n)
{
    char whose[TAC_IO_USER];
    int lines = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < u->n; k++) {
            if (u->user[k].core == core[i] && lines++ < MOST_LINES) {
                printf("note          core %d is shared with the executive of process %d, user %s: "
                       "each waits for "
                       "the other's step\n",
                       core[i], (int)u->user[k].process,
                       TAC_SHOWN(tac_io_user_name(u->user[k].user, whose)));
            }
        }
    }
    if (lines > MOST_LINES) {
        printf("note          and with %d more\n", lines - MOST_LINES);
    }
}
