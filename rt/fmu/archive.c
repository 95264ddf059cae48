#include "archive.h"

#include <errno.h>
#include <stdlib.h>

#include "printable.h"
#include "system/files.h"

static bool write_file(const char *path, const char *bytes, size_t size, tac_failure *why)
{
    tac_successor new;
    const char *kept = tac_keeps_its_place(path);
    why->kind = TAC_FAILED_OUTPUT;
    if (kept) {
        return tac_diag_say(&why->diag, "'%s' %s", TAC_SHOWN(path), kept);
    }
    bool good = tac_begin_successor(&new, path, 0666);
    if (good) {
        good = tac_end_successor(&new, path, tac_write_all(new.fd, bytes, size));
    }
    return good || tac_diag_say_errno(&why->diag, errno, "'%s' cannot be written: %s",
                                      TAC_SHOWN(path), tac_output_error(errno));
}

bool tac_archive_write(const char *path, const tac_archive_entry *entry, int n, tac_failure *why)
{
    const tac_own_version wanted = {TAC_ZIP_LAYOUT, sizeof *entry};
    const tac_zip_library *zip =
        tac_own_table("libtactus-zip.so", "tac_zip_archives", wanted, &why->diag);
    char line[200];
    size_t size = 0;
    if (!zip) {
        return false;
    }
    char *bytes = zip->pack(entry, n, &size, line, sizeof line);
    if (!bytes) {
        return tac_diag_say(&why->diag, "the archive cannot be made: %s", line);
    }
    bool good = write_file(path, bytes, size, why);
    free(bytes);
    return good;
}
