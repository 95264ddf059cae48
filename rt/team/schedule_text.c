#include "schedule_text.h"

#include <stdio.h>

static double speed_up(const tac_simulation *s, int workers)
{
    const tac_schedule schedule = tac_simulation_schedule(s, workers);
    const tac_forecast f = tac_schedule_forecast(&schedule);
    return f.time > 0.0 ? f.work / f.time : 1.0;
}

void tac_schedule_text(const tac_simulation *s, const tac_rig_file *rig, const tac_worker_trial *t,
                       char *out, size_t size)
{
    const tac_phase *list;
    int asked = rig->workers, workers = t->workers, n = s->method->phases(s->work, &list);
    double gain = t->one_us > 0.0 ? t->one_us / t->all_us : 0.0; // when tried
    const tac_schedule schedule = tac_simulation_schedule(s, workers);
    if (asked == 1) {
        snprintf(out, size, "1");
    } else if (rig->share_always) {
        snprintf(out, size, "%d, sharing all phases evenly, as the rig wishes", asked);
    } else if (workers == 1 && gain > 0.0) {
        snprintf(out, size, "1 of %d: tried on their cores, more are only %.2f times as fast",
                 asked, gain);
    } else if (workers == 1) {
        snprintf(out, size, "1 of %d: all of them are estimated to be %.2f times faster", asked,
                 speed_up(s, asked));
    } else {
        int end = snprintf(
            out, size, "%d of %d share %d of %d phases, estimated %.2f times faster than one",
            workers, asked, tac_schedule_forecast(&schedule).barriers, n, speed_up(s, workers));
        if (gain > 0.0 && end > 0 && (size_t)end < size) {
            snprintf(out + end, size - (size_t)end, ", %.2f when tried", gain);
        }
    }
}
