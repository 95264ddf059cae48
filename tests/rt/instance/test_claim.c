// The claim of an instance: one living process per name, whatever lies under it; and what others put there.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "instance/claim.h"
#include "instance/list.h"
#include "instance/shared_file.h"

// A name of this test process alone, so that tests run side by side.
static const char *name(void)
{
    static char text[TAC_NAME_SIZE];
    snprintf(text, sizeof text, "claimed-%d", (int)getpid());
    return text;
}

static const char *path(const char *kind)
{
    static char text[TAC_SHARED_PATH];
    snprintf(text, sizeof text, "/dev/shm/tactus.%s.%s", name(), kind);
    return text;
}

static void take(tac_claim *c)
{
    tac_diag diag = {0};
    cr_assert(tac_claim_take(c, name(), &diag), "%s", diag.text);
}

static void expect_refused(const char *why)
{
    tac_claim c;
    tac_diag diag = {0};
    cr_expect_not(tac_claim_take(&c, name(), &diag));
    cr_expect_not_null(strstr(diag.text, why), "'%s' does not say '%s'", diag.text, why);
    tac_claim_release(&c);
}

static int count_files(void)
{
    char command[160];
    snprintf(command, sizeof command, "ls -d /dev/shm/tactus.%s.* 2>/dev/null | wc -l", name());
    FILE *f = popen(command, "r");
    int n = -1;
    cr_assert(f && fscanf(f, "%d", &n) == 1);
    pclose(f);
    return n;
}

