#include "motion_play.h"

#include <math.h>
#include <time.h>

enum { AGAIN = 15 }; // frames, a quarter of a second

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_per_row(const tac_hub *h)
{
    return h->playback->head.dt * (double)h->playback->head.every;
}

static int64_t last_row(const tac_hub *h)
{
    return tac_playback_rows(h->playback) - 1;
}

// ---- where it is ---------------------------------------------------------------------------------

static void begin(tac_hub_play *p)
{
    *p = (tac_hub_play){
        .is_on = true, .begun = now(), .speed = 1.0, .shown = -1, .told = p->is_on ? p->told : -1};
}

// Holds the clock where it is, to go on from there.
static void hold(tac_hub_play *p, double row)
{
    p->from = row;
    p->begun = now();
}

static double row_of(const tac_hub *h)
{
    const tac_hub_play *p = &h->play;
    double gone = p->is_paused ? 0.0 : p->speed * (now() - p->begun) / seconds_per_row(h);
    return p->is_led ? (double)p->row : p->from + gone;
}

// Where it is now. What is not computed yet is waited for.
static tac_foxglove_status look(tac_hub *h)
{
    tac_hub_play *p = &h->play;
    double row = row_of(h), last = (double)last_row(h);
    tac_foxglove_status status = p->is_led || p->is_paused             ? TAC_FOXGLOVE_PAUSED
                                 : row < last                          ? TAC_FOXGLOVE_PLAYING
                                 : tac_playback_has_ended(h->playback) ? TAC_FOXGLOVE_ENDED
                                                                       : TAC_FOXGLOVE_BUFFERING;
    if (row > last && last >= 0.0) {
        row = last;
        hold(p, row);
    }
    p->row = (int64_t)floor(fmax(row, 0.0));
    return status;
}

// ---- what is told --------------------------------------------------------------------------------

static tac_foxglove_state state_of(const tac_hub *h, tac_foxglove_status status)
{
    double t = (double)h->play.row * seconds_per_row(h);
    return (tac_foxglove_state){
        .status = status, .at_ns = (uint64_t)(t * 1e9 + 0.5), .speed = h->play.speed};
}

// To all but one, who has heard it.
static void tell_all(tac_hub *h, tac_foxglove_status status, const tac_hub_client *but)
{
    const tac_foxglove_state state = state_of(h, status);
    h->play.told = (int)status;
    for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
        tac_hub_client *c = &h->client[i];
        if (c->id > 0 && c->foxglove && c != but) {
            (void)tac_hub_tell(h, c, tac_foxglove_tell_state(&state, "", 0));
        }
    }
}

bool tac_play_meet(tac_hub *h, tac_hub_client *c)
{
    if (!h->playback) {
        return tac_hub_tell(h, c, tac_foxglove_info(0));
    }
    if (!h->play.is_on) {
        begin(&h->play);
    }
    const tac_playback_header *head = &h->playback->head;
    double length = (double)head->last_step * head->dt;
    const tac_foxglove_state state = state_of(h, look(h));
    return tac_hub_tell(h, c, tac_foxglove_info((uint64_t)(length * 1e9 + 0.5))) &&
           tac_hub_tell(h, c, tac_foxglove_tell_state(&state, "", 0));
}

bool tac_play_control(tac_hub *h, tac_hub_client *c, const tac_foxglove_control *control)
{
    tac_hub_play *p = &h->play;
    if (!h->playback) {
        return tac_hub_tell(h, c, tac_foxglove_refuse("what runs now cannot be played"));
    }
    if (!p->is_on) {
        begin(p);
    }
    double to = (double)control->to_ns * 1e-9 / seconds_per_row(h);
    double row = control->seeks ? floor(to + 0.5) : row_of(h);
    p->speed = control->speed > 0.0 ? control->speed : p->speed;
    p->is_led = false;
    p->is_asked = true;
    p->is_paused = control->is_pause;
    hold(p, fmin(row, (double)h->playback->head.most_row - 1.0));
    tac_foxglove_status status = look(h);
    const tac_foxglove_state state = state_of(h, status);
    p->again = 0; // at once
    tell_all(h, status, c);
    return tac_hub_tell(h, c, tac_foxglove_tell_state(&state, control->id, control->n_id));
}

void tac_play_lead(tac_hub *h, int64_t row)
{
    if (!h->play.is_on) {
        begin(&h->play);
    }
    h->play.is_led = true;
    h->play.row = row;
}

// ---- frames --------------------------------------------------------------------------------------

// Whether somebody who speaks Foxglove's protocol looks, and wants something, or has asked for a place.
static bool has_viewers(const tac_hub *h)
{
    for (int i = 0; i < TAC_HUB_CLIENTS; i++) {
        const tac_foxglove *f = h->client[i].foxglove;
        if (f && (f->n > 0 || h->play.is_asked)) {
            return true;
        }
    }
    return false;
}

tac_message *tac_play_next(tac_hub *h, const tac_source *s)
{
    tac_hub_play *p = &h->play;
    if (!has_viewers(h)) {
        p->is_on = p->is_on && p->is_led; // the next one sees it from the beginning
        return NULL;
    }
    if (!p->is_on) {
        begin(p);
    }
    tac_foxglove_status status = look(h);
    if ((int)status != p->told) {
        tell_all(h, status, NULL);
    }
    if (p->row == p->shown && p->again-- > 0) {
        return NULL;
    }
    p->shown = p->row;
    p->again = AGAIN;
    return tac_playback_frame(s->playback, s->id, p->row, p->row);
}
