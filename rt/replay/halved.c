#include "halved.h"

#include <stdio.h>
#include <stdlib.h>

#include "error/error_text.h"
#include "system/fail.h"

bool tac_halved_open(tac_halved *h, const tac_simulation *s, int64_t n_step, tac_diag *why)
{
    h->goes = tac_halving_open(&h->halving, s, n_step);
    if (!h->goes) {
        *why = h->halving.half.diag;
        return false;
    }
    h->halving.twice_goes = false; // two steps have two inputs
    h->motion = malloc((size_t)h->halving.n_body * sizeof *h->motion + 1);
    h->goes = h->motion != NULL;
    return h->goes || tac_diag_say_memory(why, "not enough memory");
}

void tac_halved_put(tac_halved *h, const tac_simulation *s)
{
    if (h->goes) {
        tac_halving_put(&h->halving, s);
    }
}

void tac_halved_tune(tac_halved *h, tac_parameter p, double value)
{
    if (h->goes) {
        (void)tac_simulation_tune(&h->halving.half, p, value);
    }
}

void tac_halved_step(tac_halved *h, const tac_simulation *s)
{
    if (h->goes) {
        tac_motion_of(s, h->motion);
        tac_halving_add(&h->halving, h->motion);
    }
}

void tac_halved_close(tac_halved *h)
{
    tac_halving_close(&h->halving);
    free(h->motion);
    *h = (tac_halved){.goes = false};
}

void tac_halved_say(const tac_halved *h, const tac_simulation *s, char *out, size_t size)
{
    out[0] = '\0';
    FILE *text = h->goes && h->halving.step > 0 ? fmemopen(out, size, "w") : NULL;
    if (text) {
        tac_error error = tac_find_error(&h->halving, s);
        tac_error_bounds bounds = tac_error_default_bounds();
        fputs("error         ", text);
        tac_error_print(&error, s, &bounds, text);
        fputs("; from checkpoint to checkpoint, inputs held over a step", text);
        fclose(text);
    }
}
