#include "trace_graph.h"

#include <stddef.h>

#include "system/fail.h"
#include "system/memory_room.h"

enum { ROOM_MIB = 32 }; // for a small trace half of it does

int tac_trace_graph_has_room(tac_diag *diag)
{
    return tac_memory_has_room((size_t)ROOM_MIB << 20) ||
           tac_diag_say_memory(diag, "not enough memory: babeltrace2 needs %d MiB", ROOM_MIB);
}

const tac_trace_graph *tac_trace_graph_load(tac_diag *diag)
{
    const tac_own_version wanted = {TAC_TRACE_GRAPH_LAYOUT, sizeof(tac_trace_event)};
    return tac_own_table("libtactus-babeltrace.so", "tac_trace_babeltrace", wanted, diag);
}
