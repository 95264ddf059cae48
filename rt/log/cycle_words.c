#include "cycle_words.h"

#include "writer.h"

#include <string.h>

void tac_log_cycle_put(const tac_cycle *c, uint64_t word[TAC_LOG_CYCLE_WORDS])
{
    const int64_t time[] = {c->index, c->step,        c->release,  c->wake,
                            c->latch, c->step_start,  c->step_end, c->publish,
                            c->held,  c->phase_error, c->cpu};
    const double residual[] = {c->increment, c->position, c->velocity};
    memcpy(word, time, sizeof time);
    memcpy(word + 11, residual, sizeof residual);
    word[14] = (uint32_t)c->iterations | (uint64_t)(uint32_t)c->skipped << 32;
    word[15] = c->flags | (uint64_t)c->cause << 32;
}

void tac_log_cycle_get(const uint64_t word[TAC_LOG_CYCLE_WORDS], tac_cycle *c)
{
    int64_t time[11];
    double residual[3];
    memcpy(time, word, sizeof time);
    memcpy(residual, word + 11, sizeof residual);
    *c = (tac_cycle){.index = time[0],
                     .step = time[1],
                     .release = time[2],
                     .wake = time[3],
                     .latch = time[4],
                     .step_start = time[5],
                     .step_end = time[6],
                     .publish = time[7],
                     .held = time[8],
                     .phase_error = time[9],
                     .cpu = time[10],
                     .increment = residual[0],
                     .position = residual[1],
                     .velocity = residual[2],
                     .iterations = (int32_t)(uint32_t)word[14],
                     .skipped = (int32_t)(uint32_t)(word[14] >> 32),
                     .flags = (uint32_t)word[15],
                     .cause = (tac_cause)((word[15] >> 32) % TAC_N_CAUSE)};
}
