#include "hdf5_table.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>

#include "system/fail.h"
#include "system/memory_room.h"
#include "system/own_library.h"

enum { ROOM_MIB = 24 }; // what comes with HDF5 takes 18 MiB of addresses

static const tac_hdf5_library *load(tac_diag *diag)
{
    char path[TAC_OWN_LIBRARY_SIZE];
    if (!tac_own_library("libtactus-hdf5.so", path, diag)) {
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        (void)tac_diag_say(diag, "'%s' cannot be loaded: %s", path, dlerror());
        return NULL;
    }
    const tac_hdf5_library *files = dlsym(library, "tac_hdf5_files");
    if (!files || files->layout != TAC_HDF5_LAYOUT || files->sink_size != sizeof(tac_row_sink)) {
        (void)tac_diag_say(diag, "'%s' belongs to another version of tactus; install both anew",
                           path);
        return NULL;
    }
    return files;
}

int tac_hdf5_open(tac_hdf5 *f, const char *path)
{
    tac_diag diag = {0};
    *f = (tac_hdf5){.error = ENOMEM};
    if (!tac_memory_has_room((size_t)ROOM_MIB << 20)) {
        return 0;
    }
    f->library = load(&diag);
    if (!f->library) {
        f->error = ELIBACC;
        snprintf(f->why, sizeof f->why, "%.*s", (int)sizeof f->why - 1, diag.text);
        return 0;
    }
    f->error = 0;
    f->file = f->library->create(path, &f->error);
    return f->file != NULL;
}

tac_row_sink tac_hdf5_table(tac_hdf5 *f)
{
    return f->library->table(f->file);
}

int tac_hdf5_close(tac_hdf5 *f)
{
    if (f->file) {
        f->error = f->library->close(f->file);
        f->file = NULL;
    }
    return f->error == 0;
}
