#include "filter.h"

#include "elementary.h"

void tac_second_order_init(tac_second_order *f, double frequency, double damping)
{
    double w = 2.0 * TAC_PI * frequency;
    *f = (tac_second_order){.w2 = w * w, .c = 2.0 * damping * w};
}

void tac_first_order_init(tac_first_order *f, double frequency)
{
    *f = (tac_first_order){.w = 2.0 * TAC_PI * frequency};
}

void tac_second_order_reset(tac_second_order *f)
{
    f->y = f->v = f->a = 0.0;
}

void tac_first_order_reset(tac_first_order *f)
{
    f->z = f->out = 0.0;
}

void tac_second_order_step(tac_second_order *f, double u, double dt)
{
    // v1 = v + h (a + a1), y1 = y + h (v + v1), a1 = u - c v1 - w2 y1, solved for v1
    double h = 0.5 * dt;
    double v =
        (f->v + h * (f->a + u - f->w2 * (f->y + h * f->v))) / (1.0 + h * f->c + h * h * f->w2);
    f->y += h * (f->v + v);
    f->v = v;
    f->a = u - f->c * f->v - f->w2 * f->y;
}

double tac_first_order_step(tac_first_order *f, double u, double dt)
{
    // z1 = z + h (out + out1), out1 = u - w z1
    double h = 0.5 * dt;
    f->z = (f->z + h * (f->out + u)) / (1.0 + h * f->w);
    f->out = u - f->w * f->z;
    return f->out;
}
