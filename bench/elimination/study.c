#include "study.h"

const mechanism_case structure_case[N_STRUCTURE] = {
    {false, 7, 1},   {true, 7, 1},     {true, 7, 3},    {false, 20, 1},
    {true, 20, 1},   {true, 20, 10},   {false, 100, 1}, {true, 100, 1},
    {true, 100, 50}, {false, 1000, 1}, {true, 1000, 1}, {true, 1000, 500},
};
const int study_size[N_SIZE] = {7, 20, 100, 1000};
const int study_mode[N_MODE] = {0, 2, 6, 12, 24};
const int study_ring[N_RING] = {7, 20, 100};
const char *const division_name[N_DIVISION] = {"whole", "three parts, the same",
                                               "three parts, two of a tenth",
                                               "three parts, two of a hundredth"};

static mechanism mechanism_now; // too large for a stack
static const int ten_modes = 10, ten_processors = 10;

int study_parts(int n)
{
    return n / 2;
}

static void make(const mechanism_case *of, int n_mode)
{
    if (of->ring) {
        mechanism_ring(&mechanism_now, of->n, n_mode, of->n_part, 0.0);
    } else {
        mechanism_chain(&mechanism_now, of->n, n_mode);
    }
}

static bool own_order(order_kind kind)
{
    return kind == BY_AMD || kind == BY_DISSECTION;
}

static bool measure_structure(const mechanism_case *of, order_kind kind, structure *s)
{
    static cost c;
    int order[MOST_BODIES];
    numeric n;
    make(of, ten_modes);
    const mechanism *m = &mechanism_now;
    bool good = own_order(kind) ? numeric_order(m, kind, order) : order_joints(m, kind, order);
    if (!good || !order_cost(m, order, true, &c) || !numeric_measure(m, AS_NUMBERED, 0, &n)) {
        return false;
    }
    double leaves = n.form_operations;
    *s = (structure){.band = c.band,
                     .height = c.height,
                     .fill = c.fill / 81,
                     .operations = c.operations,
                     .path = c.path};
    s->together = (leaves + c.operations) / order_schedule(m, &c, leaves / m->n, ten_processors);
    return true;
}

static bool measure_structures(study *s)
{
    for (int i = 0; i < N_STRUCTURE * N_ORDER; i++) {
        const mechanism_case *of = &structure_case[i / N_ORDER];
        order_kind kind = (order_kind)(i % N_ORDER);
        s->applies[i / N_ORDER][kind] = (kind == AS_PAPER) == (of->n_part > 1);
        if (s->applies[i / N_ORDER][kind] &&
            !measure_structure(of, kind, &s->structure[i / N_ORDER][kind])) {
            return false;
        }
    }
    return true;
}

static bool measure_numbers(study *s, int repeats)
{
    bool good = true;
    for (int i = 0; i < N_SIZE * N_MODE; i++) {
        int size = i / N_MODE, mode = i % N_MODE, n = study_size[size];
        for (int k = 0; good && k < 2 * N_ORDER; k++) {
            order_kind kind = (order_kind)(k % N_ORDER);
            make(&(mechanism_case){k / N_ORDER, n, 1}, study_mode[mode]);
            good = kind == AS_PAPER || numeric_measure(&mechanism_now, kind, repeats,
                                                       &s->numeric[k / N_ORDER][size][mode][kind]);
        }
        make(&(mechanism_case){true, n, study_parts(n)}, study_mode[mode]);
        good = good && numeric_measure(&mechanism_now, AS_PAPER, repeats, &s->divided[size][mode]);
    }
    return good;
}

static bool measure_conditions(study *s)
{
    static const double share[N_DIVISION] = {0.0, 0.0, 0.1, 0.01};
    bool good = true;
    for (int i = 0; good && i < N_RING * N_DIVISION * 2; i++) {
        int ring = i / 2 / N_DIVISION, division = i / 2 % N_DIVISION;
        mechanism_ring(&mechanism_now, study_ring[ring], 0, division ? 3 : 1, share[division]);
        good = numeric_condition(&mechanism_now, i % 2, &s->condition[ring][division][i % 2]);
    }
    return good;
}

bool study_measure(study *s, int repeats)
{
    return measure_structures(s) && measure_numbers(s, repeats) && measure_conditions(s);
}
