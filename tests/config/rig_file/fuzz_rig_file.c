// fuzz: seeds=config/rigs
// libFuzzer target: any bytes as a rig file. Nothing may crash or leak, a refusal is exactly one
// line, and what is accepted keeps the promises of rig_file.h.
// Seeds: config/rigs and tests/config/malformed_rigs.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rig_file/rig_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int keeps_promises(const tac_rig_file *f)
{
    return f->name[0] != '\0' && f->model_path && f->period_ns > 0 && f->substeps > 0 &&
           f->workers >= 1 && f->workers <= TAC_MAX_WORKERS && f->margin_ns >= 0 &&
           f->margin_ns <= f->period_ns && f->publish_offset_ns < f->period_ns &&
           f->policy.period_ns == f->period_ns && f->n_group <= TAC_MAX_GROUPS &&
           f->log_divisor >= 1 && f->priority >= 0 && f->priority <= 99;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tac_limits limits = {
        .memory = (size_t)64 << 20, .items = 2000, .work = 1 << 28, .reads_files = 0};
    tac_diag diag;
    tac_rig_file *f = tac_rig_file_read_text("fuzz.yaml", (const char *)data, size, &limits, &diag);
    if ((!f) != (diag.text[0] != '\0') || strchr(diag.text, '\n') ||
        (!f && strncmp(diag.text, "fuzz.yaml:", 10) != 0) || (f && !keeps_promises(f))) {
        abort();
    }
    tac_rig_file_free(f);
    return 0;
}
