#include "sequence.h"

enum {
    WINDOW = 64,     // bits of the masks
    MOST_GAP = 65536 // more left out at once: the sender has begun anew
};

void tac_sequence_init(tac_sequence *s, uint64_t step, uint64_t modulo)
{
    *s = (tac_sequence){.step = step, .modulo = modulo};
}

// a - b, wrapped.
static uint64_t ahead(const tac_sequence *s, uint64_t a, uint64_t b)
{
    return a >= b || s->modulo == 0 ? a - b : a + (s->modulo - b);
}

static void guess(tac_sequence *s, uint64_t number)
{
    s->guess = ahead(s, number, ahead(s, 0, s->step)); // number + step
    s->has_guess = 1;
}

static tac_sequence_place begin(tac_sequence *s, uint64_t number, tac_sequence_place place)
{
    s->last = number;
    s->seen = 1;
    s->missed = 0;
    s->has_last = 1;
    s->has_guess = s->rested = 0;
    return place;
}

static tac_sequence_place advance(tac_sequence *s, uint64_t number, uint64_t steps)
{
    int far = steps >= WINDOW;
    s->missing += steps - 1;
    s->gaps += steps > 1;
    s->seen = far ? 1U : s->seen << steps | 1U;
    // bits 1 to steps - 1 are those left out now
    s->missed = far ? ~UINT64_C(1) : s->missed << steps | ((UINT64_C(1) << steps) - 2);
    s->last = number;
    s->has_guess = s->rested = 0;
    return TAC_SEQUENCE_NEXT;
}

// Inside of the window: known, or one of those that were left out.
static tac_sequence_place look_back(tac_sequence *s, uint64_t steps)
{
    uint64_t bit = UINT64_C(1) << steps;
    if (s->seen & bit) {
        return TAC_SEQUENCE_TWICE;
    }
    s->missing -= (s->missed & bit) != 0;
    s->missed &= ~bit;
    s->seen |= bit;
    return TAC_SEQUENCE_LATE;
}

tac_sequence_place tac_sequence_see(tac_sequence *s, uint64_t number)
{
    if (s->modulo != 0 && number >= s->modulo) {
        return TAC_SEQUENCE_LATE; // no number of this stream
    }
    if (!s->has_last) {
        return begin(s, number, TAC_SEQUENCE_NEXT);
    }
    uint64_t forward = ahead(s, number, s->last), backward = ahead(s, s->last, number);
    uint64_t steps = forward / s->step, back = backward / s->step;
    int fits = forward % s->step == 0;
    if (fits && forward != 0 && forward <= backward && steps <= MOST_GAP) {
        return advance(s, number, steps);
    }
    if (s->rested) {
        return begin(s, number, TAC_SEQUENCE_NEW);
    }
    if (fits && back < WINDOW && backward < forward + (forward == 0)) {
        return look_back(s, back);
    }
    // far away: a new stream if it goes on from there
    if (s->has_guess && number == s->guess) {
        return begin(s, number, TAC_SEQUENCE_NEW);
    }
    guess(s, number);
    return TAC_SEQUENCE_LATE;
}

void tac_sequence_rest(tac_sequence *s)
{
    s->rested = 1;
}
