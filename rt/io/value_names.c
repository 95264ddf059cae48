// Names of values: one per value, those of the sensors' columns where the executive says them.
#include "value_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "handle.h"

static int size_of(const tac_io *io, int signal)
{
    return (int)(io->signal[signal].rows * io->signal[signal].columns);
}

static const tac_value_entry *entry_of(const tac_io *io, int signal, int element)
{
    return io->value ? &io->value[io->first[signal] + element] : NULL;
}

// The element that the text behind a signal's name means: "", "[2]" or ".z". -1: the whole signal, -2: none.
static int element_of(const tac_io *io, int signal, const char *rest)
{
    int n = size_of(io, signal);
    if (*rest == '\0') {
        return -1;
    }
    if (*rest == '[') {
        char *end;
        long element = strtol(rest + 1, &end, 10);
        return end != rest + 1 && strcmp(end, "]") == 0 && element >= 0 && element < n
                   ? (int)element
                   : -2;
    }
    for (int k = 0; *rest == '.' && k < n; k++) {
        const tac_value_entry *e = entry_of(io, signal, k);
        if (e && e->name[0] != '\0' && strcmp(e->name, rest + 1) == 0) {
            return k;
        }
    }
    return -2;
}

// The command that the model calls so; -1: none.
static int find_of_model(const tac_io *io, const char *name)
{
    for (int i = 0; io->value && *name != '\0' && i < tac_io_count(io); i++) {
        if (strcmp(io->value[io->first[i]].model, name) == 0) {
            return i;
        }
    }
    return -1;
}

// A signal may have dots in its name: one that is called just so comes first.
int tac_io_find_value(const tac_io *io, const char *name, int *element)
{
    int exact = tac_io_find(io, name);
    *element = -1;
    for (int i = 0; name && exact < 0 && i < tac_io_count(io); i++) {
        size_t n = strlen(io->signal[i].name);
        if (strncmp(io->signal[i].name, name, n) == 0 && (name[n] == '.' || name[n] == '[')) {
            int found = element_of(io, i, name + n);
            if (found >= 0) {
                *element = found;
                return i;
            }
        }
    }
    return exact < 0 && name ? find_of_model(io, name) : exact;
}

const char *tac_value_suffix(const tac_value_entry *e, int n, int k, char *out, size_t size)
{
    if (n == 1) {
        return "";
    }
    if (e && e->name[0] != '\0') {
        (void)snprintf(out, size, ".%s", e->name);
    } else {
        (void)snprintf(out, size, "[%d]", k);
    }
    return out;
}

tac_io_status tac_io_describe_value(const tac_io *io, int signal, int element,
                                    tac_io_value_about *out)
{
    if (signal < 0 || signal >= tac_io_count(io) || element < 0 || element >= size_of(io, signal)) {
        return TAC_IO_INVALID;
    }
    char rest[48];
    const tac_value_entry *e = entry_of(io, signal, element);
    (void)snprintf(out->name, sizeof out->name, "%s%s", io->signal[signal].name,
                   tac_value_suffix(e, size_of(io, signal), element, rest, sizeof rest));
    const char *unit = e && e->unit[0] != '\0' ? e->unit : io->signal[signal].unit;
    (void)snprintf(out->unit, sizeof out->unit, "%s", unit);
    return TAC_IO_OK;
}
