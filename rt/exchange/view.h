// The view: where all bodies are and which forces act, for those who draw, and once what they look like.
//
// A segment of its own beside the state, tactus.NAME.view: header, the scene as text (scene/page_text.h), a ring of
// four slots with poses and forces. The cycle thread leaves a copy of poses, multipliers and modes in a private ring, at most
// 120 times a second and whenever the run state changes; the helper of the history carries it over, and computes the
// forces. So no page of the segment
// and nothing done to its file concerns the cycle thread, and neither thread waits for the other.
#ifndef TAC_EXCHANGE_VIEW_H
#define TAC_EXCHANGE_VIEW_H

#include "exchange.h"

enum { TAC_VIEW_RATE = 120 }; // Hz, at most

typedef struct tac_view {
    tac_view_header *segment; // NULL: nothing is shown
    size_t segment_size;
    _Atomic uint64_t *slots; // of the segment
    size_t stride;           // words from slot to slot, in both rings
    size_t words;            // of a frame on its way: head, poses, what is left for the helper
    size_t shown_words;      // of a frame: head, poses, forces
    int n_body;
    int n_force;
    void (*forces)(void *context, const double *pose, const double *left, double *out);
    void *context;
    uint64_t every;  // frames of the exchange from one view to the next
    uint64_t last;   // frame of the exchange that was shown last, 0: none
    uint64_t state;  // run state of that one
    uint64_t *frame; // on its way out                          (words)
    uint64_t number; // of views so far
    // private ring
    _Atomic uint64_t *ring;            // (TAC_SLOTS, stride)
    _Alignas(64) _Atomic uint64_t put; // views written there; by the cycle thread
    // helper
    _Alignas(64) uint64_t *copy; // (words)
    uint64_t *shown;             // (shown_words)
    uint64_t taken;
} tac_view;

// Bytes of the segment for such bodies and scene, 0: there is nothing to show, or more than a frame may hold.
uint64_t tac_view_size(const tac_exchange_options *o);

// Takes all memory and creates the segment; the header says how large, of 0 it does nothing. 0 and a line in diag.
int tac_view_open(tac_view *v, const tac_state_header *h, const tac_exchange_options *o,
                  tac_diag *diag);
void tac_view_unlink(const char *instance);
void tac_view_close(tac_view *v, const char *instance); // fine when it was not opened

// Cycle thread: where the poses of this frame of the exchange go, 7 numbers per body, and what is left for the helper; NULL: it is
// not its turn.
double *tac_view_begin(tac_view *v, uint64_t frame, const tac_state_head *head);
void tac_view_put(tac_view *v); // bounded, no system call

// Carries over what is new; the helper of the history only.
void tac_view_follow(tac_view *v);

#endif
