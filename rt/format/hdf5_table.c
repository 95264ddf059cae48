#include "hdf5_table.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "system/files.h"
#include "system/memory_room.h"

enum { ROOM_MIB = 24 }; // what comes with HDF5 takes 18 MiB of addresses

int tac_hdf5_open(tac_hdf5 *f, const char *path)
{
    tac_diag diag = {0};
    *f = (tac_hdf5){.error = ENOMEM, .alone = -1};
    if (!tac_memory_has_room((size_t)ROOM_MIB << 20)) {
        return 0;
    }
    const tac_own_version wanted = {TAC_HDF5_LAYOUT, sizeof(tac_row_sink)};
    f->library = tac_own_table("libtactus-hdf5.so", "tac_hdf5_files", wanted, &diag);
    if (!f->library) {
        f->error = ELIBACC;
        snprintf(f->why, sizeof f->why, "%.*s", (int)sizeof f->why - 1, diag.text);
        return 0;
    }
    // HDF5 opens the file itself
    f->alone = tac_open_alone(path, 0666, 0);
    f->error = f->alone >= 0 ? 0 : errno;
    f->file = f->alone >= 0 ? f->library->create(path, &f->error) : NULL;
    return f->file != NULL;
}

tac_row_sink tac_hdf5_table(tac_hdf5 *f, int k)
{
    return f->library->table(f->file, k);
}

int tac_hdf5_close(tac_hdf5 *f)
{
    if (f->file) {
        f->error = f->library->close(f->file);
        f->file = NULL;
    }
    if (f->library && f->alone >= 0) {
        (void)close(f->alone);
        f->alone = -1;
    }
    return f->error == 0;
}
