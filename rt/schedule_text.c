#include "schedule_text.h"

#include <stdio.h>

static double speed_up(const tac_simulation *s, int workers)
{
    const tac_schedule schedule = tac_simulation_schedule(s, workers);
    const tac_forecast f = tac_schedule_forecast(&schedule);
    return f.time > 0.0 ? f.work / f.time : 1.0;
}

void tac_schedule_text(const tac_simulation *s, const tac_rig_file *rig, int workers, char *out,
                       size_t size)
{
    const tac_phase *list;
    int asked = rig->workers, n = s->method->phases(s->work, &list);
    const tac_schedule schedule = tac_simulation_schedule(s, workers);
    if (asked == 1) {
        snprintf(out, size, "1");
    } else if (rig->share_always) {
        snprintf(out, size, "%d, sharing all phases evenly, as the rig wishes", asked);
    } else if (workers == 1) {
        snprintf(out, size, "1 of %d: all of them are estimated to be %.2f times faster", asked,
                 speed_up(s, asked));
    } else {
        snprintf(out, size, "%d of %d share %d of %d phases, estimated %.2f times faster than one",
                 workers, asked, tac_schedule_forecast(&schedule).barriers, n,
                 speed_up(s, workers));
    }
}
