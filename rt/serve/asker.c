#include "asker.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "monitor/monitor_segment.h"
#include "printable.h"
#include "system/control_socket.h"
#include "system/fail.h"

enum { PATIENCE_S = 5 };

bool tac_asker_takes(const char *line)
{
    static const char *const verbs[] = {"start",     "resume", "pause", "step", "stop",
                                        "reset",     "safe",   "rearm", "read", "write",
                                        "variables", "record", "keep",  "back", "drive"};
    size_t n = strcspn(line, " ");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strlen(verbs[i]) == n && memcmp(line, verbs[i], n) == 0) {
            return strpbrk(line, "\r\n") == NULL;
        }
    }
    return false;
}

// ---- asking --------------------------------------------------------------------------------------

static bool send_line(int fd, const char *text)
{
    char line[TAC_ASK_LINE + 1];
    int n = snprintf(line, sizeof line, "%s\n", text);
    for (int sent = 0; sent < n;) {
        ssize_t more = send(fd, line + sent, (size_t)(n - sent), MSG_NOSIGNAL);
        if (more <= 0) {
            return false;
        }
        sent += (int)more;
    }
    return true;
}

static bool receive_line(int fd, char *answer)
{
    for (int n = 0; n < TAC_ASK_ANSWER - 1;) {
        ssize_t got = recv(fd, answer + n, (size_t)(TAC_ASK_ANSWER - 1 - n), 0);
        if (got <= 0) {
            return false;
        }
        n += (int)got;
        if (answer[n - 1] == '\n') {
            answer[n - 1] = '\0';
            return true;
        }
    }
    return false;
}

// ---- checkpoints ---------------------------------------------------------------------------------

static bool is_bare(const char *line, const char *verb)
{
    return strcmp(line, verb) == 0;
}

static bool take_folder(tac_asker *a)
{
    if (a->folder[0] == '\0') {
        snprintf(a->folder, sizeof a->folder, "/tmp/tactus-serve-XXXXXX");
        if (!mkdtemp(a->folder)) {
            a->folder[0] = '\0';
        }
    }
    return a->folder[0] != '\0';
}

// The line for the instance: of a page's `keep` and `back` with the file, which no page names. "": there is none.
static void translate(tac_asker *a, const tac_ask *ask, char line[TAC_ASK_LINE])
{
    bool keeps = is_bare(ask->line, "keep");
    if (!keeps && !is_bare(ask->line, "back")) {
        memcpy(line, ask->line, TAC_ASK_LINE);
    } else if (keeps ? take_folder(a) : a->folder[0] != '\0') {
        snprintf(line, TAC_ASK_LINE, "%s %s/%s", keeps ? "save" : "restore", a->folder, ask->name);
    } else {
        line[0] = '\0';
    }
}

static void remove_folder(const tac_asker *a)
{
    DIR *d = a->folder[0] ? opendir(a->folder) : NULL;
    for (const struct dirent *e; d && (e = readdir(d));) {
        (void)unlinkat(dirfd(d), e->d_name, 0);
    }
    if (d) {
        closedir(d);
        (void)rmdir(a->folder);
    }
}

// ---- one request ---------------------------------------------------------------------------------

// Whether the instance goes on; one that hangs may still be told to stop.
static bool is_late(const tac_ask *ask, tac_io_health *health)
{
    tac_diag unwanted = {.text = ""};
    return strcmp(ask->line, "stop") != 0 && tac_monitor_look(ask->name, health, &unwanted) &&
           (health->condition == TAC_IO_LATE || health->condition == TAC_IO_DEAD);
}

static bool is_drive(const char *line)
{
    return strncmp(line, "drive", 5) == 0 && (line[5] == ' ' || line[5] == '\0');
}

