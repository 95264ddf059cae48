// part: faulty -DFMI=2 (compiled by made.py)
// An FMU of FMI 2.0 or 3.0, as FMI says, that does what FMUs must not do: `fault` says what, `when` in which step. Without
// a fault y is gain * u, n counts steps and t is the time. EARLY does it before any value can be set. It is compiled by
// faults.py and others, with declarations of its own: of the standard's types no more is needed.
#include <fcntl.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef EARLY
#define EARLY 0
#endif

enum { OK, WARNING, DISCARD, ERROR, FATAL, PENDING };

enum {
    NONE,
    HANG,
    CRASH,
    EXIT_0,
    EXIT_3,
    ABORT,
    NOT_A_NUMBER,
    INFINITE,
    SAYS_ERROR,
    SAYS_FATAL,
    SAYS_DISCARD,
    SAYS_OTHER,
    LOGS_BADLY,
    CLOSES_FILES,
    TAKES_SIGNALS,
    FORKS,
    TRAPS,
    PRINTS,
    STOPS_ITSELF,
    KILLS_ITSELF,
    RECURS,
    CRASHES_IN_A_THREAD,
    TAKES_MEMORY,
    HANGS_IN_GET,
    CRASHES_IN_SET,
    HANGS_AT_END,
    CRASHES_AT_END,
    ENDS_BY_ITSELF,
    NO_PROGRESS,
    ENDLESS_EVENTS,
    FALSE_TIME,
    ROUNDS_UP,
    SAYS_PENDING,
    WRITES_EVERYWHERE,
    NO_INSTANCE = 100
};

typedef struct instance {
    double u, y, gain, t;
    int32_t fault, when, n;
    bool ended;
    void *environment;
    void (*log)(void);
} instance;

static void *crash(void *nothing)
{
    *(volatile int *)nothing = 1;
    return NULL;
}

static int recur(volatile int n)
{
    volatile char room[4096];
    room[0] = (char)n;
    return recur(n + 1) + room[0];
}

static void take_memory(void)
{
    for (size_t i = 0; i < 64; i++) {
        char *block = malloc(1 << 20);
        if (block) {
            memset(block, 1, 1 << 20);
        }
    }
}

static void log_badly(instance *c)
{
#if FMI == 2
    void (*log)(void *, const char *, int, const char *, const char *, ...) =
        (void (*)(void *, const char *, int, const char *, const char *, ...))c->log;
    log(NULL, NULL, ERROR, NULL, NULL);
    log((void *)1, "x", 99, "a", "%s %d %s", "much\nof it", 7, "\033[31m");
    log(NULL, "x", WARNING, NULL, "%0999d", 7);
#else
    void (*log)(void *, int, const char *, const char *) =
        (void (*)(void *, int, const char *, const char *))c->log;
    log(NULL, ERROR, NULL, NULL);
    log((void *)1, 99, "a", "%s%n much\nof it \033[31m");
#endif
}

