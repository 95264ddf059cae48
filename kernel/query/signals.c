#include "signals.h"

// Terms of a sum come before it, so that this ends.
tac_signal tac_signal_at(const tac_model *m, const tac_state *s, // NOLINT(misc-no-recursion)
                         int source)
{
    tac_signal at = {0.0, 0.0, 0.0};
    if (source == TAC_NONE) {
        return at;
    }
    const tac_source_desc *of = &m->source[source];
    if (of->kind == TAC_SUM) {
        for (int k = 0; k < of->n_term; k++) {
            tac_signal term = tac_signal_at(m, s, m->source_term[of->first_term + k]);
            at = (tac_signal){at.x + term.x, at.xd + term.xd, at.xdd + term.xdd};
        }
        return (tac_signal){of->c[0] + of->c[1] * at.x, of->c[1] * at.xd, of->c[1] * at.xdd};
    }
    tac_model one = *m;
    one.source = m->source + source;
    one.n_source = 1;
    tac_signals(&one, (double)*s->step * *s->dt, 0.0, *s->dt, s->input, &at);
    return at;
}
