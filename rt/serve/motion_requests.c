#include "motion_requests.h"

#include <stdlib.h>
#include <string.h>

#include "motion_play.h"
#include "playback_series.h"

// The name before the numbers of a request about a motion, cut off there; NULL: it is not followed.
static tac_hub_follow *followed_motion(tac_hub_client *c, char *rest, long long *number, int n)
{
    char *end = strchr(rest, ' ');
    if (!end) {
        return NULL;
    }
    *end++ = '\0';
    for (int i = 0; i < n; i++) {
        number[i] = strtoll(end, &end, 10);
    }
    tac_hub_follow *f = tac_hub_followed(c, rest);
    return f && f->source->playback && f->told > 0 ? f : NULL;
}

static bool at(tac_hub *h, tac_hub_client *c, char *rest)
{
    long long row[2];
    tac_hub_follow *f = followed_motion(c, rest, row, 2);
    if (f) {
        tac_message_drop(f->frame);
        f->frame = tac_playback_frame(f->source->playback, f->source->id, row[0], row[1]);
        tac_play_lead(h, row[1]);
        h->wants_to_write(c->socket);
    }
    return true;
}

typedef struct found {
    const char *name;
    long long row;
} found;

static void put_found(tac_json *j, void *context)
{
    const found *f = context;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "type", "row");
    tac_json_text(j, "name", f->name);
    tac_json_whole(j, "row", f->row);
    tac_json_close(j, '}');
}

static bool find(tac_hub *h, tac_hub_client *c, char *rest, bool is_miss)
{
    long long step;
    const tac_hub_follow *f = followed_motion(c, rest, &step, 1);
    if (!f) {
        return true;
    }
    const tac_playback_reader *p = f->source->playback;
    found what = {f->source->name,
                  is_miss ? tac_playback_miss_after(p, step) : tac_playback_find(p, step)};
    return tac_hub_tell(h, c, tac_message_json(put_found, &what));
}

static bool series(tac_hub *h, tac_hub_client *c, char *rest)
{
    long long number[3 + TAC_SERIES_COLUMNS] = {0};
    const tac_hub_follow *f = followed_motion(c, rest, number, 3 + TAC_SERIES_COLUMNS);
    if (!f) {
        return true;
    }
    tac_series_wanted w = {.from = number[0], .every = number[1]};
    w.n = number[2] < 0 || number[2] > TAC_SERIES_COLUMNS ? 0 : (int)number[2];
    for (int k = 0; k < w.n; k++) {
        w.column[k] = number[3 + k];
    }
    tac_message *m = tac_playback_series(f->source->playback, f->source->id, &w);
    return !m || tac_hub_tell(h, c, m);
}

static bool errors(tac_hub *h, tac_hub_client *c, char *rest)
{
    long long number[1 + TAC_SERIES_COLUMNS] = {0};
    const tac_hub_follow *f = followed_motion(c, rest, number, 1 + TAC_SERIES_COLUMNS);
    tac_series_wanted w = {.n = number[0] < 0 || number[0] > TAC_SERIES_COLUMNS ? 0
                                                                                : (int)number[0]};
    for (int k = 0; k < w.n; k++) {
        w.column[k] = number[1 + k];
    }
    tac_message *m = f ? tac_playback_errors(f->source->playback, f->source->id, &w) : NULL;
    return !m || tac_hub_tell(h, c, m);
}

static bool misses(tac_hub *h, tac_hub_client *c, char *rest)
{
    long long n;
    const tac_hub_follow *f = followed_motion(c, rest, &n, 1);
    tac_message *m = f ? tac_playback_misses(f->source->playback, f->source->id, n) : NULL;
    return !m || tac_hub_tell(h, c, m);
}

bool tac_motion_request(tac_hub *h, tac_hub_client *c, const char *verb, char *rest)
{
    return strcmp(verb, "at") == 0       ? at(h, c, rest)
           : strcmp(verb, "find") == 0   ? find(h, c, rest, false)
           : strcmp(verb, "miss") == 0   ? find(h, c, rest, true)
           : strcmp(verb, "series") == 0 ? series(h, c, rest)
           : strcmp(verb, "errors") == 0 ? errors(h, c, rest)
           : strcmp(verb, "misses") == 0 ? misses(h, c, rest)
                                         : false;
}
