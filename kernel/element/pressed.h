// The force of what is pressed: k u (1 + damping ud) on a penetration u, zero outside and never pulling. Of contacts and
// limits.
#ifndef TAC_LAW_PRESSED_H
#define TAC_LAW_PRESSED_H

#include "law.h"

typedef struct tac_pressed { // against the penetration
    lane f, by_u, by_rate, energy;
} tac_pressed;

// At an instant.
TAC_INLINE tac_pressed pressed_at(lane k, lane damping, lane u, lane ud)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), gain = 1.0 + damping * ud;
    lane_mask inside = lane_less(zero, u);
    lane on = lane_pick(inside & lane_less(zero, gain), one, zero);
    return (tac_pressed){on * k * u * gain, on * k * gain, on * k * u * damping,
                         lane_pick(inside, 0.5 * k * u * u, zero)};
}

// Its mean along the straight path from u0 to u1, damped by the mean rate, and the slope of that by u1; energy at u1.
TAC_INLINE tac_pressed pressed_over(lane k, lane damping, lane dt, lane u0, lane u1)
{
    lane zero = lane_set(0.0), one = lane_set(1.0), d = u1 - u0;
    // mean of k u for u > 0 along the path, and its slope by u1
    lane a = law_above_zero(u0), b = law_above_zero(u1);
    lane_mask before = lane_less(zero, u0), after = lane_less(zero, u1), both = before & after;
    lane_mask single = before ^ after;
    lane share = lane_pick(single, (b - a) / lane_pick(single, d, one), lane_pick(both, one, zero));
    lane gain = lane_pick(both, one, lane_pick(after, share * (2.0 - share), share * share));
    lane mean = 0.5 * k * (a + b) * share, slope = 0.5 * k * gain;
    // and damped, as long as that does not pull
    lane damped = law_above_zero(1.0 + damping * d / dt);
    lane more = lane_pick(lane_less(zero, damped), damping / dt, zero);
    return (tac_pressed){mean * damped, slope * damped + mean * more, zero, 0.5 * k * b * b};
}

#endif
