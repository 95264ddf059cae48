#include "check.h"

#include <stdio.h>

static bool say(const char *what, double value, double low, double high)
{
    bool good = value >= low && value <= high;
    printf("%-62s %9.4g, %g to %g%s\n", what, value, low, high, good ? "" : ": MISSED");
    return good;
}

static bool check_ring_of_seven(const study *s)
{
    const structure *whole = s->structure[1], *divided = s->structure[2];
    bool good = say("ring of 7: band as numbered", whole[AS_NUMBERED].band, 7, 7);
    good &= say("ring of 7: band with one body in three parts", divided[AS_PAPER].band, 4, 4);
    good &= say("ring of 7: band folded", whole[FOLDED].band, 3, 3);
    good &= say("ring of 7: operations, divided over folded",
                divided[AS_PAPER].operations / whole[FOLDED].operations, 1.3, 1.5);
    return say("ring of 7: height in the assembly tree", whole[BY_TREE].height, 4, 4) && good;
}

static bool check_sizes(const study *s)
{
    bool good = true;
    for (int i = 0; i < N_STRUCTURE; i += 3) {
        const structure *chain = s->structure[i], *ring = s->structure[i + 1];
        const structure *divided = s->structure[i + 2];
        printf("%d bodies\n", structure_case[i].n);
        good &= say("  chain as numbered: band", chain[AS_NUMBERED].band, 2, 2);
        good &= say("  divided ring: band", divided[AS_PAPER].band, 4, 4);
        good &= say("  divided ring: operations over those of the whole one",
                    divided[AS_PAPER].operations / ring[AS_NUMBERED].operations, 1.3, 1.6);
        bool small = structure_case[i].n == 7; // a loop of a few bodies is mostly what closes it
        good &= say("  ring over chain, operations in the tree",
                    ring[BY_TREE].operations / chain[BY_TREE].operations, 1.0, small ? 2.0 : 1.15);
        good &= say("  ring over chain, longest path in the tree",
                    ring[BY_TREE].path / chain[BY_TREE].path, 0.9, small ? 1.8 : 1.35);
        good &= say("  ring over chain, height of the tree",
                    ring[BY_TREE].height - chain[BY_TREE].height, 0, 1);
    }
    return good;
}

static bool check_numbers(const study *s)
{
    double worst = 0.0;
    for (int i = 0; i < 2 * N_SIZE * N_MODE * N_ORDER; i++) {
        const numeric *n = &s->numeric[i / N_ORDER / N_MODE / N_SIZE][i / N_ORDER / N_MODE % N_SIZE]
                                      [i / N_ORDER % N_MODE][i % N_ORDER];
        worst = n->residual > worst ? n->residual : worst;
    }
    bool good = say("largest residual of a solution", worst, 0.0, 1e-14);
    for (int k = 0; k < N_RING; k++) {
        const double(*c)[2] = s->condition[k];
        good &= say("condition, three parts over whole", c[1][0] / c[0][0], 4, 10);
        good &= say("condition, parts of a hundredth over equal ones", c[3][0] / c[1][0], 50, 150);
    }
    return good;
}

bool check_study(const study *s)
{
    bool good = check_ring_of_seven(s);
    good &= check_sizes(s);
    return check_numbers(s) && good;
}