// What goes wrong in the middle of a step; a status.
static int go_wrong(instance *c, int fault)
{
    pthread_t thread;
    static const char line[] = "something that nobody wants to read\n";
    switch (fault) {
    case HANG:
        for (;;) {
            sleep(100);
        }
    case CRASH:
        crash(NULL);
        break;
    case EXIT_0:
        exit(0);
    case EXIT_3:
        exit(3);
    case ABORT:
        abort();
    case NOT_A_NUMBER:
        c->y = NAN;
        break;
    case INFINITE:
        c->y = INFINITY;
        break;
    case SAYS_ERROR:
        return ERROR;
    case SAYS_FATAL:
        return FATAL;
    case SAYS_DISCARD:
        return DISCARD;
    case SAYS_OTHER:
        return 77;
    case SAYS_PENDING:
        return PENDING;
    case LOGS_BADLY:
        log_badly(c);
        return ERROR;
    case CLOSES_FILES:
        for (int i = 0; i < 1024; i++) {
            close(i);
        }
        break;
    case TAKES_SIGNALS:
        (void)!chdir("/");
        for (int i = 1; i < 64; i++) {
            signal(i, SIG_IGN);
        }
        break;
    case FORKS:
        if (fork() == 0) {
            sleep(1000);
        }
        return ERROR;
    case TRAPS:
        feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
        break;
    case ROUNDS_UP:
        fesetround(FE_UPWARD);
        break;
    case PRINTS:
        for (int i = 0; i < 500; i++) {
            (void)!write(1, line, sizeof line);
            (void)!write(2, line, sizeof line);
        }
        break;
    case WRITES_EVERYWHERE:
        for (int i = 0; i < 1024; i++) {
            if (fcntl(i, F_GETFL) >= 0 && fcntl(i, F_SETFL, O_NONBLOCK) == 0) {
                (void)!write(i, line, sizeof line);
            }
        }
        break;
    case STOPS_ITSELF:
        raise(SIGSTOP);
        break;
    case KILLS_ITSELF:
        raise(SIGKILL);
        break;
    case RECURS:
        return recur(0);
    case CRASHES_IN_A_THREAD:
        pthread_create(&thread, NULL, crash, NULL);
        sleep(100);
        break;
    case TAKES_MEMORY:
        if (c->n == c->when) {
            take_memory();
        }
        break;
    }
    return OK;
}

static void go_wrong_early(void)
{
    instance none = {0};
    (void)go_wrong(&none, EARLY);
}

static void __attribute__((destructor)) at_exit(void)
{
    crash(NULL); // nobody ends by this
}

static instance *new_instance(void *environment, void (*log)(void))
{
    if (EARLY == NO_INSTANCE) {
        return NULL;
    }
    go_wrong_early();
    instance *c = calloc(1, sizeof *c);
    *c = (instance){.gain = 1.0, .when = 3, .environment = environment, .log = log};
    return c;
}

static int step(instance *c, double t, double h)
{
    c->n++;
    c->t = t + h;
    c->y = c->gain * c->u;
    if (c->n < c->when || c->fault == NONE) {
        return OK;
    }
    return go_wrong(c, c->fault);
}

static double *real(instance *c, uint32_t reference)
{
    return reference == 1   ? &c->u
           : reference == 2 ? &c->y
           : reference == 3 ? &c->gain
           : reference == 7 ? &c->t
                            : NULL;
}

static int32_t *whole(instance *c, uint32_t reference)
{
    return reference == 4 ? &c->fault : reference == 5 ? &c->when : reference == 6 ? &c->n : NULL;
}

static int set_reals(instance *c, const uint32_t *vr, size_t n, const double *x)
{
    if (c->fault == CRASHES_IN_SET && c->n >= c->when) {
        crash(NULL);
    }
    for (size_t i = 0; i < n; i++) {
        if (!real(c, vr[i])) {
            return ERROR;
        }
        *real(c, vr[i]) = x[i];
    }
    return OK;
}

static int get_reals(instance *c, const uint32_t *vr, size_t n, double *x)
{
    if (c->fault == HANGS_IN_GET && c->n >= c->when) {
        go_wrong(c, HANG);
    }
    for (size_t i = 0; i < n; i++) {
        if (!real(c, vr[i])) {
            return ERROR;
        }
        x[i] = *real(c, vr[i]);
    }
    return OK;
}

static int set_wholes(instance *c, const uint32_t *vr, size_t n, const int32_t *x)
{
    for (size_t i = 0; i < n; i++) {
        if (!whole(c, vr[i])) {
            return ERROR;
        }
        *whole(c, vr[i]) = x[i];
    }
    return OK;
}

static int get_wholes(instance *c, const uint32_t *vr, size_t n, int32_t *x)
{
    for (size_t i = 0; i < n; i++) {
        if (!whole(c, vr[i])) {
            return ERROR;
        }
        x[i] = *whole(c, vr[i]);
    }
    return OK;
}

