#include "map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/signals.h"
#include "system/fail.h"

size_t tac_replay_word(const tac_replay_map *m, size_t recorded)
{
    return m->word ? m->word[recorded] : recorded;
}

size_t tac_replay_parameter(const tac_replay_map *m, size_t recorded)
{
    return m->parameter ? m->parameter[recorded] : recorded;
}

void tac_replay_map_close(tac_replay_map *m)
{
    tac_log_layout_free(&m->there);
    tac_log_layout_free(&m->here);
    free(m->word);
    free(m->parameter);
    m->word = m->parameter = NULL;
}

// The first line in which two texts differ, from both.
static void first_difference(const char *there, const char *here, char *out, size_t size)
{
    size_t line = 0;
    for (size_t i = 0; there[i] == here[i] && there[i] != '\0'; i++) {
        line = there[i] == '\n' ? i + 1 : line;
    }
    snprintf(out, size, "recorded '%.*s', here '%.*s'", (int)strcspn(there + line, "\n"),
             there + line, (int)strcspn(here + line, "\n"), here + line);
}

static int numbers_fit(const tac_replay_map *m, const tac_log_header *h, const tac_simulation *s)
{
    return m->there.n_word == h->shape.n_state && m->here.n_word == s->state.size / 8 &&
           h->shape.n_input == (size_t)s->file->desc.n_input;
}

// Parameters by their names, or by their number when the log does not name them; -1 without memory.
static int match_parameters(tac_replay_map *m, const tac_log_header *h, const tac_simulation *s)
{
    size_t n = tac_log_parameter_count(&s->file->desc);
    if (!tac_log_find(h, "parameters")) {
        return n == h->shape.n_parameter;
    }
    char *here = tac_log_parameters(s->file);
    const char *there = tac_log_text(h, "parameters");
    int same = here && strcmp(here, there) == 0;
    if (here && !same) {
        m->parameter = tac_log_match_lines(there, here);
    }
    int ok = here && (same || m->parameter);
    size_t lines = 0;
    for (const char *at = there; (at = strchr(at, '\n')); at++) {
        lines++;
    }
    free(here);
    return !ok ? -1 : lines == h->shape.n_parameter && (!same || n == lines);
}

int tac_replay_map_open(tac_replay_map *m, const tac_log_header *h, const tac_simulation *s,
                        int by_name, tac_diag *diag)
{
    const char *there = tac_log_text(h, "layout");
    char *here = tac_log_layout_text(s);
    *m = (tac_replay_map){0};
    int got = here ? tac_log_layout_read(&m->there, there) : -1;
    got = got > 0 ? tac_log_layout_read(&m->here, here) : got;
    if (got > 0 && strcmp(here, there) != 0) {
        first_difference(there, here, m->differs, sizeof m->differs);
    }
    free(here);
    int fits = got > 0 ? numbers_fit(m, h, s) : got;
    fits = fits > 0 ? match_parameters(m, h, s) : fits;
    if (fits < 0) {
        return tac_diag_say_memory(diag, "not enough memory");
    }
    if (!fits) {
        return tac_diag_say(diag, "the numbers in the log do not fit its model");
    }
    if (m->differs[0] && !by_name) {
        return tac_diag_say(
            diag, "the layout of the state differs: %s; --other-layout compares signals by name",
            m->differs);
    }
    if (m->differs[0]) {
        m->word = tac_log_layout_match(&m->there, &m->here, &m->found);
        return m->word ? m->found > 0 || tac_diag_say(diag, "no signal of the log is known here")
                       : tac_diag_say_memory(diag, "not enough memory");
    }
    return 1;
}
