// Files by names that others may have given to something else.
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/files.h"

Test(files, only_plain_ones_are_opened_and_nothing_is_waited_for, .timeout = 20)
{
    char folder[] = "/tmp/filesXXXXXX", text[8] = "";
    cr_assert(mkdtemp(folder) && chdir(folder) == 0);
    cr_assert(mkfifo("fifo", 0600) == 0 && mkdir("folder", 0700) == 0);
    cr_assert(symlink("/dev/zero", "zero") == 0 && symlink("plain", "link") == 0);
    FILE *out = fopen("plain", "w");
    cr_assert(out && fputs("text", out) >= 0 && fclose(out) == 0);
    static const char *const other[] = {"fifo", "folder", "zero"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        cr_expect_null(tac_open_plain(other[i]), "%s", other[i]);
        cr_expect_eq(errno, EINVAL, "%s", other[i]);
    }
    cr_expect_null(tac_open_plain("none"));
    cr_expect_eq(errno, ENOENT);
    FILE *in = tac_open_plain("link");
    cr_assert_not_null(in);
    cr_expect_str_eq(fgets(text, sizeof text, in), "text");
    fclose(in);
    static const char *const made[] = {"fifo", "zero", "link", "plain"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        cr_expect_eq(unlink(made[i]), 0);
    }
    cr_expect_eq(rmdir("folder"), 0);
    cr_expect(chdir("/") == 0 && rmdir(folder) == 0);
}
