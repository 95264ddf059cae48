// What a browser may follow: a running instance, attached for reading while somebody follows it; or a motion that is
// computed (playback_reader.h), of which frames come as they are asked for.
//
// poll copies every frame that came since, so that least and largest values miss none, and the newest view; the
// executive notices nothing. An instance that ends is detached and, when it is there again, attached anew: its
// generation is another one then, and so is what the message `about` says.
#ifndef TAC_SERVE_SOURCE_H
#define TAC_SERVE_SOURCE_H

#include "io/tactus_io.h"
#include "message.h"
#include "monitor/monitor.h"
#include "playback_reader.h"
#include "scene/scene.h"
#include "source_events.h"
#include "view_reader.h"

typedef struct tac_source {
    uint32_t id; // in frames; another one for every source
    char name[TAC_NAME_SIZE];
    uint64_t generation; // 0: not attached
    int followers;
    const tac_playback_reader *playback; // NULL: an instance
    tac_io *io;
    tac_view_reader view;
    const tac_monitor *monitor; // NULL: cannot be seen
    int n_signal;
    uint32_t n_value;
    uint32_t *first;      // of its values, of each signal     (n_signal)
    tac_scene *scene;     // for viewers of other protocols; NULL: none, or nobody wants it
    double *least, *most; // since the last message      (n_value)
    uint32_t merged;
    uint64_t lost; // frames that came too fast
    tac_source_events events;
    char why[256]; // it is not attached
    tac_message *about;
} tac_source;

// Attaches when it is not and can be; returns whether it is attached.
bool tac_source_attach(tac_source *s);
void tac_source_detach(tac_source *s);

// Reads the scene of an attached instance, once.
void tac_source_read_scene(tac_source *s);

// The frame since the last one, NULL: nothing new, or no longer there (generation is 0 then).
tac_message *tac_source_poll(tac_source *s);

// Run state, counters and histograms; NULL without memory.
tac_message *tac_source_status(tac_source *s);

#endif
