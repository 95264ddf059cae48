// Rows of results: separators, and failures that are not lost.
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/csv.h"

Test(csv, cells_and_rows_are_separated)
{
    char path[] = "/tmp/tactus-csv-XXXXXX";
    int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0);
    close(descriptor);
    tac_csv c;
    cr_assert(tac_csv_open(&c, path));
    tac_csv_text(&c, "t", "");
    tac_csv_text(&c, "a", ".x");
    cr_expect(tac_csv_end_row(&c));
    const double row[] = {0.0, -0.5};
    tac_csv_numbers(&c, row, 2);
    cr_expect(tac_csv_end_row(&c));
    cr_expect(tac_csv_close(&c));
    cr_expect(tac_csv_close(&c), "a second close is harmless");

    char text[64] = "";
    FILE *f = fopen(path, "r");
    cr_assert(f);
    size_t length = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    remove(path);
    cr_expect_eq(length, strlen(text));
    cr_expect_str_eq(text, "t,a.x\n0,-0.5\n");
}

Test(csv, a_full_disk_is_noticed)
{
    tac_csv c;
    if (!tac_csv_open(&c, "/dev/full")) {
        cr_skip_test("there is no /dev/full");
    }
    int kept = 1;
    for (int i = 0; i < 100000 && kept; i++) {
        tac_csv_number(&c, i);
        kept = tac_csv_end_row(&c);
    }
    cr_expect(!kept);
    cr_expect(!tac_csv_close(&c));
    cr_expect_eq(c.error, ENOSPC);
}

Test(csv, a_full_disk_is_noticed_at_the_latest_when_closing)
{
    tac_csv c;
    if (!tac_csv_open(&c, "/dev/full")) {
        cr_skip_test("there is no /dev/full");
    }
    tac_csv_number(&c, 1.0);
    tac_csv_end_row(&c);
    cr_expect(!tac_csv_close(&c));
    cr_expect_eq(c.error, ENOSPC);
}

Test(csv, a_missing_folder_is_named)
{
    tac_csv c;
    cr_expect(!tac_csv_open(&c, "/no/such/folder/x.csv"));
    cr_expect_eq(c.error, ENOENT);
    cr_expect_str_eq(c.path, "/no/such/folder/x.csv");
}

Test(csv, nothing_happens_while_closed)
{
    tac_csv c = {0};
    tac_csv_number(&c, 1.0);
    cr_expect(tac_csv_end_row(&c));
    cr_expect(tac_csv_close(&c));
}
