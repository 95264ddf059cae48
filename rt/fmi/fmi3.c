#include "fmi3.h"

#include "component.h"
#include "fmi_states.h"
#include "log_line.h"

const char *fmi3GetVersion(void)
{
    return "3.0";
}

// ---- coming and going ----------------------------------------------------------------------------

static void log_line(const tac_fmi_component *c, tac_fmi_status status, const char *category,
                     const char *line)
{
    const tac_fmi_host *host = tac_fmi_host_of(c);
    ((fmi3_logger *)host->logger)(host->environment, (int)status, category, line);
}

static void *refuse(void *environment, bool logging, fmi3_logger *logger, const char *line)
{
    if (logging && logger) {
        logger(environment, TAC_FMI_ERROR, "logStatusError", line);
    }
    return NULL;
}

void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources,
                                  bool visible, bool logging, bool event_mode, bool early_return,
                                  const uint32_t intermediate[], size_t n_intermediate,
                                  void *environment, fmi3_logger *logger, fmi3_intermediate *update)
{
    (void)resources; // the binary carries what it needs
    (void)visible;
    (void)early_return; // steps are never cut short
    (void)intermediate;
    (void)n_intermediate;
    (void)update;
    if (event_mode) {
        return refuse(environment, logging, logger, "this FMU has no event mode");
    }
    const tac_fmi_host host = {.version = TAC_FMI_3,
                               .name = name,
                               .token = token,
                               .logging = logging,
                               .log = log_line,
                               .logger = (void (*)(void))logger,
                               .environment = environment};
    return tac_fmi_open(&host);
}

void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources,
                                   bool visible, bool logging, void *environment,
                                   fmi3_logger *logger)
{
    (void)name;
    (void)token;
    (void)resources;
    (void)visible;
    return refuse(environment, logging, logger, "this FMU is for co-simulation alone");
}

void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources,
                                        bool visible, bool logging, void *environment,
                                        fmi3_logger *logger, fmi3_callback *update, fmi3_lock *lock,
                                        fmi3_lock *unlock)
{
    (void)name;
    (void)token;
    (void)resources;
    (void)visible;
    (void)update;
    (void)lock;
    (void)unlock;
    return refuse(environment, logging, logger, "this FMU is for co-simulation alone");
}

void fmi3FreeInstance(void *c)
{
    tac_fmi_close(c);
}

int fmi3SetDebugLogging(void *c, bool on, size_t n, const char *const category[])
{
    unsigned categories = n == 0 ? TAC_FMI_LOG_ERROR | TAC_FMI_LOG_WARNING : 0;
    for (size_t i = 0; i < n; i++) {
        unsigned one = tac_fmi_category_of(category[i]);
        if (one == 0) {
            return tac_fmi_refuse(c, "there is no log category '%.80s'",
                                  category[i] ? category[i] : "");
        }
        categories |= one;
    }
    tac_fmi_set_logging(c, on, categories);
    return TAC_FMI_OK;
}

// ---- states --------------------------------------------------------------------------------------

int fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance, double start,
                                bool has_stop, double stop)
{
    (void)has_tolerance; // the step is fixed
    (void)tolerance;
    if (!tac_fmi_may(c, TAC_FMI_INSTANTIATED, "fmi3EnterInitializationMode")) {
        return TAC_FMI_ERROR;
    }
    tac_fmi_status status = tac_fmi_set_up(c, start, has_stop, stop);
    return status == TAC_FMI_OK ? tac_fmi_enter_initialization(c) : status;
}

int fmi3ExitInitializationMode(void *c)
{
    return tac_fmi_may(c, TAC_FMI_INITIALIZING, "fmi3ExitInitializationMode")
               ? tac_fmi_exit_initialization(c)
               : TAC_FMI_ERROR;
}

int fmi3Terminate(void *c)
{
    return tac_fmi_may(c, TAC_FMI_STEPPING, "fmi3Terminate") ? tac_fmi_terminate(c) : TAC_FMI_ERROR;
}

int fmi3Reset(void *c)
{
    return tac_fmi_reset(c);
}

// ---- values --------------------------------------------------------------------------------------

int fmi3GetFloat64(void *c, const uint32_t reference[], size_t n, double value[], size_t n_value)
{
    return tac_fmi_get(c, reference, n, value, n_value);
}

int fmi3SetFloat64(void *c, const uint32_t reference[], size_t n, const double value[],
                   size_t n_value)
{
    unsigned states = TAC_FMI_INSTANTIATED | TAC_FMI_INITIALIZING | TAC_FMI_STEPPING;
    return tac_fmi_may(c, states, "fmi3SetFloat64") ? tac_fmi_set(c, reference, n, value, n_value)
                                                    : TAC_FMI_ERROR;
}

// All are in the description, and none depends on another.
int fmi3GetNumberOfVariableDependencies(void *c, uint32_t reference, size_t *n)
{
    (void)c;
    (void)reference;
    *n = 0;
    return TAC_FMI_OK;
}

int fmi3GetVariableDependencies(void *c, uint32_t reference, size_t element[],
                                uint32_t independent[], size_t independent_element[], int kind[],
                                size_t n)
{
    (void)reference;
    (void)element;
    (void)independent;
    (void)independent_element;
    (void)kind;
    return n == 0 ? TAC_FMI_OK : tac_fmi_refuse(c, "no variable depends on %zu others", n);
}

// ---- states as bytes -----------------------------------------------------------------------------

int fmi3GetFMUState(void *c, void **state)
{
    return tac_fmi_take_state(c, state);
}

int fmi3SetFMUState(void *c, void *state)
{
    return tac_fmi_put_state(c, state);
}

int fmi3FreeFMUState(void *c, void **state)
{
    (void)c;
    tac_fmi_free_state(state);
    return TAC_FMI_OK;
}

int fmi3SerializedFMUStateSize(void *c, void *state, size_t *size)
{
    return tac_fmi_state_size(c, state, size);
}

int fmi3SerializeFMUState(void *c, void *state, uint8_t bytes[], size_t size)
{
    return tac_fmi_pack_state(c, state, bytes, size);
}

int fmi3DeserializeFMUState(void *c, const uint8_t bytes[], size_t size, void **state)
{
    return tac_fmi_unpack_state(c, bytes, size, state);
}

// ---- steps ---------------------------------------------------------------------------------------

int fmi3DoStep(void *c, double t, double h, bool keeps_no_state, bool *event, bool *terminate,
               bool *early, double *last)
{
    (void)keeps_no_state;
    *event = *terminate = *early = false;
    if (!tac_fmi_may(c, TAC_FMI_STEPPING, "fmi3DoStep")) {
        *last = t;
        return TAC_FMI_ERROR;
    }
    tac_fmi_status status = tac_fmi_do_step(c, t, h);
    *last = tac_fmi_time(c);
    return status;
}
