#include "playback_series.h"

#include <math.h>
#include <string.h>

typedef struct telling {
    const tac_playback_reader *p;
    uint32_t id;
    const tac_series_wanted *w;
    int64_t n_row, n; // rows that are there; rows to look at, or parts
} telling;

static void put_head(tac_json *j, const telling *t, const char *type)
{
    tac_json_text(j, "type", type);
    tac_json_text(j, "name", t->p->head.name);
    tac_json_whole(j, "source", t->id);
}

// ---- columns -------------------------------------------------------------------------------------

// The least of a column over the rows of a bin, or its largest value.
static double extreme(const telling *t, int64_t from, int64_t column, double (*of)(double, double))
{
    const tac_playback_reader *p = t->p;
    int64_t to = from + t->w->every < t->n_row ? from + t->w->every : t->n_row;
    double x = (double)NAN; // fmin and fmax pass it over
    for (int64_t row = from; row < to; row++) {
        x = of(x, tac_playback_row(p, row)[TAC_PLAYBACK_ROW_HEAD + column]);
    }
    return x;
}

static void put_columns(tac_json *j, const telling *t, const char *key,
                        double (*of)(double, double))
{
    tac_json_open(j, key, '[');
    for (int k = 0; k < t->w->n; k++) {
        tac_json_open(j, NULL, '[');
        for (int64_t row = t->w->from; row < t->w->from + t->n; row += t->w->every) {
            tac_json_real(j, NULL, extreme(t, row, t->w->column[k], of));
        }
        tac_json_close(j, ']');
    }
    tac_json_close(j, ']');
}

static void put_series(tac_json *j, void *context)
{
    const telling *t = context;
    tac_json_open(j, NULL, '{');
    put_head(j, t, "series");
    tac_json_whole(j, "from", t->w->from);
    tac_json_whole(j, "every", t->w->every);
    tac_json_whole(j, "next", t->w->from + t->n);
    tac_json_open(j, "columns", '[');
    for (int k = 0; k < t->w->n; k++) {
        tac_json_whole(j, NULL, t->w->column[k]);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "time", '[');
    for (int64_t row = t->w->from; row < t->w->from + t->n; row += t->w->every) {
        tac_json_real(j, NULL, tac_playback_row(t->p, row)[TAC_PLAYBACK_TIME]);
    }
    tac_json_close(j, ']');
    put_columns(j, t, "least", fmin);
    put_columns(j, t, "largest", fmax);
    tac_json_close(j, '}');
}

static bool are_columns(const tac_playback_reader *p, const tac_series_wanted *w)
{
    const int64_t words = (int64_t)p->head.row_words - TAC_PLAYBACK_ROW_HEAD;
    bool good = w->n > 0 && w->n <= TAC_SERIES_COLUMNS;
    for (int k = 0; k < w->n && good; k++) {
        good = w->column[k] >= 0 && w->column[k] < words;
    }
    return good;
}

static bool is_good(const tac_playback_reader *p, const tac_series_wanted *w)
{
    return w->from >= 0 && w->every > 0 && w->every <= TAC_SERIES_ROWS && w->from % w->every == 0 &&
           are_columns(p, w);
}

tac_message *tac_playback_series(const tac_playback_reader *p, uint32_t id,
                                 const tac_series_wanted *w)
{
    if (!is_good(p, w)) {
        return NULL;
    }
    bool whole = tac_playback_has_ended(p); // before the rows are counted
    int64_t rows = tac_playback_rows(p), n = rows - w->from;
    int64_t most = TAC_SERIES_ROWS / w->every;
    most = (most < TAC_SERIES_BINS ? most : TAC_SERIES_BINS) * w->every;
    n = n < 0 ? 0 : n > most ? most : n;
    n -= whole && w->from + n == rows ? 0 : n % w->every;
    return tac_message_json(put_series, &(telling){p, id, w, rows, n});
}

// ---- errors --------------------------------------------------------------------------------------

typedef struct wrong {
    const tac_playback_reader *p;
    uint32_t id;
    const tac_series_wanted *w;
    tac_playback_error_about about;
} wrong;

static const double *row_of(const wrong *t, uint32_t k)
{
    return tac_playback_row(t->p, (int64_t)k * t->p->head.error_every);
}

static void put_errors(tac_json *j, void *context)
{
    const wrong *t = context;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "errors");
    tac_json_text(j, "name", t->p->head.name);
    tac_json_whole(j, "source", t->id);
    tac_json_open(j, "columns", '[');
    for (int k = 0; k < t->w->n; k++) {
        tac_json_whole(j, NULL, t->w->column[k]);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "time", '[');
    for (uint32_t i = 0; i < t->about.n; i++) {
        tac_json_real(j, NULL, row_of(t, i)[TAC_PLAYBACK_TIME]);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "values", '[');
    for (int k = 0; k < t->w->n; k++) {
        tac_json_open(j, NULL, '[');
        for (uint32_t i = 0; i < t->about.n; i++) {
            double x = row_of(t, i)[TAC_PLAYBACK_ROW_HEAD + t->w->column[k]];
            double half = tac_playback_half_row(t->p, i)[t->w->column[k]];
            tac_json_real(j, NULL, t->about.by * fabs(x - half));
        }
        tac_json_close(j, ']');
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

tac_message *tac_playback_errors(const tac_playback_reader *p, uint32_t id,
                                 const tac_series_wanted *w)
{
    wrong t = {.p = p, .id = id, .w = w};
    bool known = tac_playback_error(p, &t.about) && t.about.by > 0.0 && are_columns(p, w);
    int64_t rows = (tac_playback_rows(p) + p->head.error_every - 1) / p->head.error_every;
    t.about.n = (int64_t)t.about.n < rows ? t.about.n : (uint32_t)rows;
    return known && t.about.n > 0 ? tac_message_json(put_errors, &t) : NULL;
}

// ---- misses --------------------------------------------------------------------------------------

static void put_misses(tac_json *j, void *context)
{
    const telling *t = context;
    int64_t count[TAC_SERIES_BINS] = {0};
    const int64_t steps = t->p->head.last_step + 1;
    for (int64_t i = 0, step; (step = tac_playback_miss(t->p, i)) >= 0; i++) {
        double part = (double)step / (double)steps * (double)t->n;
        count[part < 0.0 ? 0 : part >= (double)t->n ? t->n - 1 : (int64_t)part]++;
    }
    tac_json_open(j, NULL, '{');
    put_head(j, t, "misses");
    tac_json_open(j, "count", '[');
    for (int64_t i = 0; i < t->n; i++) {
        tac_json_whole(j, NULL, count[i]);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

tac_message *tac_playback_misses(const tac_playback_reader *p, uint32_t id, int64_t n)
{
    return n > 0 && n <= TAC_SERIES_BINS
               ? tac_message_json(put_misses, &(telling){.p = p, .id = id, .n = n})
               : NULL;
}
