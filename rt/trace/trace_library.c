#include "trace_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "system/fail.h"
#include "system/own_library.h"

// The library's stand-ins for functions of libc come first for LTTng (lttng/stand_ins.h); sanitizers refuse
// that flag.
#ifdef TAC_SANITIZED
enum { HOW = RTLD_NOW | RTLD_LOCAL };
#else
enum { HOW = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND };
#endif

// LTTng names its threads, and the program to its daemon, after the thread that loads it.
static void *open_named(const char *path)
{
    char name[16] = "";
    (void)pthread_getname_np(pthread_self(), name, sizeof name);
    (void)pthread_setname_np(pthread_self(), "tactus");
    void *library = dlopen(path, HOW);
    (void)pthread_setname_np(pthread_self(), name);
    return library;
}

const tac_trace_table *tac_trace_library_load(tac_diag *diag)
{
    char path[TAC_OWN_LIBRARY_SIZE];
    if (!tac_own_library(TAC_TRACE_LIBRARY, path, diag)) {
        return NULL;
    }
    void *library = open_named(path);
    if (!library) {
        (void)tac_diag_say(diag, "tracing: '%s' cannot be loaded: %s", path, dlerror());
        return NULL;
    }
    const tac_trace_table *table = dlsym(library, "tac_trace_provider");
    if (!table || table->layout != TAC_TRACE_LAYOUT || table->cycle_size != sizeof(tac_cycle)) {
        (void)tac_diag_say(
            diag, "tracing: '%s' belongs to another version of tactus; install both anew", path);
        return NULL;
    }
    if (!table->complete()) {
        (void)tac_diag_say_memory(diag, "tracing: not enough memory for the threads of LTTng");
        return NULL;
    }
    return table;
}