static int end(instance *c)
{
    go_wrong(c, c->fault == HANGS_AT_END ? HANG : c->fault == CRASHES_AT_END ? CRASH : NONE);
    return OK;
}

static int reset(instance *c)
{
    *c = (instance){.gain = 1.0, .when = 3, .environment = c->environment, .log = c->log};
    return OK;
}

#define PUBLIC __attribute__((visibility("default")))
#define NOTHING(name)     \
    PUBLIC int name(void) \
    {                     \
        return ERROR;     \
    }

#if FMI == 2
typedef struct callbacks {
    void (*log)(void);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, int);
    void *environment;
} callbacks;

PUBLIC const char *fmi2GetVersion(void)
{
    return "2.0";
}
PUBLIC const char *fmi2GetTypesPlatform(void)
{
    return "default";
}
PUBLIC void *fmi2Instantiate(const char *name, int type, const char *guid, const char *where,
                             const callbacks *f, int visible, int logs)
{
    (void)name, (void)type, (void)where, (void)visible, (void)logs;
    return strcmp(guid, "{faulty}") == 0 ? new_instance(f->environment, f->log) : NULL;
}
PUBLIC void fmi2FreeInstance(void *c)
{
    free(c);
}
PUBLIC int fmi2SetDebugLogging(void *c, int on, size_t n, const char *const *list)
{
    return c && (on || n || !list) ? OK : OK;
}
PUBLIC int fmi2SetupExperiment(void *c, int a, double b, double d, int e, double f)
{
    (void)a, (void)b, (void)e, (void)f;
    ((instance *)c)->t = d;
    return OK;
}
PUBLIC int fmi2EnterInitializationMode(void *c)
{
    return c ? OK : ERROR;
}
PUBLIC int fmi2ExitInitializationMode(void *c)
{
    return c ? OK : ERROR;
}
PUBLIC int fmi2Terminate(void *c)
{
    return end(c);
}
PUBLIC int fmi2Reset(void *c)
{
    return reset(c);
}
PUBLIC int fmi2GetReal(void *c, const uint32_t *vr, size_t n, double *x)
{
    return get_reals(c, vr, n, x);
}
PUBLIC int fmi2SetReal(void *c, const uint32_t *vr, size_t n, const double *x)
{
    return set_reals(c, vr, n, x);
}
PUBLIC int fmi2GetInteger(void *c, const uint32_t *vr, size_t n, int *x)
{
    return get_wholes(c, vr, n, x);
}
PUBLIC int fmi2SetInteger(void *c, const uint32_t *vr, size_t n, const int *x)
{
    return set_wholes(c, vr, n, x);
}
PUBLIC int fmi2DoStep(void *c, double t, double h, int keep)
{
    instance *i = c;
    (void)keep;
    if (i->fault == ENDS_BY_ITSELF && i->n + 1 >= i->when) {
        i->ended = true;
        return DISCARD;
    }
    return step(c, t, h);
}
PUBLIC int fmi2GetRealStatus(void *c, int kind, double *x)
{
    *x = ((instance *)c)->t;
    return kind == 2 ? OK : DISCARD;
}
PUBLIC int fmi2GetBooleanStatus(void *c, int kind, int *x)
{
    *x = ((instance *)c)->ended;
    return kind == 3 ? OK : DISCARD;
}
NOTHING(fmi2GetBoolean)
NOTHING(fmi2SetBoolean)
NOTHING(fmi2GetString)
NOTHING(fmi2SetString)
#else
PUBLIC const char *fmi3GetVersion(void)
{
    return "3.0";
}
PUBLIC void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *where,
                                         bool visible, bool logs, bool events, bool early,
                                         const uint32_t *r, size_t n, void *environment,
                                         void (*log)(void), void (*update)(void))
{
    (void)name, (void)where, (void)visible, (void)logs, (void)events, (void)early, (void)r, (void)n,
        (void)update;
    return strcmp(token, "{faulty}") == 0 ? new_instance(environment, log) : NULL;
}
PUBLIC void fmi3FreeInstance(void *c)
{
    free(c);
}
PUBLIC int fmi3SetDebugLogging(void *c, bool on, size_t n, const char *const *list)
{
    return c && (on || n || !list) ? OK : OK;
}
PUBLIC int fmi3EnterInitializationMode(void *c, bool a, double b, double d, bool e, double f)
{
    (void)a, (void)b, (void)e, (void)f;
    ((instance *)c)->t = d;
    return OK;
}
PUBLIC int fmi3ExitInitializationMode(void *c)
{
    return c ? OK : ERROR;
}
PUBLIC int fmi3EnterEventMode(void *c)
{
    return c ? OK : ERROR;
}
PUBLIC int fmi3EnterStepMode(void *c)
{
    return c ? OK : ERROR;
}
PUBLIC int fmi3UpdateDiscreteStates(void *c, bool *again, bool *ends, bool *b, bool *d,
                                    bool *has_next, double *next)
{
    instance *i = c;
    *again = i->fault == ENDLESS_EVENTS && i->n >= i->when;
    *ends = *b = *d = *has_next = false;
    *next = 0.0;
    return OK;
}
PUBLIC int fmi3Terminate(void *c)
{
    return end(c);
}
PUBLIC int fmi3Reset(void *c)
{
    return reset(c);
}
PUBLIC int fmi3GetFloat64(void *c, const uint32_t *vr, size_t n, double *x, size_t m)
{
    return n == m ? get_reals(c, vr, n, x) : ERROR;
}
PUBLIC int fmi3SetFloat64(void *c, const uint32_t *vr, size_t n, const double *x, size_t m)
{
    return n == m ? set_reals(c, vr, n, x) : ERROR;
}
PUBLIC int fmi3GetInt32(void *c, const uint32_t *vr, size_t n, int32_t *x, size_t m)
{
    return n == m ? get_wholes(c, vr, n, x) : ERROR;
}
PUBLIC int fmi3SetInt32(void *c, const uint32_t *vr, size_t n, const int32_t *x, size_t m)
{
    return n == m ? set_wholes(c, vr, n, x) : ERROR;
}
PUBLIC int fmi3DoStep(void *c, double t, double h, bool keep, bool *event, bool *ends, bool *early,
                      double *last)
{
    instance *i = c;
    (void)keep;
    bool now = i->n + 1 >= i->when;
    *ends = i->fault == ENDS_BY_ITSELF && now;
    *event = i->fault == ENDLESS_EVENTS && now;
    *early = (i->fault == NO_PROGRESS || i->fault == FALSE_TIME) && now;
    *last = !now || !*early ? t + h : i->fault == NO_PROGRESS ? t : t - 1000.0;
    if (*ends) {
        *last = t;
        return OK;
    }
    return step(c, t, h);
}
NOTHING(fmi3GetFloat32)
NOTHING(fmi3GetInt8)
NOTHING(fmi3GetUInt8)
NOTHING(fmi3GetInt16)
NOTHING(fmi3GetUInt16)
NOTHING(fmi3GetUInt32)
NOTHING(fmi3GetInt64)
NOTHING(fmi3GetUInt64)
NOTHING(fmi3GetBoolean)
NOTHING(fmi3SetFloat32)
NOTHING(fmi3SetInt8)
NOTHING(fmi3SetUInt8)
NOTHING(fmi3SetInt16)
NOTHING(fmi3SetUInt16)
NOTHING(fmi3SetUInt32)
NOTHING(fmi3SetInt64)
NOTHING(fmi3SetUInt64)
NOTHING(fmi3SetBoolean)
NOTHING(fmi3SetString)
NOTHING(fmi3EnterConfigurationMode)
NOTHING(fmi3ExitConfigurationMode)
#endif
