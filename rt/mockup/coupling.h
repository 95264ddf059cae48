// Which values of an FMU are which signals: by their names, or as a file says. One list of signals stands for those of an
// instance as well as for sensors and inputs of a model that is simulated.
#ifndef TAC_MOCKUP_COUPLING_H
#define TAC_MOCKUP_COUPLING_H

#include "fmu_file.h"
#include "session.h"

enum { TAC_SIGNAL_TEXT = 144 };

typedef struct tac_coupled_signal { // one value of those that there are
    char name[TAC_SIGNAL_TEXT];     // "body_pose.z"
    char other[TAC_SIGNAL_TEXT];    // "body_pose[2]", "" for none
    char unit[32];
    bool is_command; // can be written
} tac_coupled_signal;

typedef struct tac_port { // of an input or output of the FMU, an element of it
    const tac_mockup_variable *variable;
    size_t element;
    int signal;           // of the list
    double scale, offset; // value of the target = scale * value of the source + offset
    size_t at;            // of its value among those of the direction
} tac_port;

typedef struct tac_port_variable { // a variable of which an element is coupled
    const tac_mockup_variable *variable;
    size_t at; // of its first value
} tac_port_variable;

typedef struct tac_ports {       // of one direction
    tac_port *port;              // (n)
    tac_port_variable *variable; // (n_variable)
    double *value;               // of all elements of all these variables (n_value)
    double *old;                 // of inputs: as they were set last
    int n, n_variable;
    size_t n_value;
    int *place; // of every variable of the FMU in the list, from 1 on; 0: it is not in it
} tac_ports;

typedef struct tac_coupling {
    const tac_mockup *mockup;
    const tac_coupled_signal *signal; // (n_signal)
    int n_signal;
    const tac_fmu_file *file; // NULL: by name
    bool all_outputs;         // outputs that are coupled to nothing are read too
    tac_ports input, output;
} tac_coupling;

// Finds them all; false with a line.
bool tac_coupling_open(tac_coupling *c, tac_diag *diag);

// Values of the inputs from those of the signals they are read from, in the order of the ports (n).
void tac_coupling_put(tac_coupling *c, const double *signal);

// Values for the signals from those of the outputs, in the order of the ports (n).
void tac_coupling_take(const tac_coupling *c, double *signal);

// Reads all outputs that are coupled from the FMU.
bool tac_coupling_read(tac_coupling *c, tac_session *s);

// For tac_session: the inputs as they were put last.
tac_input_source tac_coupling_inputs(tac_coupling *c);

#endif
