// test: exchange.hostile_owner program skip=77 machine=own_root
// test: bare.exchange.hostile_owner program skip=77 machine=bare,own_root unless=sanitize
// Names of segments that somebody else has taken: a client says what lies there and whose it is, never waits
// and never obeys. Needs root, to be other users; 77 without.
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "children.h"
#include "rt/exchange/instance.h"

enum { STRANGER = 65534, ANOTHER = 65533, GROUP = 64999 };

static char name[48], path[128];

static void become(uid_t user, gid_t group)
{
    if (setgroups(0, NULL) != 0 || setresgid(group, group, group) != 0 ||
        setresuid(user, user, user) != 0) {
        perror("becoming another user");
        _exit(1);
    }
}

static tac_io_status attach(int mode, tac_io_error *error)
{
    tac_io *io = tac_io_attach(name, mode, "test", error);
    tac_io_status status = error->status;
    int consistent = (io != NULL) == (status == TAC_IO_OK);
    tac_io_detach(io);
    return consistent ? status : TAC_IO_INVALID;
}

// ---- things that are no files --------------------------------------------------------------------

static int refuses_kind(const char *kind)
{
    tac_io_error error;
    EXPECT(attach(TAC_IO_READ, &error) == TAC_IO_DAMAGED);
    EXPECT(strstr(error.text, kind));
    EXPECT(attach(TAC_IO_COMMAND, &error) == TAC_IO_DAMAGED);
    EXPECT(attach(TAC_IO_READ | TAC_IO_ANY_OWNER, &error) == TAC_IO_DAMAGED);
    return 0;
}

static int a_fifo(void)
{
    EXPECT(mkfifo(path, 0666) == 0 && chown(path, STRANGER, STRANGER) == 0);
    return refuses_kind("is a FIFO of the user");
}

static int a_link(void)
{
    EXPECT(symlink("/etc/passwd", path) == 0);
    return refuses_kind("is a symbolic link of the user");
}

static int a_folder(void)
{
    EXPECT(mkdir(path, 0777) == 0);
    return refuses_kind("is a directory of the user");
}

static int a_socket(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    (void)snprintf(at.sun_path, sizeof at.sun_path, "%.100s", path);
    int file = socket(AF_UNIX, SOCK_STREAM, 0);
    EXPECT(file >= 0 && bind(file, (const struct sockaddr *)&at, sizeof at) == 0);
    return refuses_kind("is a socket of the user");
}

// ---- instances of others -------------------------------------------------------------------------

// Runs an instance as that user until its standard input ends; returns its process, -1 when it did not start.
static pid_t start_as(uid_t user, gid_t group, int *stop)
{
    int ready[2], end[2];
    char letter = 0;
    if (pipe(ready) != 0 || pipe(end) != 0) {
        return -1;
    }
    pid_t child = fork();
    if (child == 0) {
        instance i;
        close(end[1]);
        become(user, group);
        if (!instance_open_as(&i, name, 2)) {
            _exit(1);
        }
        instance_cycle(&i);
        (void)!write(ready[1], "r", 1);
        (void)!read(end[0], &letter, 1);
        instance_close(&i);
        _exit(0);
    }
    close(ready[1]);
    close(end[0]);
    *stop = end[1];
    return read(ready[0], &letter, 1) == 1 ? child : -1;
}

// Lets it end, and waits until its files are gone.
static int stop_instance(int stop)
{
    int bad = close(stop);
    while (wait(NULL) > 0) {
    }
    return bad;
}

static int attach_as(uid_t user, int mode)
{
    (void)fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        tac_io_error error;
        if (user != 0) {
            become(user, user);
        }
        _exit((int)attach(mode, &error));
    }
    int state = 0;
    return waitpid(child, &state, 0) == child && WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static int only_trusted_users(void)
{
    int stop;
    tac_io_error error;
    EXPECT(start_as(STRANGER, STRANGER, &stop) > 0);
    EXPECT(attach(TAC_IO_READ, &error) == TAC_IO_FOREIGN);
    EXPECT(strstr(error.text, "65534") && strstr(error.text, "TACTUS_TRUST"));
    EXPECT(strcmp(tac_io_status_name(TAC_IO_FOREIGN), "foreign") == 0);
    EXPECT(attach(TAC_IO_COMMAND, &error) == TAC_IO_FOREIGN);
    EXPECT(attach_as(ANOTHER, TAC_IO_READ) == TAC_IO_FOREIGN);
    EXPECT(attach_as(STRANGER, TAC_IO_COMMAND) == TAC_IO_OK);
    EXPECT(attach_as(ANOTHER, TAC_IO_READ | TAC_IO_ANY_OWNER) == TAC_IO_OK);
    EXPECT(attach(TAC_IO_COMMAND | TAC_IO_ANY_OWNER, &error) == TAC_IO_OK);
    return stop_instance(stop);
}

