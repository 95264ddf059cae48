#include "log_line.h"

#include <string.h>

#include "held.h"

static const char *const words[] = {"logStatusError", "logStatusWarning"};

enum { N_WORD = sizeof words / sizeof *words };

unsigned tac_fmi_category_of(const char *word)
{
    for (unsigned i = 0; i < N_WORD && word; i++) {
        if (strcmp(word, words[i]) == 0) {
            return 1U << i;
        }
    }
    return 0;
}

void tac_fmi_set_logging(tac_fmi_component *c, bool on, unsigned categories)
{
    c->host.logging = on;
    c->categories = categories;
}

// In FMI 2 a message is a format of printf; in both versions #r1# would be the name of a variable.
static void write_twice(char *out, size_t size, const char *line, const char *which)
{
    size_t n = 0;
    for (; *line && n + 3 < size; line++) {
        out[n++] = *line;
        if (strchr(which, *line)) {
            out[n++] = *line;
        }
    }
    out[n] = '\0';
}

void tac_fmi_log_line(const tac_fmi_component *c, tac_fmi_status status, const char *line)
{
    char text[2300];
    unsigned category = status == TAC_FMI_WARNING ? 1 : 0;
    if (c->host.logging && c->host.logger && (c->categories >> category & 1)) {
        write_twice(text, sizeof text, line, c->host.version == TAC_FMI_2 ? "%#" : "#");
        c->host.log(c, status, words[category], text);
    }
}
