// An instance of an FMU, whatever the version of FMI: its states, its values, its time, what it logs.
//
// Functions return a tac_fmi_status. One that is called where the standard does not allow it, or with what makes no
// sense, does nothing, logs a line and returns TAC_FMI_ERROR; after that, as after a step that failed, only values can be
// read, states be taken and put in place, and the instance be reset and freed.
//
// The caller's floating-point mode is what it was whenever it gets control, in its logger as well. Nothing is allocated
// between the end of initialization and the end, but for states.
#ifndef TAC_FMI_COMPONENT_H
#define TAC_FMI_COMPONENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fmu/fmu_list.h"

typedef enum tac_fmi_status { // numbers of both versions
    TAC_FMI_OK,
    TAC_FMI_WARNING,
    TAC_FMI_DISCARD,
    TAC_FMI_ERROR
} tac_fmi_status;

typedef enum tac_fmi_state { // bits
    TAC_FMI_INSTANTIATED = 1,
    TAC_FMI_INITIALIZING = 2,
    TAC_FMI_STEPPING = 4,
    TAC_FMI_TERMINATED = 8,
    TAC_FMI_FAILED = 16, // FMI 3 calls it terminated as well
    TAC_FMI_ANY = 31
} tac_fmi_state;

typedef enum tac_fmi_category {
    TAC_FMI_LOG_ERROR = 1,
    TAC_FMI_LOG_WARNING = 2
} tac_fmi_category; // bits

typedef struct tac_fmi_component tac_fmi_component;

// Hands a line to the importer.
typedef void tac_fmi_log(const tac_fmi_component *c, tac_fmi_status status, const char *category,
                         const char *line);

// How it was instantiated.
typedef struct tac_fmi_host {
    tac_fmi_version version;
    const char *name, *token;
    bool logging;
    tac_fmi_log *log;     // calls `logger` as its version wants it
    void (*logger)(void); // NULL: nobody listens
    void *environment;
} tac_fmi_host;

// NULL after a line to the logger.
tac_fmi_component *tac_fmi_open(const tac_fmi_host *host);
void tac_fmi_close(tac_fmi_component *c); // NULL is fine

const tac_fmi_host *tac_fmi_host_of(const tac_fmi_component *c);
const char *tac_fmi_name(const tac_fmi_component *c);

// ---- states --------------------------------------------------------------------------------------

// Whether a function can be called now; else it logs the line and fails.
bool tac_fmi_may(tac_fmi_component *c, unsigned states, const char *function);

// Fails with the line, in the style of printf.
tac_fmi_status tac_fmi_refuse(tac_fmi_component *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

tac_fmi_status tac_fmi_set_up(tac_fmi_component *c, double start, bool has_stop, double stop);
tac_fmi_status tac_fmi_enter_initialization(tac_fmi_component *c);
tac_fmi_status tac_fmi_exit_initialization(tac_fmi_component *c);
tac_fmi_status tac_fmi_terminate(tac_fmi_component *c);
tac_fmi_status tac_fmi_reset(tac_fmi_component *c);
tac_fmi_state tac_fmi_state_of(const tac_fmi_component *c);

// ---- values --------------------------------------------------------------------------------------

// All of n references with all their values (n_value), or none.
tac_fmi_status tac_fmi_get(tac_fmi_component *c, const unsigned *reference, size_t n, double *value,
                           size_t n_value);
tac_fmi_status tac_fmi_set(tac_fmi_component *c, const unsigned *reference, size_t n,
                           const double *value, size_t n_value);

// ---- time ----------------------------------------------------------------------------------------

// From a communication point to the next, a whole number of steps of the model.
tac_fmi_status tac_fmi_do_step(tac_fmi_component *c, double t, double h);
double tac_fmi_time(const tac_fmi_component *c);

#endif
