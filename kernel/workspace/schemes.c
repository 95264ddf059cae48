#include "schemes.h"

typedef struct scheme {
    int n;
    int substeps[TAC_MAX_SEQUENCES];
    double weight[TAC_MAX_SEQUENCES];
    tac_pull pull;
} scheme;

// sum w = 1, sum w / n^2 = 0, and for order 4 also sum w / n^3 = 0. What is pulled to: sum w = 1,
// sum (-1)^n w = 0, and for dampers of order 4 also sum w / n^2 = 0.
static const scheme schemes[] = {
    [3] = {2,
           {1, 2},
           {-1.0 / 3.0, 4.0 / 3.0},
           {.spring = {{0.5, 0.5}, 8.0, 30.0},
            .damper = {{0.5, 0.5}, 0.06, 1.0},
            .force_onset = 0.01}},
    [4] = {3,
           {1, 2, 3},
           {1.0 / 12.0, -4.0 / 3.0, 9.0 / 4.0},
           {.spring = {{0.0, 0.5, 0.5}, 4.0, 3.0},
            .damper = {{-13.0 / 64.0, 0.5, 45.0 / 64.0}, 0.15, 1.0},
            .force_onset = 0.01}},
};

int tac_sequence_count(int order)
{
    return order == 3 || order == 4 ? schemes[order].n : 0; // unchecked while sizes are asked
}

int tac_sequence_substeps(int order, int sequence)
{
    return schemes[order].substeps[sequence];
}

const tac_workspace *tac_longest(const tac_workspace *w)
{
    return w->sequences.space[w->sequences.n - 1];
}

const tac_pull *tac_pull_at(int order)
{
    return &schemes[order].pull;
}

void tac_init_sequences(tac_workspace *w)
{
    for (int k = 0; k < w->sequences.n; k++) {
        const scheme *s = &schemes[w->o.order];
        w->sequences.weight[k] = s->weight[k];
        w->sequences.spring[k] = s->pull.spring.weight[k];
        w->sequences.damper[k] = s->pull.damper.weight[k];
    }
}
