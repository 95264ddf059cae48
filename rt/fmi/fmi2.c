#include "fmi2.h"

#include "component.h"
#include "fmi_states.h"
#include "log_line.h"

const char *fmi2GetTypesPlatform(void)
{
    return "default";
}

const char *fmi2GetVersion(void)
{
    return "2.0";
}

// ---- coming and going ----------------------------------------------------------------------------

static void log_line(const tac_fmi_component *c, tac_fmi_status status, const char *category,
                     const char *line)
{
    const tac_fmi_host *host = tac_fmi_host_of(c);
    ((fmi2_logger *)host->logger)(host->environment, tac_fmi_name(c), (int)status, category, line);
}

void *fmi2Instantiate(const char *name, int type, const char *guid, const char *resources,
                      const fmi2_callbacks *functions, int visible, int logging)
{
    (void)resources; // the binary carries what it needs
    (void)visible;
    if (!functions) {
        return NULL;
    }
    if (type != FMI2_CO_SIMULATION) {
        if (logging && functions->logger) {
            functions->logger(functions->environment, name ? name : "", TAC_FMI_ERROR,
                              "logStatusError", "this FMU is for co-simulation alone");
        }
        return NULL;
    }
    const tac_fmi_host host = {.version = TAC_FMI_2,
                               .name = name,
                               .token = guid,
                               .logging = logging != 0,
                               .log = log_line,
                               .logger = (void (*)(void))functions->logger,
                               .environment = functions->environment};
    return tac_fmi_open(&host);
}

void fmi2FreeInstance(void *c)
{
    tac_fmi_close(c);
}

int fmi2SetDebugLogging(void *c, int on, size_t n, const char *const category[])
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
    tac_fmi_set_logging(c, on != 0, categories);
    return TAC_FMI_OK;
}

// ---- states --------------------------------------------------------------------------------------

int fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start, int has_stop,
                        double stop)
{
    (void)has_tolerance; // the step is fixed
    (void)tolerance;
    return tac_fmi_may(c, TAC_FMI_INSTANTIATED, "fmi2SetupExperiment")
               ? tac_fmi_set_up(c, start, has_stop != 0, stop)
               : TAC_FMI_ERROR;
}

int fmi2EnterInitializationMode(void *c)
{
    return tac_fmi_may(c, TAC_FMI_INSTANTIATED, "fmi2EnterInitializationMode")
               ? tac_fmi_enter_initialization(c)
               : TAC_FMI_ERROR;
}

int fmi2ExitInitializationMode(void *c)
{
    return tac_fmi_may(c, TAC_FMI_INITIALIZING, "fmi2ExitInitializationMode")
               ? tac_fmi_exit_initialization(c)
               : TAC_FMI_ERROR;
}

int fmi2Terminate(void *c)
{
    return tac_fmi_may(c, TAC_FMI_STEPPING, "fmi2Terminate") ? tac_fmi_terminate(c) : TAC_FMI_ERROR;
}

int fmi2Reset(void *c)
{
    return tac_fmi_reset(c);
}

// ---- values --------------------------------------------------------------------------------------

int fmi2GetReal(void *c, const unsigned reference[], size_t n, double value[])
{
    return tac_fmi_get(c, reference, n, value, n);
}

// Importers set start values of inputs while the instance is instantiated, whatever the specification lists.
int fmi2SetReal(void *c, const unsigned reference[], size_t n, const double value[])
{
    unsigned states = TAC_FMI_INSTANTIATED | TAC_FMI_INITIALIZING | TAC_FMI_STEPPING;
    return tac_fmi_may(c, states, "fmi2SetReal") ? tac_fmi_set(c, reference, n, value, n)
                                                 : TAC_FMI_ERROR;
}

static int refuse_type(void *c, size_t n)
{
    return n == 0 ? TAC_FMI_OK : tac_fmi_refuse(c, "all variables are reals");
}

int fmi2GetInteger(void *c, const unsigned reference[], size_t n, int value[])
{
    (void)reference;
    (void)value;
    return refuse_type(c, n);
}

int fmi2GetBoolean(void *c, const unsigned reference[], size_t n, int value[])
{
    (void)reference;
    (void)value;
    return refuse_type(c, n);
}

int fmi2GetString(void *c, const unsigned reference[], size_t n, const char *value[])
{
    (void)reference;
    (void)value;
    return refuse_type(c, n);
}

int fmi2SetInteger(void *c, const unsigned reference[], size_t n, const int value[])
{
    (void)reference;
    (void)value;
    return refuse_type(c, n);
}

int fmi2SetBoolean(void *c, const unsigned reference[], size_t n, const int value[])
{
    (void)reference;
    (void)value;
    return refuse_type(c, n);
}

int fmi2SetString(void *c, const unsigned reference[], size_t n, const char *const value[])
{
    (void)reference;
    (void)value;
    return refuse_type(c, n);
}

// ---- states as bytes -----------------------------------------------------------------------------

int fmi2GetFMUstate(void *c, void **state)
{
    return tac_fmi_take_state(c, state);
}

int fmi2SetFMUstate(void *c, void *state)
{
    return tac_fmi_put_state(c, state);
}

int fmi2FreeFMUstate(void *c, void **state)
{
    (void)c;
    tac_fmi_free_state(state);
    return TAC_FMI_OK;
}

int fmi2SerializedFMUstateSize(void *c, void *state, size_t *size)
{
    return tac_fmi_state_size(c, state, size);
}

int fmi2SerializeFMUstate(void *c, void *state, char bytes[], size_t size)
{
    return tac_fmi_pack_state(c, state, bytes, size);
}

int fmi2DeSerializeFMUstate(void *c, const char bytes[], size_t size, void **state)
{
    return tac_fmi_unpack_state(c, bytes, size, state);
}

// ---- steps ---------------------------------------------------------------------------------------

int fmi2DoStep(void *c, double t, double h, int keeps_no_state)
{
    (void)keeps_no_state;
    return tac_fmi_may(c, TAC_FMI_STEPPING, "fmi2DoStep") ? tac_fmi_do_step(c, t, h)
                                                          : TAC_FMI_ERROR;
}

int fmi2GetRealStatus(void *c, int kind, double *value)
{
    if (!tac_fmi_may(c, TAC_FMI_STEPPING | TAC_FMI_TERMINATED | TAC_FMI_FAILED,
                     "fmi2GetRealStatus")) {
        return TAC_FMI_ERROR;
    }
    if (kind != FMI2_LAST_SUCCESSFUL_TIME) {
        return TAC_FMI_DISCARD;
    }
    *value = tac_fmi_time(c);
    return TAC_FMI_OK;
}

// It never ends a simulation by itself.
int fmi2GetBooleanStatus(void *c, int kind, int *value)
{
    if (!tac_fmi_may(c, TAC_FMI_STEPPING | TAC_FMI_TERMINATED | TAC_FMI_FAILED,
                     "fmi2GetBooleanStatus")) {
        return TAC_FMI_ERROR;
    }
    if (kind != FMI2_TERMINATED) {
        return TAC_FMI_DISCARD;
    }
    *value = 0;
    return TAC_FMI_OK;
}
