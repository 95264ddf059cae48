// The program tactus: finds the command, and answers --help and --version.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "build.h"
#include "command.h"
#include "io/tactus_io.h"
#include "part/loaded.h"
#include "printable.h"
#include "system/exit.h"
#include "system/output.h"
#include "text_mode.h"
#include "words.h"

static const tac_command *const commands[] = {
    &tac_command_sim,    &tac_command_check,   &tac_command_tree,       &tac_command_run,
    &tac_command_ctl,    &tac_command_trace,   &tac_command_doctor,     &tac_command_bench,
    &tac_command_list,   &tac_command_signals, &tac_command_get,        &tac_command_set,
    &tac_command_dump,   &tac_command_top,     &tac_command_serve,      &tac_command_view,
    &tac_command_replay, &tac_command_log,     &tac_command_bridge_udp, &tac_command_platform,
    &tac_command_import, &tac_command_compile, &tac_command_part,       &tac_command_types,
    &tac_command_play,   &tac_command_fmu,     &tac_command_fmu_info,   &tac_command_fmu_run,
    &tac_command_drive};

enum {
    N_COMMAND = sizeof commands / sizeof commands[0],
    STACK_KIB = 512, // 160 were enough for all that small_stack.sh tries
};

static void print_help(void)
{
    puts("Tactus simulates multibody mechanisms in real time.\n\nUsage:");
    for (int i = 0; i < N_COMMAND; i++) {
        printf("  tactus %-10s %-27s %s\n", commands[i]->name, commands[i]->arguments,
               commands[i]->summary);
    }
    puts("  tactus COMMAND --help     options of a command\n"
         "  tactus --version          version and how it was built\n");
    puts("Exit codes:");
    tac_print_exit_codes(stdout);
    puts("Manual pages say it by command. See tactus(1), docs/model-format.md and docs/replay.md.");
}

static void print_command_help(const tac_command *c)
{
    bool times = false;
    puts(c->summary);
    for (; c; c = c->second) {
        printf("\nUsage: tactus %s %s\n", c->name, c->arguments);
        if (c->more || (c->syntax && tac_syntax_option(c->syntax, 0))) {
            printf("\n%s", c->more ? c->more : "");
        }
        if (c->syntax) {
            tac_syntax_print(c->syntax);
            times |= tac_syntax_takes_time(c->syntax);
        }
    }
    if (times) {
        puts("\nTimes may carry a unit, such as '5 ms'; other numbers are SI.");
    }
}

static int find_command(const char *name)
{
    const char *names[N_COMMAND];
    for (int i = 0; i < N_COMMAND; i++) {
        names[i] = commands[i]->name;
        if (strcmp(name, names[i]) == 0) {
            return i;
        }
    }
    int nearest = tac_nearest_index(name, names, N_COMMAND);
    if (nearest >= 0) {
        fprintf(stderr, "tactus: unknown command '%s'; did you mean '%s'?\n", TAC_SHOWN(name),
                names[nearest]);
    } else {
        fprintf(stderr, "tactus: unknown command '%s'; 'tactus --help' lists them\n",
                TAC_SHOWN(name));
    }
    return -1;
}

// Whether the stack of the first thread has room for every command; other threads bring their own.
static bool has_stack(void)
{
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur == RLIM_INFINITY ||
        stack.rlim_cur >= (rlim_t)STACK_KIB * 1024) {
        return true;
    }
    fprintf(stderr, "tactus: the stack may take %llu KiB, %d are needed; raise it: ulimit -s %d\n",
            (unsigned long long)stack.rlim_cur / 1024, (int)STACK_KIB, (int)STACK_KIB);
    return false;
}

static int run_command(int argc, char **argv)
{
    if (!has_stack()) {
        return TAC_EXIT_MEMORY;
    }
    int found = find_command(argv[1]);
    if (found < 0) {
        return TAC_EXIT_INPUT;
    }
    const tac_command *c = commands[found];
    if (tac_args_want_help(argc - 2, argv + 2)) {
        print_command_help(c);
        return TAC_EXIT_OK;
    }
    char name[32];
    snprintf(name, sizeof name, "tactus %s", c->name);
    tac_args a = {.command = name, .argc = argc - 2, .argv = argv + 2};
    return c->run(&a);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        return tac_command_fail(TAC_EXIT_INPUT,
                                "tactus: no command given; 'tactus --help' lists them");
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return TAC_EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("tactus %s\n%s, %s\n", TAC_VERSION, TAC_COMPILER, TAC_BUILD_FLAGS);
        return TAC_EXIT_OK;
    }
    return run_command(argc, argv);
}

// A file opened later must not take the place of a closed standard stream, or messages would end up
// in results. Opened the wrong way round, reading and writing fail as they would have done.
static void fill_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            (void)open("/dev/null",
                       fd == STDIN_FILENO ? O_WRONLY : O_RDONLY); // the lowest free one
        }
    }
}

int main(int argc, char **argv)
{
    fill_standard_streams();
    (void)signal(SIGXFSZ, SIG_IGN); // a file at the limit of its size is a failed write
    (void)tac_set_text_mode();      // options, sensors and energies as well, in all threads
    tac_find_parts(tac_part_load);
    (void)tac_io_guard(); // what others cut short in shared memory ends a handle, not the program
    int code = run(argc, argv);
    errno = 0;
    int lost = fflush(stdout) || ferror(stdout);
    if (tac_output_unread() > 0) {
        fprintf(stderr, "tactus: %lld bytes of output were not read and are left out\n",
                (long long)tac_output_unread());
    } else if (lost && code != TAC_EXIT_OUTPUT) { // which has been told
        fprintf(stderr, "tactus: standard output cannot be written: %s\n",
                strerror(errno ? errno : EIO));
    }
    return lost && code == TAC_EXIT_OK ? TAC_EXIT_OUTPUT : code;
}