static int trust_in_the_environment(void)
{
    static const struct {
        const char *list;
        tac_io_status status;
    } with[] = {{"65534", TAC_IO_OK},       {"0,65533", TAC_IO_FOREIGN}, {"1,65534,2", TAC_IO_OK},
                {"nobody", TAC_IO_OK},      {"", TAC_IO_FOREIGN},        {"*", TAC_IO_FOREIGN},
                {"65534x", TAC_IO_FOREIGN}, {",,65534", TAC_IO_OK}};
    int stop;
    tac_io_error error;
    EXPECT(start_as(STRANGER, STRANGER, &stop) > 0);
    for (size_t i = 0; i < sizeof with / sizeof with[0]; i++) {
        EXPECT(setenv("TACTUS_TRUST", with[i].list, 1) == 0);
        tac_io_status status = attach(TAC_IO_READ, &error);
        if (complain(status == with[i].status, with[i].list, __LINE__)) {
            return 1;
        }
    }
    return stop_instance(stop);
}

static int everybody_reads_roots(void)
{
    int stop;
    EXPECT(start_as(0, 0, &stop) > 0);
    EXPECT(attach_as(STRANGER, TAC_IO_READ) == TAC_IO_OK);
    EXPECT(attach_as(0, TAC_IO_COMMAND) == TAC_IO_OK);
    EXPECT(attach_as(STRANGER, TAC_IO_COMMAND) == TAC_IO_SYSTEM); // mode 0660
    return stop_instance(stop);
}

static int a_secret_file_says_whose_it_is(void)
{
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    EXPECT(file >= 0 && fchown(file, STRANGER, STRANGER) == 0);
    EXPECT(attach_as(ANOTHER, TAC_IO_READ) == TAC_IO_FOREIGN);
    return close(file);
}

static int a_second_name_is_refused(void)
{
    int stop;
    tac_io_error error;
    char own[48];
    memcpy(own, name, sizeof own);
    EXPECT(start_as(0, 0, &stop) > 0);
    char link_path[128];
    (void)snprintf(name, sizeof name, "%.40s.link", own);
    (void)snprintf(link_path, sizeof link_path, "/dev/shm/tactus.%s.state", name);
    EXPECT(link(path, link_path) == 0);
    tac_io_status status = attach(TAC_IO_READ, &error);
    memcpy(name, own, sizeof own);
    unlink(link_path);
    EXPECT(status == TAC_IO_DAMAGED);
    EXPECT(attach(TAC_IO_READ, &error) == TAC_IO_OK);
    return stop_instance(stop);
}

// Places that a stranger has taken are passed over; those of the executive are found.
static int foreign_places_are_passed_over(void)
{
    instance i;
    tac_io_error error;
    char place[128];
    EXPECT(instance_open_as(&i, name, 2));
    instance_cycle(&i);
    (void)snprintf(place, sizeof place, "/dev/shm/tactus.%s.cmd.0", name);
    for (int kind = 0; kind < 3; kind++) {
        EXPECT(unlink(place) == 0);
        if (kind == 0) {
            EXPECT(mkfifo(place, 0666) == 0);
        } else if (kind == 1) {
            EXPECT(symlink("/etc/passwd", place) == 0);
        } else {
            int file = open(place, O_CREAT | O_EXCL | O_WRONLY, 0666);
            EXPECT(file >= 0 && fchown(file, STRANGER, STRANGER) == 0 && close(file) == 0);
        }
        if (attach(TAC_IO_COMMAND, &error) != TAC_IO_OK) {
            printf("  %s\n", error.text);
            return 1;
        }
    }
    instance_close(&i);
    return 0;
}

