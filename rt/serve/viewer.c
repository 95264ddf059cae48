#include "viewer.h"

#include "motion_play.h"

#include <stdio.h>
#include <string.h>

bool tac_viewer_request(tac_hub *h, tac_hub_client *c, const char *text, size_t n)
{
    const char *why;
    if (!tac_foxglove_request(c->foxglove, text, n, &why)) {
        return false;
    }
    return !why || tac_hub_tell(h, c, tac_foxglove_refuse(why));
}

bool tac_viewer_control(tac_hub *h, tac_hub_client *c, const char *bytes, size_t n)
{
    tac_foxglove_control control;
    return tac_foxglove_read_control(bytes, n, &control) && tac_play_control(h, c, &control);
}

// A place for one more: one that is free, or of an instance that has gone and that the viewer knows to have gone.
static tac_hub_follow *find_place(tac_hub_client *c)
{
    tac_hub_follow *gone = NULL;
    for (int k = 0; k < TAC_HUB_FOLLOWED; k++) {
        tac_hub_follow *f = &c->follow[k];
        if (!f->source) {
            return f;
        }
        gone = f->offer.number == 0 && !f->about && f->source->generation == 0 ? f : gone;
    }
    if (gone) {
        tac_hub_drop_follow(gone);
    }
    return gone;
}

static bool follows(const tac_hub_client *c, const char *name)
{
    for (int k = 0; k < TAC_HUB_FOLLOWED; k++) {
        if (c->follow[k].source && strcmp(c->follow[k].source->name, name) == 0) {
            return true;
        }
    }
    return false;
}

// In-band, as it shows nothing else: once, and again when there are more.
static void tell_hidden(tac_hub *h, tac_hub_client *c, int hidden)
{
    char text[160];
    if (hidden > c->foxglove->hidden) {
        snprintf(text, sizeof text,
                 "%d more instances run than the %d that are shown; name those to be seen: tactus "
                 "serve NAME...",
                 hidden, TAC_HUB_FOLLOWED);
        (void)tac_hub_tell(h, c, tac_foxglove_warn(text));
    }
    c->foxglove->hidden = hidden;
}

// Files of an instance that does not run any more take no place from those that run; they are tried once for all viewers.
void tac_viewer_look(tac_hub *h, tac_hub_client *c)
{
    int hidden = h->n_hidden;
    for (int i = 0; i < h->n_name; i++) {
        if (h->is_dead[i] || follows(c, h->name[i])) {
            continue;
        }
        tac_hub_follow *f = find_place(c);
        tac_source *s = f ? tac_hub_source(h, h->name[i]) : NULL;
        hidden += !s;
        h->is_dead[i] = s && !tac_source_attach(s);
        if (s && !h->is_dead[i]) {
            s->followers++;
            *f = (tac_hub_follow){.source = s};
        }
    }
    tell_hidden(h, c, hidden);
}

void tac_viewer_offer(tac_hub *h, tac_hub_client *c, tac_hub_follow *f)
{
    tac_source *s = f->source;
    if (f->told == s->generation) {
        return;
    }
    // `about` takes back what was offered, and `status` offers: in this order they go out
    if (f->status) {
        tac_message_drop(f->status); // nobody has heard of it
    } else if (f->offer.number > 0) {
        f->about = tac_foxglove_unadvertise(&f->offer);
    }
    tac_message_drop(f->frame);
    f->frame = f->status = NULL;
    f->offer = (tac_foxglove_offer){0};
    f->told = s->generation;
    if (s->generation > 0) {
        tac_source_read_scene(s);
        f->offer = tac_foxglove_offer_of(c->foxglove, s);
        f->status = tac_foxglove_advertise(s, &f->offer);
    }
    h->wants_to_write(c->socket);
}

void tac_viewer_tell_record(tac_hub *h, tac_hub_client *c, tac_hub_follow *f)
{
    const tac_monitor *m = f->source->monitor;
    const tac_record_state r = m ? tac_record_read(&m->recording) : (tac_record_state){0};
    bool fails = r.mode == TAC_RECORD_FAILING;
    char words[192], text[256];
    if (m && fails != f->record_fails) {
        f->record_fails = fails;
        snprintf(text, sizeof text, "%s: %s", f->source->name,
                 tac_record_describe(&r, words, sizeof words));
        (void)tac_hub_tell(h, c, tac_foxglove_warn(text));
    }
}

tac_message *tac_viewer_next(tac_hub_client *c)
{
    int *turn = &c->foxglove->turn;
    for (int n = 0; n < TAC_HUB_FOLLOWED; n++, *turn = (*turn + 1) % TAC_HUB_FOLLOWED) {
        tac_hub_follow *f = &c->follow[*turn];
        bool is_its = f->frame && f->source->generation > 0 && f->told == f->source->generation;
        tac_message *m =
            is_its ? tac_foxglove_next(c->foxglove, f->source, &f->offer, f->frame) : NULL;
        if (m) {
            return m;
        }
        tac_message_drop(f->frame);
        f->frame = NULL;
    }
    return NULL;
}
