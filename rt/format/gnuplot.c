#include "gnuplot.h"

#include <signal.h>
#include <string.h>

#include "printable.h"
#include "system/fail.h"

static int cannot_write(tac_diag *diag, const char *path, const char *why)
{
    return tac_diag_say(diag, "tactus: '%.300s' cannot be written: %s", path, why);
}

// Between double quotes every byte can be written by its number, so that none ends the text or begins a command.
static void put_quoted(FILE *to, const char *text)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-./,";
    fputc('"', to);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        fprintf(to, c >= 0x80 || strchr(plain, c) ? "%c" : "\\%03o", c);
    }
    fputc('"', to);
}

void tac_gnuplot_text(const tac_gnuplot *g, const char *text)
{
    put_quoted(g->to, TAC_SHOWN(text)); // one line
}

int tac_gnuplot_open(tac_gnuplot *g, const char *path, int width, int height, tac_diag *diag)
{
    const char *const argv[] = {"gnuplot", "-", NULL};
    *g = (tac_gnuplot){.path = path};
    if (strpbrk(path, "'\n") || path[0] == '|') { // a bar begins a command
        return cannot_write(diag, path, "gnuplot takes no such file name");
    }
    signal(SIGPIPE, SIG_IGN); // its exit code tells
    if (!tac_process_start(&g->process, argv, TAC_PROCESS_WRITE)) {
        return cannot_write(diag, path, "gnuplot is not installed (package gnuplot-nox)");
    }
    g->to = g->process.in;
    fprintf(g->to,
            "set terminal svg size %d,%d dynamic background 'white' font 'sans-serif,13'\n"
            "set grid\nset key outside bottom center horizontal noenhanced\nset output ",
            width, height);
    put_quoted(g->to, path);
    fputc('\n', g->to);
    return 1;
}

int tac_gnuplot_close(tac_gnuplot *g, tac_diag *diag)
{
    return tac_process_end(&g->process) == 0 || cannot_write(diag, g->path, "gnuplot failed");
}
