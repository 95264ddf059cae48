/* The protocol of a ring of sequenced slots (rt/io/slot.h), for SPIN.
 *
 * One writer, one reader, every interleaving of single loads and stores. The orders in slot.h keep
 * them in program order as seen by the other side: the odd number before the words, the words
 * before the even number, that before `newest`; on the reader's side each load before the next.
 *
 *   safety    a frame that is accepted is whole, and it is the frame that was asked for
 *   progress  once the writer pauses, the reader finishes within one more attempt
 *
 * -DNO_ODD leaves out the odd number: then a torn frame is accepted, and SPIN must find it. That
 * shows that the model can fail. exchange.sh runs both.
 */
#define SLOTS 4
#define WORDS 2
#define FRAMES 10 /* the ring is overwritten twice, so that a slow reader meets every overlap */

byte sequence[SLOTS];
byte word[SLOTS * WORDS]; /* of slot s: word[s * WORDS + i]; frame n is n, n */
byte newest;
bool paused;
bool done;

active proctype writer()
{
    byte n = 1, i;
    do
    :: n <= FRAMES ->
#ifndef NO_ODD
        sequence[n % SLOTS] = 2 * n - 1;
#endif
        i = 0;
        do
        :: i < WORDS -> word[(n % SLOTS) * WORDS + i] = n; i++
        :: else -> break
        od;
        sequence[n % SLOTS] = 2 * n;
        newest = n;
        n++
    :: n > 1 -> break /* it may stop for good after any whole frame */
    :: else -> break
    od;
    paused = true
}

active proctype reader()
{
    byte n, i, copy[WORDS], seen;
    byte late; /* attempts begun after the writer paused */
again:
    if
    :: paused -> late++
    :: else
    fi;
    assert(late <= 1); /* progress: the first attempt after the pause succeeds */
    n = newest;
    if
    :: n == 0 -> (newest != 0 || paused); goto check
    :: else
    fi;
    seen = sequence[n % SLOTS];
    if
    :: seen != 2 * n -> goto again
    :: else
    fi;
    i = 0;
    do
    :: i < WORDS -> copy[i] = word[(n % SLOTS) * WORDS + i]; i++
    :: else -> break
    od;
    seen = sequence[n % SLOTS];
    if
    :: seen != 2 * n -> goto again
    :: else
    fi;
    /* safety: accepted means whole */
    i = 0;
    do
    :: i < WORDS -> assert(copy[i] == n); i++
    :: else -> break
    od;
    goto finished;
check:
    if
    :: newest != 0 -> goto again
    :: else -> goto finished
    fi;
finished:
    done = true
}

ltl finishes { <> (paused) -> <> (done) }
