// test: exchange.forked program
// A handle that commands in a process that was forked off: there it has ended, and what is done with it there changes
// nothing for the process that attached it.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "children.h"
#include "rt/exchange/instance.h"

static instance live;

static int is_ended(tac_io *io)
{
    EXPECT(tac_io_read(io) == TAC_IO_OK); // which disturbs nobody
    EXPECT(tac_io_set(io, KEEP, 0, 7.0) == TAC_IO_OK);
    EXPECT(tac_io_send(io, 0) == TAC_IO_ENDED);
    EXPECT(tac_io_put_event(io, KEEP, 0, 7.0, 0) == TAC_IO_ENDED);
    EXPECT(tac_io_heartbeat(io) == TAC_IO_ENDED);
    EXPECT(tac_io_check(io) == TAC_IO_ENDED);
    EXPECT(tac_io_sent(io) == 1);
    return 0;
}

static int in_a_child(tac_io *io, int (*run)(tac_io *io))
{
    int state = 0;
    pid_t child = fork();
    if (child == 0) {
        _exit(run(io));
    }
    return child < 0 || waitpid(child, &state, 0) != child || state != 0;
}

static int ended_and_detached(tac_io *io)
{
    int bad = is_ended(io);
    tac_io_detach(io);
    return bad;
}

// By a handle of its own the child commands as everybody.
static int attaches_anew(tac_io *io)
{
    tac_io_error error;
    tac_io *own = tac_io_attach(live.name, TAC_IO_COMMAND, "child", &error);
    EXPECT(own);
    EXPECT(tac_io_place(own) != tac_io_place(io));
    EXPECT(tac_io_set(own, ZERO, 0, 0.5) == TAC_IO_OK && tac_io_send(own, 0) == TAC_IO_OK);
    EXPECT(in_a_child(own, is_ended) == 0);
    tac_io_detach(own);
    return is_ended(io);
}

static int the_parent_goes_on(tac_io *io)
{
    tac_io_account account;
    EXPECT(tac_io_set(io, KEEP, 0, 1.0) == TAC_IO_OK && tac_io_send(io, 0) == TAC_IO_OK);
    EXPECT(tac_io_heartbeat(io) == TAC_IO_OK && tac_io_check(io) == TAC_IO_OK);
    for (int i = 0; i < 3; i++) {
        instance_cycle(&live);
    }
    EXPECT(tac_io_get_account(io, tac_io_place(io), &account) == TAC_IO_OK);
    EXPECT(account.active && account.rejected == 0);
    return 0;
}

static int forked(int (*run)(tac_io *io))
{
    tac_io_error error;
    tac_io *io = tac_io_attach(live.name, TAC_IO_COMMAND, "parent", &error);
    EXPECT(io);
    instance_cycle(&live);
    EXPECT(tac_io_set(io, KEEP, 0, 1.0) == TAC_IO_OK && tac_io_send(io, 0) == TAC_IO_OK);
    EXPECT(in_a_child(io, run) == 0);
    EXPECT(tac_io_sent(io) == 1);
    EXPECT(the_parent_goes_on(io) == 0);
    tac_io_detach(io);
    return 0;
}

int main(void)
{
    static int (*const what[])(tac_io * io) = {is_ended, ended_and_detached, attaches_anew};
    static const char *const name[] = {"a child's commands have ended",
                                       "a child's detaching changes nothing",
                                       "a child attaches anew"};
    int bad = 0;
    if (!instance_open(&live, "forked", 3)) {
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        int failed = forked(what[i]);
        printf("%s %s\n", failed ? "FAIL" : "ok  ", name[i]);
        bad += failed;
    }
    instance_close(&live);
    return bad != 0;
}
