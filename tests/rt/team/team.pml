/*
 * Model of the protocol between the members of a team (rt/team/team.c), for SPIN; spin.sh checks it.
 *
 * Three members make three steps of two shared phases; all three share the first phase, two the
 * second. An order is a number that only grows; order 2s+1 is phase 0 of step s when no step fails,
 * but nothing depends on that. Between any two lines any member may pause for ever so long. What the
 * clock decides in the program is left open here:
 *   - member 0 may lose patience and take over a stretch at any moment,
 *   - waiting for a running stretch may time out at any moment, which fails the step,
 *   - after a failed step the next one is tried, and fails at once while a worker is not back.
 *
 * What holds, by assertion:
 *   - stretches that run at the same time belong to the same order: nobody is in phase k + 1, or in a
 *     later step, while somebody is still in phase k, timed out or not;
 *   - no stretch runs twice, and a step that succeeds has run all of them: no order is lost;
 *   - no stretch begins outside a step, and while the team says it is idle none runs: then others
 *     may touch the work memory.
 * By search of all ends: every member ends. By LTL: it does so on every fair run.
 *
 * BROKEN_IDLE and BROKEN_CLAIM leave out one guard each; spin.sh expects the model to notice.
 */
#define MEMBERS 3
#define STEPS 3
#define PHASES 2
#define LAST_ORDER (STEPS * PHASES)

byte order = 0;         /* number of the order, 0: none yet */
byte order_phase = 0;   /* written and read together with it, as in the program's one word */
byte at[MEMBERS];       /* a member's line: even 2 n: done with n; odd 2 n - 1: running n */
bool quit = false;

/* only watched, never read by the protocol */
byte running[MEMBERS];  /* order of the stretch a member runs, 0: none */
byte done_stretch[21];  /* times stretch k of order n was run, at n * MEMBERS + k */
bool in_step = false;
byte ended = 0;

#define parts(p) (p == 0 -> 3 : 2)

inline begin_stretch(who, n, k)
{
    d_step {
        assert(in_step);
        assert(running[0] == 0 || running[0] == n);
        assert(running[1] == 0 || running[1] == n);
        assert(running[2] == 0 || running[2] == n);
        assert(done_stretch[n * MEMBERS + k] == 0);
        running[who] = n;
    }
}

inline end_stretch(who, n, k)
{
    d_step {
        running[who] = 0;
        done_stretch[n * MEMBERS + k]++;
    }
}

/* ok := no worker is inside a stretch; one line after another, as the program looks at them */
inline look_idle(ok)
{
    ok = true;
    if
    :: at[1] % 2 == 1 -> ok = false
    :: else
    fi;
    if
    :: at[2] % 2 == 1 -> ok = false
    :: else
    fi
}

proctype member_0()
{
    byte number = 0, step = 0, phase, k, seen;
    bool ok;

    do
    :: step == STEPS -> break
    :: else ->
        /* a step: fails at once while a worker is not back */
        look_idle(ok);
#ifdef BROKEN_IDLE
        ok = true;
#endif
        in_step = ok;
        phase = 0;
        do
        :: !ok || phase == PHASES -> break
        :: else ->
            /* the order, then the own stretch */
            number++;
            d_step {
                order = number;
                order_phase = phase;
            }
            begin_stretch(0, number, 0);
            end_stretch(0, number, 0);

            /* stretches of workers that have not begun */
            k = 1;
            do
            :: k == parts(phase) -> break
            :: else ->
                seen = at[k];
                if
                :: seen < 2 * number - 1 ->
                    atomic {
                        if
                        :: at[k] == seen ->
                            at[k] = 2 * number;
                            begin_stretch(0, number, k)
                        :: else -> seen = 255
                        fi
                    }
                    if
                    :: seen != 255 -> end_stretch(0, number, k)
                    :: else
                    fi
                :: else
                fi;
                k++
            od;

            /* wait for those that have; each wait may time out as long as it lasts */
            k = 1;
            do
            :: !ok || k == parts(phase) -> break
            :: else ->
                if
                :: at[k] == 2 * number -> k++
                :: at[k] != 2 * number -> ok = false
                fi
            od;
            if
            :: ok ->
                d_step {
                    assert(done_stretch[number * MEMBERS] == 1);
                    assert(done_stretch[number * MEMBERS + 1] == 1);
                    assert(phase == 1 || done_stretch[number * MEMBERS + 2] == 1);
                }
            :: else
            fi;
            phase++
        od;
        in_step = false;

        /* outside a step others may touch the work memory when the team is idle */
        look_idle(ok);
        assert(!ok || (running[1] == 0 && running[2] == 0));
        step++
    od;
    quit = true;
    ended++
}

proctype worker(byte me)
{
    byte n, phase, idle;

    do
    :: quit -> break
    /* polls that find nothing to do change nothing and are left out */
    :: at[me] < 2 * order && me < parts(order_phase) ->
        d_step {
            n = order;
            phase = order_phase;
        }
        idle = at[me];
        if
        :: idle < 2 * n && me < parts(phase) ->
            atomic {
                if
#ifdef BROKEN_CLAIM
                :: true ->
#else
                :: at[me] == idle ->
#endif
                    at[me] = 2 * n - 1;
                    begin_stretch(me, n, me)
                :: else -> idle = 255
                fi
            }
            if
            :: idle != 255 ->
                end_stretch(me, n, me);
                at[me] = 2 * n
            :: else
            fi
        :: else
        fi
    od;
    ended++
}

init {
    atomic {
        run member_0();
        run worker(1);
        run worker(2)
    }
}

ltl termination { <> (ended == MEMBERS) }