// In a name space of its own, where /etc/group has the group `tactus`.
static int members_of_the_group_trust_each_other(void)
{
    static const char group[] = "root:x:0:\ntactus:x:64999:\n";
    char file[] = "/tmp/groupXXXXXX";
    int stop;
    int made = mkstemp(file);
    EXPECT(made >= 0 && write(made, group, sizeof group - 1) == (ssize_t)sizeof group - 1);
    EXPECT(fchmod(made, 0644) == 0 && close(made) == 0);
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount(file, "/etc/group", NULL, MS_BIND, NULL) != 0) {
        printf("  name spaces are not allowed here\n");
        unlink(file);
        return 0;
    }
    int bad = start_as(STRANGER, GROUP, &stop) <= 0;
    gid_t member = GROUP;
    pid_t child = fork();
    if (child == 0) {
        tac_io_error error;
        become(ANOTHER, ANOTHER);
        tac_io_status outside = attach(TAC_IO_READ, &error);
        _exit(outside != TAC_IO_FOREIGN);
    }
    int state = 0;
    bad = bad || waitpid(child, &state, 0) != child || state != 0;
    child = fork();
    if (child == 0) {
        tac_io_error error;
        _exit(setgroups(1, &member) != 0 || setresuid(ANOTHER, ANOTHER, ANOTHER) != 0 ||
              attach(TAC_IO_COMMAND, &error) != TAC_IO_OK);
    }
    bad = bad || waitpid(child, &state, 0) != child || state != 0;
    tac_io_error error;
    bad = bad || attach(TAC_IO_READ, &error) != TAC_IO_FOREIGN; // root is served by root only
    unlink(file);
    return stop_instance(stop) | bad;
}

static int what_no_rig_can_be_called_is_not_listed(void)
{
    char list[64][48], odd[128];
    (void)snprintf(odd, sizeof odd, "/dev/shm/tactus.\x1b[31m%d.state", (int)getpid());
    int file = open(odd, O_CREAT | O_EXCL | O_WRONLY, 0600);
    EXPECT(file >= 0 && mkfifo(path, 0666) == 0);
    int n = tac_io_list(list, 64), bad = 0;
    for (int i = 0; i < n && i < 64; i++) {
        bad |= strchr(list[i], '\x1b') || strcmp(list[i], name) == 0;
    }
    unlink(odd);
    close(file);
    EXPECT(!bad);
    return 0;
}

int main(void)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } test[] = {
        {"a FIFO is refused", a_fifo},
        {"a symbolic link is refused", a_link},
        {"a directory is refused", a_folder},
        {"a socket is refused", a_socket},
        {"only instances of trusted users are attached", only_trusted_users},
        {"TACTUS_TRUST names trusted users", trust_in_the_environment},
        {"everybody may read an instance of root", everybody_reads_roots},
        {"a file without rights says whose it is", a_secret_file_says_whose_it_is},
        {"a second name of an instance is refused", a_second_name_is_refused},
        {"places taken by strangers are passed over", foreign_places_are_passed_over},
        {"members of the group tactus trust each other", members_of_the_group_trust_each_other},
        {"what no rig can be called is not listed", what_no_rig_can_be_called_is_not_listed}};
    int bad = 0;
    if (geteuid() != 0) {
        return 77;
    }
    unsetenv("TACTUS_TRUST");
    signal(SIGPIPE, SIG_IGN);
    (void)snprintf(name, sizeof name, "test.owner.%d", (int)getpid());
    (void)snprintf(path, sizeof path, "/dev/shm/tactus.%s.state", name);
    for (size_t i = 0; i < sizeof test / sizeof test[0]; i++) {
        bad += run_case(test[i].name, test[i].run, 0);
        if (unlink(path) != 0 && errno == EISDIR) {
            rmdir(path);
        }
        for (int k = 0; k < 2; k++) {
            char place[128];
            (void)snprintf(place, sizeof place, "/dev/shm/tactus.%s.cmd.%d", name, k);
            unlink(place);
        }
    }
    return bad != 0;
}
