#include "session_log.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "calls.h"
#include "printable.h"

enum { MOST_LINES = 20 };

static struct {
    int file;
    bool everything;
    const char *name;
    _Atomic int n;
} log_state = {.file = -1};

void tac_session_log_to(int file, bool everything, const char *name)
{
    log_state.file = file;
    log_state.everything = everything;
    log_state.name = name;
}

void tac_session_log(int answer, const char *category, const char *message)
{
    char line[1400], text[1000];
    bool wanted = log_state.everything || answer >= TAC_ANSWER_WARNING;
    if (log_state.file < 0 || !wanted) {
        return;
    }
    int n = atomic_fetch_add_explicit(&log_state.n, 1, memory_order_relaxed);
    if (!log_state.everything && n >= MOST_LINES) {
        return;
    }
    (void)snprintf(text, sizeof text, "%s", message ? message : "");
    text[strcspn(text, "\n")] = '\0';
    int length = snprintf(line, sizeof line, "%s says: %s%s%s%s\n", log_state.name,
                          category ? category : "", category ? ": " : "", TAC_SHOWN(text),
                          !log_state.everything && n == MOST_LINES - 1
                              ? " (further lines are left out; --log shows them)"
                              : "");
    length = length < (int)sizeof line ? length : (int)sizeof line - 1;
    (void)!write(log_state.file, line, (size_t)length);
}
