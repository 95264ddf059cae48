// The program tactus-fmu-host: the only one that reads and loads FMUs of others. `tactus` starts it, once for each of
// them; whatever an FMU does ends no more than this process.
//
//   tactus-fmu-host info FILE
//   tactus-fmu-host run|step PAGE LOCK IN OUT FOLDER FILE WORD=VALUE...    numbers of descriptors; see cosim/host_process.c
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "client.h"
#include "format/number.h"
#include "info.h"
#include "io/tactus_io.h"
#include "stepper.h"
#include "system/exit.h"
#include "text_mode.h"

enum { FIRST_WORD = 8, PIPES_FROM = 210 };

// Leaves without what objects that were loaded do at the end of a program.
static _Noreturn void leave(int code)
{
    int lost = fflush(stdout) != 0;
    (void)fflush(stderr);
    _exit(lost && code == TAC_EXIT_OK ? TAC_EXIT_OUTPUT : code);
}

typedef struct words {
    tac_mockup_host host;
    tac_client_settings client;
    double rate;
} words;

// The value behind a word, NULL: it is another one.
static const char *value_of(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncmp(text, word, n) == 0 && text[n] == '=' ? text + n + 1 : NULL;
}

static void take_word(words *w, const char *text)
{
    const char *v;
    if ((v = value_of(text, "set")) && w->host.n_set < 1024) {
        w->host.set[w->host.n_set++] = v;
    } else if ((v = value_of(text, "command"))) {
        w->host.command = v;
    } else if ((v = value_of(text, "instance"))) {
        w->client.instance = v;
    } else if ((v = value_of(text, "client"))) {
        w->client.client = v;
    } else if ((v = value_of(text, "rate"))) {
        (void)tac_number_parse(v, &w->rate);
    } else if ((v = value_of(text, "patience"))) {
        (void)tac_number_parse(v, &w->client.patience);
    } else if (strcmp(text, "quiet") == 0) {
        w->host.quiet = true;
    } else if (strcmp(text, "log") == 0) {
        w->host.logs_all = true;
    }
}

// A descriptor of the page, mapped; the descriptor is closed then.
static tac_cosim_page *map_page(const char *number)
{
    int file = atoi(number);
    void *at = mmap(NULL, sizeof(tac_cosim_page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return at == MAP_FAILED ? NULL : at;
}

// Moves a pipe to where an FMU that closes or writes to some descriptor hardly gets.
static int move_pipe(const char *number)
{
    int file = atoi(number);
    int moved = file >= 0 ? fcntl(file, F_DUPFD_CLOEXEC, PIPES_FROM) : -1;
    if (moved >= 0) {
        close(file);
    }
    return moved >= 0 ? moved : file;
}

static int run(int argc, char **argv)
{
    static words w;
    w.host.page = map_page(argv[2]);
    w.host.folder = argv[6];
    w.host.path = argv[7];
    w.host.command = "tactus";
    if (!w.host.page) {
        return TAC_EXIT_MEMORY;
    }
    (void)fcntl(atoi(argv[3]), F_SETFD,
                FD_CLOEXEC); // the lock of the folder, which ends with this process
    (void)signal(SIGPIPE, SIG_IGN);
    (void)tac_io_guard();
    for (int i = FIRST_WORD; i < argc; i++) {
        take_word(&w, argv[i]);
    }
    w.client.rate = w.rate;
    int code = strcmp(argv[1], "run") == 0
                   ? tac_mockup_client(&w.host, &w.client)
                   : tac_mockup_stepper(&w.host, w.rate, move_pipe(argv[4]), move_pipe(argv[5]));
    tac_host_leave(&w.host, code);
}

int main(int argc, char **argv)
{
    (void)tac_set_text_mode();
    if (argc == 3 && strcmp(argv[1], "info") == 0) {
        leave(tac_mockup_info(argv[2]));
    }
    if (argc >= FIRST_WORD && (strcmp(argv[1], "run") == 0 || strcmp(argv[1], "step") == 0)) {
        return run(argc, argv);
    }
    fprintf(stderr, "tactus-fmu-host is started by tactus; see tactus fmu-run --help\n");
    leave(TAC_EXIT_INPUT);
}
