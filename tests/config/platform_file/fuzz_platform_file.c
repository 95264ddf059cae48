// fuzz: seeds=config/platforms
// libFuzzer target: any bytes as a platform file. Nothing may crash or leak, a refusal is exactly one
// line, and what is accepted keeps the promises of platform_file.h.
// Seeds: config/platforms and tests/config/malformed_platforms.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "platform_file/platform_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int legs_are_sound(const tac_platform_file *f)
{
    const tac_platform_legs *l = &f->legs;
    int good =
        l->shortest > 0.0 && l->longest > l->shortest && l->velocity > 0.0 && l->acceleration > 0.0;
    for (int i = 0; i < TAC_LEGS && good; i++) {
        const double *home = f->geometry.home_length, *park = f->geometry.park_length;
        good = home[i] >= l->shortest && home[i] <= l->longest && park[i] >= l->shortest &&
               park[i] <= l->longest && isfinite(l->zero[i]) && f->sink.leg[i][0] != '\0';
    }
    return good;
}

static int washout_is_sound(const tac_washout_options *w)
{
    int good = w->tilt_frequency > 0.0 && w->tilt_damping > 0.0 && w->tilt_rate >= 0.0 &&
               w->tilt_angle >= 0.0;
    for (int i = 0; i < 3; i++) {
        good = good && w->force_scale[i] >= 0.0 && w->force_limit[i] >= 0.0 &&
               w->rate_scale[i] >= 0.0 && w->rate_limit[i] >= 0.0 && w->move_frequency[i] > 0.0 &&
               w->move_damping[i] > 0.0 && w->move_drift[i] >= 0.0 && w->turn_frequency[i] > 0.0 &&
               w->turn_damping[i] > 0.0;
    }
    return good;
}

static int keeps_promises(const tac_platform_file *f)
{
    return f->name[0] != '\0' && strlen(f->name) < TAC_PLATFORM_NAME && f->period_ns > 0 &&
           strcmp(f->source.instance, f->sink.instance) != 0 && f->source.max_age_ns > 0 &&
           f->source.patience_ns > 0 && f->sink.max_age_ns > 0 && f->ramps.engage > 0.0 &&
           f->ramps.park > 0.0 && f->ramps.brake > 0.0 && f->ramps.settle > 0.0 &&
           legs_are_sound(f) && washout_is_sound(&f->washout);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tac_limits limits = {
        .memory = (size_t)64 << 20, .items = 2000, .work = 1 << 28, .reads_files = 0};
    tac_diag diag;
    tac_platform_file *f =
        tac_platform_file_read_text("fuzz.yaml", (const char *)data, size, &limits, &diag);
    if ((!f) != (diag.text[0] != '\0') || strchr(diag.text, '\n') ||
        (!f && strncmp(diag.text, "fuzz.yaml:", 10) != 0) || (f && !keeps_promises(f))) {
        abort();
    }
    tac_platform_file_free(f);
    return 0;
}
