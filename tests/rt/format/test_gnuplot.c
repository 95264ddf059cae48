// Texts and file names that reach gnuplot: nothing in them is a command.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/gnuplot.h"

static char folder[] = "/tmp/tactus-gnuplot-XXXXXX", before[4096];

static void begin(void)
{
    cr_assert(mkdtemp(folder) && getcwd(before, sizeof before) && chdir(folder) == 0);
}

static void end(void)
{
    unlink("a.svg");
    unlink("x");
    cr_assert(chdir(before) == 0 && rmdir(folder) == 0);
}

TestSuite(gnuplot, .init = begin, .fini = end);

static int has_gnuplot(void)
{
    return system("command -v gnuplot >/dev/null") == 0;
}

Test(gnuplot, a_text_is_no_command)
{
    static const char *const texts[] = {"'; system('touch x'); #",
                                        "''; system(\"touch x\") #",
                                        "\n!touch x\n",
                                        "`touch x`",
                                        "@x\\",
                                        "\\",
                                        "\x1b[31m"};
    if (!has_gnuplot()) {
        return;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tac_gnuplot g;
        tac_diag diag = {0};
        cr_assert(tac_gnuplot_open(&g, "a.svg", 400, 300, &diag), "%s", diag.text);
        fputs("set title ", g.to);
        tac_gnuplot_text(&g, texts[i]);
        fputs(" noenhanced\nplot '-' title ", g.to);
        tac_gnuplot_text(&g, texts[i]);
        fputs("\n1 1\n2 2\ne\n", g.to);
        cr_expect(tac_gnuplot_close(&g, &diag), "text %zu: %s", i, diag.text);
        cr_expect(access("x", F_OK) != 0, "text %zu ran a command", i);
        cr_expect(access("a.svg", F_OK) == 0, "text %zu left no drawing", i);
    }
}

Test(gnuplot, a_file_name_is_no_command)
{
    static const char *const paths[] = {"|touch x", "'; system('touch x'); #", "a\n!touch x"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        tac_gnuplot g;
        tac_diag diag = {0};
        cr_expect(!tac_gnuplot_open(&g, paths[i], 400, 300, &diag), "path %zu", i);
        cr_expect(strstr(diag.text, "gnuplot takes no such file name"), "%s", diag.text);
        cr_expect(access("x", F_OK) != 0, "path %zu ran a command", i);
    }
}
