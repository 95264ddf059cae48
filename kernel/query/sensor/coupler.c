// The sum that a coupler holds, and how hard.
#include "query/plain_rows.h"
#include "query/sensing.h"
#include "sensor_types.h"

static int width(const tac_model *m, const tac_sensor_desc *s)
{
    (void)m;
    (void)s;
    return 3;
}

// Of angles alone, of lengths alone, or of both.
static tac_column column_of(const tac_desc *d, const tac_sensor_desc *s, int k, int n)
{
    static const char *const name[] = {"value", "rate", "force"};
    static const char *const unit[3][3] = {
        {"m", "m/s", "N"}, {"rad", "rad/s", "N*m"}, {"", "", ""}};
    const tac_coupler_desc *c = &d->coupler[s->element];
    int angles = 0;
    (void)n;
    for (int i = c->first_term; i < c->first_term + c->n_term; i++) {
        angles += d->term[i].coordinate == TAC_ANGLE;
    }
    return (tac_column){name[k], unit[angles == 0 ? 0 : angles == c->n_term ? 1 : 2][k], 0};
}

// The sum of the terms with the factors of the state, its rate, and the multiplier of their row.
static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    const tac_coupler_desc *c = &m->couplers.coupler[d->element];
    (void)r;
    tac_coupled_coordinate(m, s, &m->element[m->couplers.first_term + c->first_term], NULL, &out[0],
                           &out[1]);
    out[2] = s->lambda[m->element[m->couplers.first_term + c->first_term].row];
}

const tac_sensor_type tac_coupler_sensor = {
    .type = {.word = "coupler",
             .called = "a coupler sensor",
             .help = "the sum of a coupler's terms, its rate, and its force: times the factor of a "
                     "term what acts on the second body of its joint against the coordinate",
             .placing = TAC_PLACED_AT_COUPLER},
    .width = width,
    .column_of = column_of,
    .columns = "`value rate force`",
    .measure = measure,
};