static void leave_file(const char *kind, const char *text, mode_t mode)
{
    int file = open(path(kind), O_CREAT | O_EXCL | O_WRONLY, 0600);
    cr_assert(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    cr_assert_eq(fchmod(file, mode), 0);
    close(file);
}

Test(claim, one_name_has_one_living_owner)
{
    tac_claim c;
    char who[64];
    struct stat about;
    take(&c);
    cr_assert_eq(stat(path("claim"), &about), 0);
    cr_expect_eq(about.st_mode & 07777, 0600);
    snprintf(who, sizeof who, "belongs to the running process %d of the user", (int)getpid());
    expect_refused(who);
    expect_refused("choose another name or stop it");
    tac_claim_release(&c);
    tac_claim_release(&c);
    cr_expect_eq(count_files(), 0);
    take(&c);
    tac_claim_release(&c);
}

Test(claim, names_that_cannot_be_files_are_refused)
{
    const char *const bad[] = {"", "a/b", "/",
                               "a name of very many letters, more than any rig is given"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tac_claim c;
        tac_diag diag = {0};
        cr_expect_not(tac_claim_take(&c, bad[i], &diag), "'%s'", bad[i]);
        cr_expect_not_null(strstr(diag.text, "cannot name an instance"));
    }
}

// A child that takes the claim as soon as the pipe `go` is closed, tells how it went and waits to be killed.
static pid_t child_that_claims(const char *its_name, const int go[2], int result)
{
    pid_t child = fork();
    if (child == 0) {
        char byte;
        tac_claim c;
        tac_diag diag = {0};
        close(go[1]);
        (void)!read(go[0], &byte, 1);
        byte = tac_claim_take(&c, its_name, &diag) ? 'y' : 'n';
        if (byte == 'n' && !strstr(diag.text, "belongs to")) {
            byte = '?';
        }
        (void)!write(result, &byte, 1);
        pause();
        _exit(0);
    }
    return child;
}

// What lies in the way in this round: nothing, what a killed process left, something that is no claim.
static void put_in_the_way(int round)
{
    char text[80];
    snprintf(text, sizeof text, "tactus claim of %s\n", name());
    if (round % 4 == 1) {
        leave_file("claim", text, 0600);
    } else if (round % 4 == 2) {
        leave_file("claim", text, 0644);
    } else if (round % 4 == 3) {
        cr_assert_eq(mkfifo(path("claim"), 0600), 0);
    }
}

Test(claim, of_many_processes_exactly_one_wins)
{
    enum { PROCESSES = 8, ROUNDS = 40 };
    for (int round = 0; round < ROUNDS; round++) {
        pid_t child[PROCESSES];
        int go[2], result[2], winners = 0;
        put_in_the_way(round);
        cr_assert(pipe(go) == 0 && pipe(result) == 0);
        for (int i = 0; i < PROCESSES; i++) {
            child[i] = child_that_claims(name(), go, result[1]);
        }
        close(go[1]);
        for (int i = 0; i < PROCESSES; i++) {
            char byte = 0;
            cr_assert_eq(read(result[0], &byte, 1), 1);
            winners += byte == 'y';
            cr_expect_neq(byte, '?', "refused for another reason");
        }
        cr_expect_eq(winners, 1, "%d winners in round %d", winners, round);
        for (int i = 0; i < PROCESSES; i++) {
            kill(child[i], SIGKILL);
            waitpid(child[i], NULL, 0);
        }
        close(go[0]);
        close(result[0]);
        close(result[1]);
        cr_expect_eq(count_files(), 1, "the claim of a process that was killed");
        unlink(path("claim"));
    }
}

// The user's own files under the name, of whatever kind: none of them is a claim, locked or not.
Test(claim, what_is_no_claim_is_replaced)
{
    tac_claim c;
    char text[80];
    snprintf(text, sizeof text, "tactus claim of %s\n", name());
    for (int what = 0; what < 7; what++) {
        int lock = -1;
        if (what < 2) { // locked by who may read it, or with the words of another instance
            leave_file("claim", what == 0 ? text : "tactus claim of other\n",
                       what == 0 ? 0644 : 0600);
            lock = open(path("claim"), O_RDONLY);
            cr_assert(lock >= 0 && flock(lock, what == 0 ? LOCK_SH : LOCK_EX) == 0);
        } else if (what == 2) {
            leave_file("claim", "", 0600);
        } else if (what == 3) {
            cr_assert_eq(mkfifo(path("claim"), 0666), 0);
        } else if (what == 4) {
            cr_assert_eq(symlink("/etc/passwd", path("claim")), 0);
        } else if (what == 5) {
            cr_assert_eq(mkdir(path("claim"), 0700), 0);
        }
        take(&c);
        cr_expect_eq(count_files(), 1);
        expect_refused("belongs to the running process");
        tac_claim_release(&c);
        close(lock);
        cr_expect_eq(count_files(), 0);
    }
}

Test(claim, a_claim_that_lost_its_name_removes_nothing)
{
    tac_claim old, c;
    take(&old);
    unlink(path("claim")); // its user or root may
    take(&c);
    tac_claim_release(&old);
    cr_expect_eq(count_files(), 1);
    expect_refused("belongs to the running process");
    tac_claim_release(&c);
}

// A process that was killed while it made a file leaves it under a fresh name.
Test(claim, unfinished_files_are_swept_away_and_no_others)
{
    const char *const gone[] = {
        "state.new-0123456789abcdef",   "cmd.3.new",     "cmd.63.new-00",
        "monitor.new-ffffffffffffffff", "history.new-0", "claim.new-1234567890123456"};
    const char *const kept[] = {"state",      "cmd.3",         "state.state",
                                "cmd.new-00", "state.new-xyz", "cmd.0.state.new-0123456789abcdef",
                                "other",      "claim.state"};
    tac_claim c;
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        leave_file(gone[i], "", 0600);
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        leave_file(kept[i], "", 0600);
    }
    take(&c);
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
        cr_expect_eq(access(path(gone[i]), F_OK), -1, "%s is still there", gone[i]);
    }
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        cr_expect_eq(unlink(path(kept[i])), 0, "%s is gone", kept[i]);
    }
    cr_expect_str_eq(c.note, "", "nothing of others");
    tac_claim_release(&c);
}

// ---- which instances are there -------------------------------------------------------------------

static const tac_instance *find(const tac_instance *list, int n, const char *wanted)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(list[i].name, wanted) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

Test(claim, instances_are_listed_once_in_order)
{
    tac_instance *list;
    char dotted[TAC_NAME_SIZE + 8];
    leave_file("state", "", 0600);
    leave_file("monitor", "", 0600);
    leave_file("x.monitor", "", 0600);
    cr_assert_eq(mkfifo(path("y.state"), 0600), 0);
    int n = tac_instance_list(&list);
    for (int i = 1; i < n; i++) {
        cr_expect_lt(strcmp(list[i - 1].name, list[i].name), 0);
    }
    const tac_instance *both = find(list, n, name());
    cr_assert_not_null(both);
    cr_expect(both->has_monitor && both->has_signals);
    snprintf(dotted, sizeof dotted, "%s.x", name());
    const tac_instance *one = find(list, n, dotted);
    cr_assert_not_null(one);
    cr_expect(one->has_monitor && !one->has_signals);
    snprintf(dotted, sizeof dotted, "%s.y", name());
    cr_expect_null(find(list, n, dotted), "a FIFO is no segment");
    free(list);
    unlink(path("state"));
    unlink(path("monitor"));
    unlink(path("x.monitor"));
    unlink(path("y.state"));
}
