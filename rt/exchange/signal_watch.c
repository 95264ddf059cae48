#include "signal_watch.h"

#include <string.h>

static int is_beyond(const tac_signal_limit *l, const uint64_t *value)
{
    int beyond = 0;
    for (int i = 0; i < l->n; i++) {
        double x;
        memcpy(&x, &value[i], sizeof x);
        beyond |= l->below ? x < l->limit : x > l->limit;
    }
    return beyond;
}

void tac_signal_watch_look(const tac_signal_watch *w, const uint64_t *values)
{
    for (int i = 0; i < w->n; i++) {
        if (is_beyond(&w->limit[i].about, values + w->limit[i].first)) {
            w->beyond(w->context, w->limit[i].about.which);
        }
    }
}
