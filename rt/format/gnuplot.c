#include "gnuplot.h"

#include <signal.h>
#include <string.h>

#include "system/fail.h"

static int cannot_write(tac_diag *diag, const char *path, const char *why)
{
    return tac_diag_say(diag, "tactus: '%.300s' cannot be written: %s", path, why);
}

int tac_gnuplot_open(tac_gnuplot *g, const char *path, int width, int height, tac_diag *diag)
{
    const char *const argv[] = {"gnuplot", "-", NULL};
    *g = (tac_gnuplot){.path = path};
    if (strpbrk(path, "'\n")) {
        return cannot_write(diag, path, "gnuplot takes no such file name");
    }
    signal(SIGPIPE, SIG_IGN); // its exit code tells
    if (!tac_process_start(&g->process, argv, TAC_PROCESS_WRITE)) {
        return cannot_write(diag, path, "gnuplot is not installed (package gnuplot-nox)");
    }
    g->to = g->process.in;
    fprintf(g->to,
            "set terminal svg size %d,%d dynamic background 'white' font 'sans-serif,13'\n"
            "set output '%s'\nset grid\nset key outside bottom center horizontal noenhanced\n",
            width, height, path);
    return 1;
}

int tac_gnuplot_close(tac_gnuplot *g, tac_diag *diag)
{
    return tac_process_end(&g->process) == 0 || cannot_write(diag, g->path, "gnuplot failed");
}
