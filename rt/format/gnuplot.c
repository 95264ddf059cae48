#include "gnuplot.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "printable.h"
#include "system/fail.h"
#include "system/files.h"
#include "text_output.h"

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
    g->drawing = memfd_create("drawing", 0); // which gnuplot inherits
    if (g->drawing < 0) {
        return cannot_write(diag, path, tac_output_error(errno));
    }
    signal(SIGPIPE, SIG_IGN); // its exit code tells
    if (!tac_process_start(&g->process, argv, TAC_PROCESS_WRITE)) {
        close(g->drawing);
        return cannot_write(diag, path, "gnuplot is not installed (package gnuplot-nox)");
    }
    g->out = tac_text_open(path);
    if (!g->out) {
        (void)cannot_write(diag, path, tac_output_error(errno));
        (void)tac_process_stop(&g->process);
        close(g->drawing);
        return 0;
    }
    g->to = g->process.in;
    fprintf(g->to,
            "set terminal svg size %d,%d dynamic background 'white' font 'sans-serif,13'\n"
            "set grid\nset key outside bottom center horizontal noenhanced\n"
            "set output '/proc/self/fd/%d'\n",
            width, height, g->drawing);
    return 1;
}

// What gnuplot has drawn; it says nothing of a disk that is full.
static int copy_drawing(const tac_gnuplot *g, off_t *size)
{
    char bytes[4096];
    ssize_t n;
    for (*size = 0; (n = pread(g->drawing, bytes, sizeof bytes, *size)) > 0; *size += n) {
        fwrite(bytes, 1, (size_t)n, g->out);
    }
    return n == 0;
}

// Nor of memory that had no room for all of it, or of the limit for the size of files, which holds for memory too.
static int is_whole(const tac_gnuplot *g, off_t size)
{
    char end[16] = "";
    off_t tail = (off_t)sizeof end - 1;
    ssize_t n = pread(g->drawing, end, sizeof end - 1, size > tail ? size - tail : 0);
    errno = EFBIG;
    return n > 0 && strstr(end, "</svg>");
}

int tac_gnuplot_close(tac_gnuplot *g, tac_diag *diag)
{
    int drawn = tac_process_end(&g->process) == 0;
    off_t size = 0;
    int copied = drawn && copy_drawing(g, &size);
    int written = tac_text_close(g->out) && copied && is_whole(g, size);
    int reason = errno;
    close(g->drawing);
    if (!drawn) {
        return cannot_write(diag, g->path, "gnuplot failed");
    }
    return written || cannot_write(diag, g->path, tac_output_error(reason));
}