static char *ask_instance(tac_asker *a, const tac_ask *ask)
{
    char line[TAC_ASK_LINE];
    tac_diag diag = {.text = ""};
    char *answer = calloc(1, TAC_ASK_ANSWER);
    tac_io_health health;
    if (answer && is_late(ask, &health)) { // nobody is kept waiting for what will not come
        snprintf(answer, TAC_ASK_ANSWER, "error %s", health.text);
        return answer;
    }
    if (answer && is_drive(ask->line)) {
        tac_seats_drive(&a->seats, ask->name, ask->client, ask->line, answer, TAC_ASK_ANSWER);
        tac_make_printable(answer);
        return answer;
    }
    translate(a, ask, line);
    int fd = answer && line[0] ? tac_control_connect(ask->name, &diag) : -1;
    if (answer && !line[0]) {
        snprintf(answer, TAC_ASK_ANSWER, "error no checkpoint was kept");
    } else if (fd < 0) {
        if (answer) {
            snprintf(answer, TAC_ASK_ANSWER, "error %s", diag.text);
        }
    } else {
        const struct timeval patience = {.tv_sec = PATIENCE_S};
        (void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        (void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        if (!send_line(fd, line) || !receive_line(fd, answer)) {
            snprintf(answer, TAC_ASK_ANSWER, "error '%s' does not answer", ask->name);
        }
        close(fd);
    }
    if (answer) {
        tac_make_printable(answer);
    }
    return answer;
}

// ---- thread --------------------------------------------------------------------------------------

// Until something is asked; who drives is looked after meanwhile.
static void wait_for_more(tac_asker *a)
{
    while (a->n_waiting == 0 && !a->quit) {
        if (!tac_seats_taken(&a->seats)) {
            pthread_cond_wait(&a->more, &a->lock);
            continue;
        }
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        (void)pthread_cond_timedwait(&a->more, &a->lock, &until);
        tac_seats_look(&a->seats);
    }
}

static void *run(void *asker)
{
    tac_asker *a = asker;
    pthread_mutex_lock(&a->lock);
    for (;;) {
        wait_for_more(a);
        if (a->quit) {
            break;
        }
        tac_ask ask = a->waiting[0];
        memmove(a->waiting, a->waiting + 1, (size_t)--a->n_waiting * sizeof *a->waiting);
        a->under_way = 1;
        pthread_mutex_unlock(&a->lock);
        ask.answer = ask_instance(a, &ask);
        pthread_mutex_lock(&a->lock);
        a->under_way = 0;
        a->done[a->n_done++] =
            ask; // there is room: waiting, under way and done are TAC_ASK_QUEUE at most
        a->wake(a->context);
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

bool tac_asker_open(tac_asker *a, void (*wake)(void *context), void *context, tac_diag *diag)
{
    *a = (tac_asker){.wake = wake, .context = context};
    sigset_t all, before;
    sigfillset(&all);
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->more, NULL);
    pthread_sigmask(SIG_SETMASK, &all, &before); // signals are the other thread's
    int reason = pthread_create(&a->thread, NULL, run, a);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return reason == 0 || tac_diag_say(diag, "no thread for requests: %s", strerror(reason));
}

void tac_asker_close(tac_asker *a)
{
    pthread_mutex_lock(&a->lock);
    a->quit = true;
    pthread_cond_signal(&a->more);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    for (int i = 0; i < a->n_done; i++) {
        free(a->done[i].answer);
    }
    remove_folder(a);
    tac_seats_close(&a->seats);
    pthread_cond_destroy(&a->more);
    pthread_mutex_destroy(&a->lock);
}

bool tac_asker_put(tac_asker *a, const tac_ask *ask)
{
    pthread_mutex_lock(&a->lock);
    bool fits = a->n_waiting + a->under_way + a->n_done < TAC_ASK_QUEUE;
    if (fits) {
        a->waiting[a->n_waiting++] = *ask;
        pthread_cond_signal(&a->more);
    }
    pthread_mutex_unlock(&a->lock);
    return fits;
}

bool tac_asker_take(tac_asker *a, tac_ask *ask)
{
    pthread_mutex_lock(&a->lock);
    bool found = a->n_done > 0;
    if (found) {
        *ask = a->done[0];
        memmove(a->done, a->done + 1, (size_t)--a->n_done * sizeof *a->done);
    }
    pthread_mutex_unlock(&a->lock);
    return found;
}
