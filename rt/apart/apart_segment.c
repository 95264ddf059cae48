#include "apart_segment.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/segment_file.h"
#include "printable.h"
#include "system/fail.h"
#include "system/mapping_guard.h"

bool tac_apart_runs(int file)
{
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = TAC_APART_RUNS, .l_len = 1};
    return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

bool tac_apart_runs_under(const char *name)
{
    struct stat about;
    tac_io_error unwanted;
    int file = tac_io_open_plain(name, O_RDWR, &about, &unwanted);
    bool is_one = file >= 0 && tac_apart_runs(file);
    if (file >= 0) {
        close(file);
    }
    return is_one;
}

static tac_apart_meeting refuse(tac_diag *diag, const char *name, const char *why)
{
    (void)tac_diag_say(diag, "%s%s %s", TAC_IO_FOLDER, TAC_SHOWN(name), why);
    return TAC_APART_REFUSED;
}

tac_apart_meeting tac_apart_open_segment(const char *name, int *to_file, tac_apart_segment **to,
                                         tac_diag *diag)
{
    struct stat about;
    tac_io_error error;
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = TAC_APART_SERVES, .l_len = 1};
    int file = *to_file = tac_io_open_plain(name, O_RDWR, &about, &error);
    if (file < 0 && error.status == TAC_IO_NONE) {
        return TAC_APART_NOBODY;
    }
    if (file >= 0 && !tac_apart_runs(file)) { // left over, of whomever
        return TAC_APART_NOBODY;
    }
    if (file < 0 || tac_io_check_owner(name, &about, &error) != TAC_IO_OK) {
        (void)tac_diag_say(diag, "%s", error.text);
        return TAC_APART_REFUSED;
    }
    if ((uint64_t)about.st_size != sizeof **to) {
        return refuse(diag, name, "is of another version; take the program of the executive");
    }
    if (fcntl(file, F_OFD_SETLK, &lock) != 0) {
        return refuse(diag, name, "is served by another process; stop it first");
    }
    void *at = mmap(NULL, sizeof **to, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (at == MAP_FAILED) {
        return refuse(diag, name, strerror(errno));
    }
    const tac_apart_segment *segment = *to = at;
    if (!tac_guard_add(at, sizeof **to)) {
        return refuse(diag, name, "cannot be guarded");
    }
    if (segment->magic != TAC_APART_MAGIC || segment->size != sizeof **to) {
        return refuse(diag, name, "is of another version; take the program of the executive");
    }
    return TAC_APART_MET;
}
