#include "trace_folders.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/fail.h"
#include "trace_metadata.h"

static int no_memory(tac_diag *diag)
{
    return tac_diag_say_memory(diag, "not enough memory");
}

static void count(tac_trace_folders *f, const FTSENT *at)
{
    struct stat file; // behind links as well, which the library follows
    if ((at->fts_info == FTS_F || at->fts_info == FTS_SL) && stat(at->fts_path, &file) == 0) {
        f->bytes += (uint64_t)file.st_size;
    }
}

static int add(tac_trace_folders *f, const FTSENT *at, tac_diag *diag)
{
    if (at->fts_info != FTS_F || strcmp(at->fts_name, "metadata") != 0) {
        return 1;
    }
    if (!tac_trace_metadata_check(at->fts_path, diag)) {
        return 0;
    }
    char **more = realloc(f->path, ((size_t)f->n + 1) * sizeof *more);
    if (!more) {
        return no_memory(diag);
    }
    f->path = more;
    f->path[f->n] = strndup(at->fts_path, at->fts_pathlen - strlen("/metadata"));
    return f->path[f->n] ? ++f->n > 0 : no_memory(diag);
}

int tac_trace_folders_find(tac_trace_folders *f, const char *folder, tac_diag *diag)
{
    *f = (tac_trace_folders){0};
    char *top = strdup(folder);
    char *const paths[] = {top, NULL};
    FTS *walk = top ? fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR, NULL) : NULL;
    int good = walk || tac_diag_say_errno(diag, errno, "%s", strerror(errno));
    for (FTSENT *at; good && (at = fts_read(walk));) {
        count(f, at);
        good = add(f, at, diag);
    }
    if (walk) {
        fts_close(walk);
    }
    free(top);
    return good &&
           (f->n > 0 || tac_diag_say(diag, "no trace found there (a trace is a folder with a file "
                                           "'metadata')"));
}

void tac_trace_folders_free(tac_trace_folders *f)
{
    for (int i = 0; i < f->n; i++) {
        free(f->path[i]);
    }
    free(f->path);
}
