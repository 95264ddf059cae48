#include "alive.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// State letter and start time; 0 when they cannot be read.
static int read_stat(int32_t pid, char *state, int64_t *start)
{
    char path[32], text[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';

    // the name, field 2, may hold anything; after its last bracket come field 3 and the others
    char *at = strrchr(text, ')');
    if (!at || at[1] != ' ' || at[2] == '\0') {
        return 0;
    }
    *state = at[2];
    for (int field = 2; field < 22 && at; field++) {
        at = strchr(at + 1, ' ');
    }
    *start = at ? strtoll(at + 1, NULL, 10) : 0;
    return at != NULL;
}

int64_t tac_pid_start(int32_t pid)
{
    char state;
    int64_t start;
    return pid > 0 && read_stat(pid, &state, &start) ? start : -1;
}

int tac_pid_lives(int32_t pid, int64_t start)
{
    char state;
    int64_t its_start;
    if (pid <= 0 || (kill(pid, 0) != 0 && errno == ESRCH)) {
        return 0;
    }
    if (!read_stat(pid, &state, &its_start)) {
        return 1;
    }
    return state != 'Z' && state != 'X' && its_start == start;
}

uint64_t tac_pid_space(void)
{
    struct stat about;
    return stat("/proc/self/ns/pid", &about) == 0 ? (uint64_t)about.st_ino : 0;
}

int tac_pid_is_in(int32_t pid, int64_t start, char state)
{
    char its_state;
    int64_t its_start;
    return pid > 0 && read_stat(pid, &its_state, &its_start) && its_start == start &&
           its_state == state;
}

int tac_file_lock(int file)
{
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = TAC_LIVES_AT, .l_len = 1};
    return fcntl(file, F_OFD_SETLK, &lock) == 0;
}

int tac_file_is_locked(int file)
{
    struct flock lock = {
        .l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = TAC_LIVES_AT, .l_len = 1};
    return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

int tac_maker_lives(int file, int32_t pid, int64_t start, uint64_t pid_space)
{
    if (file >= 0 && tac_file_is_locked(file)) {
        return 1;
    }
    uint64_t here = tac_pid_space();
    return (here == pid_space || here == 0 || pid_space == 0) && tac_pid_lives(pid, start);
}
