// One end of the controller in shared memory, shared by two threads without waiting.
//
// Attaching, and finding out whether an instance still lives, ask the system and may take seconds; the
// loop must not. So a helper thread attaches and offers the handle; the loop takes it, uses it
// alone, and returns it as soon as the instance falls silent. The helper then looks: an instance that
// lives and speaks again is offered again, any other one is detached and waited for. A handle belongs
// to one thread at any time, handed over by a pointer each way.
#ifndef TAC_INSTANCE_PORT_H
#define TAC_INSTANCE_PORT_H

#include <stdatomic.h>
#include <stdint.h>

#include "io/tactus_io.h"
#include "platform_file.h"
#include "units.h"

enum { TAC_INSTANCE_PORT_VALUES = 6 };

typedef struct tac_instance_port_route { // of one value of ours, in SI
    int signal, element;
    double times, over; // SI = value * times / over
} tac_instance_port_route;

typedef struct tac_instance_port_end { // an attached instance
    tac_io *io;
    tac_instance_port_route route[TAC_INSTANCE_PORT_VALUES];
} tac_instance_port_end;

typedef struct tac_instance_port_signal { // a signal and how many of our values it holds
    const char *signal;
    int n;
    tac_quantity quantity; // of its unit; a signal without unit is SI
} tac_instance_port_signal;

typedef struct tac_instance_port {
    const char *instance, *client;
    int mode; // TAC_IO_READ or TAC_IO_COMMAND
    tac_instance_port_signal signal[TAC_INSTANCE_PORT_VALUES];
    int n_signal;
    int64_t max_age_ns;
    _Atomic(tac_instance_port_end *) offered, returned;
    // of the helper
    tac_instance_port_end *kept;
    int64_t next_look;
    tac_io_error error; // why nothing is attached
    uint64_t attached, lost;
    // of the loop
    tac_instance_port_end *mine;
    tac_io_account account; // of our commands, as far as known
} tac_instance_port;

void tac_instance_port_source(tac_instance_port *p, const tac_platform_file *f);
void tac_instance_port_sink(tac_instance_port *p, const tac_platform_file *f);

// ---- helper --------------------------------------------------------------------------------------

typedef enum tac_instance_port_news {
    TAC_INSTANCE_PORT_SAME,
    TAC_INSTANCE_PORT_UP,
    TAC_INSTANCE_PORT_DOWN
} tac_instance_port_news;

// Takes back, looks, attaches; may take seconds.
tac_instance_port_news tac_instance_port_tend(tac_instance_port *p, int64_t now);

void tac_instance_port_close(tac_instance_port *p); // after the loop has ended

// ---- loop: no system call, no waiting ------------------------------------------------------------

// Takes what is offered and reads the newest frame. 1: it is young enough and of a running simulation.
// A handle whose frames are too old is returned.
int tac_instance_port_look(tac_instance_port *p);

double tac_instance_port_age(
    const tac_instance_port *p); // of the newest frame, s; infinite without an instance

// Value i in SI; of a command the one in effect.
double tac_instance_port_value(const tac_instance_port *p, int i);

// Commands all values; 0 when the instance has ended or rejects them, and the handle is returned.
int tac_instance_port_send(tac_instance_port *p, const double *value);

#endif
