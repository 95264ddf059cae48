#include "trace_graph.h"

#include <dlfcn.h>
#include <stddef.h>

#include "system/fail.h"
#include "system/memory_room.h"
#include "system/own_library.h"

enum { ROOM_MIB = 32 }; // for a small trace half of it does

int tac_trace_graph_has_room(tac_diag *diag)
{
    return tac_memory_has_room((size_t)ROOM_MIB << 20) ||
           tac_diag_say_memory(diag, "not enough memory: babeltrace2 needs %d MiB", ROOM_MIB);
}

const tac_trace_graph *tac_trace_graph_load(tac_diag *diag)
{
    char path[TAC_OWN_LIBRARY_SIZE];
    if (!tac_own_library("libtactus-babeltrace.so", path, diag)) {
        return NULL;
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        (void)tac_diag_say(diag, "'%s' cannot be loaded: %s", path, dlerror());
        return NULL;
    }
    const tac_trace_graph *graph = dlsym(library, "tac_trace_babeltrace");
    if (!graph || graph->layout != TAC_TRACE_GRAPH_LAYOUT ||
        graph->event_size != sizeof(tac_trace_event)) {
        (void)tac_diag_say(diag, "'%s' belongs to another version of tactus; install both anew",
                           path);
        return NULL;
    }
    return graph;
}
