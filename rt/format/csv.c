#include "csv.h"

#include <errno.h>
#include <string.h>

#include "number.h"
#include "printable.h"
#include "text_output.h"

static void note_failure(tac_csv *c)
{
    if (c->error == 0) {
        c->error = errno ? errno : EIO;
    }
}

int tac_csv_open(tac_csv *c, const char *path)
{
    *c = (tac_csv){.path = path};
    c->file = tac_text_open(path);
    if (!c->file) {
        note_failure(c);
    }
    return c->file != NULL;
}

static void put(tac_csv *c, const char *text, size_t length)
{
    if (c->error == 0 && fwrite(text, 1, length, c->file) != length) {
        note_failure(c);
    }
}

static void put_text(tac_csv *c, const char *text) // a table may go to a terminal
{
    const char *shown = TAC_SHOWN(text);
    put(c, shown, strlen(shown));
}

static void start_cell(tac_csv *c)
{
    if (c->n_cell++ > 0) {
        put(c, ",", 1);
    }
}

void tac_csv_text(tac_csv *c, const char *prefix, const char *text)
{
    if (c->file) {
        start_cell(c);
        put_text(c, prefix);
        put_text(c, text);
    }
}

void tac_csv_number(tac_csv *c, double x)
{
    if (c->file) {
        char text[TAC_NUMBER_SIZE];
        int length = tac_number_print(x, text);
        start_cell(c);
        put(c, text, (size_t)length);
    }
}

void tac_csv_numbers(tac_csv *c, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        tac_csv_number(c, x[i]);
    }
}

int tac_csv_end_row(tac_csv *c)
{
    if (c->file) {
        put(c, "\n", 1);
        c->n_cell = 0;
    }
    return c->error == 0;
}

int tac_csv_close(tac_csv *c)
{
    if (c->file) {
        if (!tac_text_close(c->file)) {
            note_failure(c);
        }
        c->file = NULL;
    }
    return c->error == 0;
}

// ---- as a table ----------------------------------------------------------------------------------

static void table_name(void *to, const char *prefix, const char *text)
{
    tac_csv_text(to, prefix, text);
}

static void table_numbers(void *to, const double *x, int n)
{
    tac_csv_numbers(to, x, n);
}

static int table_end_row(void *to)
{
    return tac_csv_end_row(to);
}

tac_row_sink tac_csv_table(tac_csv *c)
{
    return (tac_row_sink){c, table_name, table_numbers, table_end_row, NULL, NULL};
}
