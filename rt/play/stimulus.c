#include "stimulus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "log/format.h"
#include "stimulus_log.h"
#include "stimulus_table.h"
#include "system/fail.h"

bool tac_stimulus_open(tac_stimulus *s, const char *path, tac_diag *diag)
{
    unsigned char first[8] = {0};
    struct stat about;
    *s = (tac_stimulus){.path = path};
    s->log.descriptor = -1;
    if (stat(path, &about) != 0) {
        return tac_diag_say_errno(diag, errno, "%s: %s", path, strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) { // a FIFO would be waited for
        return tac_diag_say(diag, "%s: is not a plain file", path);
    }
    s->file = fopen(path, "re");
    if (!s->file) {
        return tac_diag_say_errno(diag, errno, "%s: %s", path, strerror(errno));
    }
    size_t n = fread(first, 1, sizeof first, s->file);
    if (n == sizeof first && tac_log_frame_find(first, 0, n) == 0) {
        fclose(s->file);
        s->file = NULL;
        return tac_stimulus_log_open(s, diag);
    }
    rewind(s->file);
    return tac_stimulus_table_open(s, diag);
}

void tac_stimulus_close(tac_stimulus *s)
{
    if (s->file) {
        fclose(s->file);
    }
    tac_log_close(&s->log);
    free(s->column);
    free(s->text);
    free(s->time);
    free(s->value);
    *s = (tac_stimulus){0};
    s->log.descriptor = -1;
}

bool tac_stimulus_read(tac_stimulus *s, tac_diag *diag)
{
    s->n = 0;
    for (int k = 0; k < s->n_column; k++) {
        s->n += s->column[k].wanted;
    }
    return s->file ? tac_stimulus_table_read(s, diag) : tac_stimulus_log_read(s, diag);
}

// Room for twice as many rows.
static bool grow(tac_stimulus *s)
{
    size_t capacity = s->capacity > 0 ? 2 * s->capacity : 256, n = s->n > 0 ? (size_t)s->n : 1;
    double *time = realloc(s->time, capacity * sizeof *time);
    s->time = time ? time : s->time;
    double *value = time ? realloc(s->value, capacity * n * sizeof *value) : NULL;
    s->value = value ? value : s->value;
    s->capacity = value ? capacity : s->capacity;
    return value != NULL;
}

double *tac_stimulus_add(tac_stimulus *s, double time, tac_diag *diag)
{
    if ((s->n_row + 1) * ((size_t)s->n + 1) > TAC_STIMULUS_NUMBERS) {
        (void)tac_diag_say(diag, "%s: more than %d numbers; cut it, or leave out columns", s->path,
                           (int)TAC_STIMULUS_NUMBERS);
        return NULL;
    }
    if (s->n_row == s->capacity && !grow(s)) {
        (void)tac_diag_say_memory(diag, "%s: not enough memory for its rows", s->path);
        return NULL;
    }
    s->time[s->n_row] = time;
    return s->value + s->n_row++ * (size_t)s->n;
}

double tac_stimulus_length(const tac_stimulus *s)
{
    return s->n_row > 0 ? s->time[s->n_row - 1] : 0.0;
}

// The newest row up to a time, the first one before it.
static size_t find_row(const tac_stimulus *s, double time)
{
    size_t low = 0, high = s->n_row;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->time[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void tac_stimulus_at(const tac_stimulus *s, double time, bool on_lines, double *value)
{
    size_t row = find_row(s, time);
    const double *here = s->value + row * (size_t)s->n;
    bool between = on_lines && row + 1 < s->n_row && time > s->time[row];
    double part = between ? (time - s->time[row]) / (s->time[row + 1] - s->time[row]) : 0.0;
    for (int k = 0; k < s->n; k++) {
        // both products, so that huge values of both signs do not overflow
        value[k] = between ? here[k] * (1.0 - part) + here[s->n + k] * part : here[k];
    }
}
