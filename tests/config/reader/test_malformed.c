// Every file in malformed/, malformed_bridges/ and malformed_platforms/ is refused with the one line
// its first line expects:
//   # expect: LINE:COLUMN: part of the message
#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "bridge_file.h"
#include "platform_file.h"
#include "reading.h"

// The expectation without its trailing newline.
static void read_expectation(const char *path, char *text, int size)
{
    FILE *in = fopen(path, "rb");
    cr_assert_not_null(in, "%s", path);
    cr_assert_not_null(fgets(text, size, in), "%s is empty", path);
    (void)fclose(in);
    text[strcspn(text, "\n")] = '\0';
}

// A line of a refusal against what the file expects.
static void expect_line(const char *path, const tac_diag *diag)
{
    static const char mark[] = "# expect: ";
    char expected[1200];
    read_expectation(path, expected, sizeof expected);
    cr_assert_eq(strncmp(expected, mark, sizeof mark - 1), 0, "%s expects nothing", path);
    cr_expect_null(strchr(diag->text, '\n'), "%s: more than one line", path);
    cr_expect_str_empty(diag->more, "%s: one mistake, but also\n%s", path, diag->more);
    // the position right behind a file name, then the part of the message
    char *part = strstr(expected + sizeof mark - 1, ": ");
    cr_assert_not_null(part, "%s: expectation without message", path);
    char at[1200];
    (void)snprintf(at, sizeof at, ":%.*s: ", (int)(part - expected) - (int)sizeof mark + 1,
                   expected + sizeof mark - 1);
    const char *found = strstr(diag->text, at);
    cr_expect(found && strstr(found, part + 2), "%s: '%s', expected '%s'", path, diag->text,
              expected);
}

Test(malformed, every_file_is_refused_with_its_line)
{
    glob_t found;
    cr_assert_eq(glob(TAC_SOURCE_DIR "/tests/config/malformed/*.yaml", 0, NULL, &found), 0);
    cr_assert_geq(found.gl_pathc, 100);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        tac_diag diag;
        tac_model_file *f = tac_model_file_read(found.gl_pathv[i], &diag);
        cr_expect_null(f, "%s reads", found.gl_pathv[i]);
        tac_model_file_free(f);
        expect_line(found.gl_pathv[i], &diag);
    }
    globfree(&found);
}

Test(malformed, every_bridge_file_is_refused_with_its_line)
{
    glob_t found;
    cr_assert_eq(glob(TAC_SOURCE_DIR "/tests/config/malformed_bridges/*.yaml", 0, NULL, &found), 0);
    cr_assert_geq(found.gl_pathc, 60);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        tac_diag diag;
        tac_bridge_file *f = tac_bridge_file_read(found.gl_pathv[i], &diag);
        cr_expect_null(f, "%s reads", found.gl_pathv[i]);
        tac_bridge_file_free(f);
        expect_line(found.gl_pathv[i], &diag);
    }
    globfree(&found);
}

Test(malformed, every_platform_file_is_refused_with_its_line)
{
    glob_t found;
    cr_assert_eq(glob(TAC_SOURCE_DIR "/tests/config/malformed_platforms/*.yaml", 0, NULL, &found),
                 0);
    cr_assert_geq(found.gl_pathc, 60);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        tac_diag diag;
        tac_platform_file *f = tac_platform_file_read(found.gl_pathv[i], &diag);
        cr_expect_null(f, "%s reads", found.gl_pathv[i]);
        tac_platform_file_free(f);
        expect_line(found.gl_pathv[i], &diag);
    }
    globfree(&found);
}

// Cutting a good file anywhere gives a model or a line, never a crash.
Test(malformed, every_beginning_of_a_file_is_read_or_refused)
{
    static char text[1 << 16];
    glob_t found;
    cr_assert_eq(glob(TAC_SOURCE_DIR "/config/models/examples/*.yaml", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *in = fopen(found.gl_pathv[i], "rb");
        cr_assert_not_null(in);
        size_t size = fread(text, 1, sizeof text, in);
        (void)fclose(in);
        for (size_t n = 0; n <= size; n++) {
            tac_diag diag;
            tac_model_file *f =
                tac_model_file_read_text(found.gl_pathv[i], text, n, &tac_default_limits, &diag);
            cr_assert_eq(!f, diag.text[0] != '\0');
            tac_model_file_free(f);
        }
    }
    globfree(&found);
}
