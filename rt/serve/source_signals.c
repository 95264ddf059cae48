#include "source_signals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- of a motion ---------------------------------------------------------------------------------

// A value is SENSOR.COLUMN; columns have no dot.
static size_t length_of_sensor(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot > name ? (size_t)(dot - name) : strlen(name);
}

static bool is_of_the_same(const char *a, const char *b)
{
    size_t n = length_of_sensor(a);
    return n == length_of_sensor(b) && a[n] == '.' && memcmp(a, b, n) == 0;
}

uint32_t *tac_source_list_motion(const tac_playback_reader *p, int *n)
{
    uint32_t *first = calloc((size_t)p->head.n_value + 1, sizeof *first);
    char before[sizeof(tac_playback_value)] = "";
    *n = 0;
    for (uint32_t i = 0; first && i < p->head.n_value; i++) {
        const tac_playback_value v = tac_playback_value_of(p, i);
        if (i == 0 || !is_of_the_same(before, v.name)) {
            first[(*n)++] = i;
        }
        memcpy(before, v.name, sizeof v.name);
    }
    if (first) {
        first[*n] = p->head.n_value;
    }
    return first;
}

// ---- of both -------------------------------------------------------------------------------------

tac_source_signal tac_source_signal_of(const tac_source *s, int i)
{
    tac_source_signal out = {.n = (int)(s->first[i + 1] - s->first[i])};
    if (s->playback) {
        const tac_playback_value v = tac_playback_value_of(s->playback, s->first[i]);
        snprintf(out.name, sizeof out.name, "%.*s", (int)length_of_sensor(v.name), v.name);
    } else {
        tac_io_signal about;
        (void)tac_io_describe(s->io, i, &about);
        snprintf(out.name, sizeof out.name, "%s", about.name);
    }
    return out;
}

tac_source_value tac_source_value_of(const tac_source *s, int i, int k)
{
    const tac_source_signal signal = tac_source_signal_of(s, i);
    const size_t n = strlen(signal.name);
    tac_source_value out = {.key = "value"};
    char name[sizeof out.key];
    if (s->playback) {
        const tac_playback_value v = tac_playback_value_of(s->playback, s->first[i] + (uint32_t)k);
        snprintf(name, sizeof name, "%s", v.name);
        snprintf(out.unit, sizeof out.unit, "%s", v.unit);
    } else {
        tac_io_value_about v;
        (void)tac_io_describe_value(s->io, i, k, &v);
        snprintf(name, sizeof name, "%s", v.name);
        snprintf(out.unit, sizeof out.unit, "%s", v.unit);
    }
    if (strncmp(name, signal.name, n) == 0 && name[n] != '\0') {
        const char *key = name + n + (name[n] == '.');
        memmove(out.key, key, strlen(key) + 1);
    }
    return out;
}
