// Messages to the service manager that started the program: ready, alive, stopping.
//
// systemd passes the address of a datagram socket in NOTIFY_SOCKET; each message is one datagram of
// lines NAME=VALUE, sd_notify(3). Without that variable nothing is sent. Never called by the cycle
// thread: a message is a system call.
#ifndef TAC_NOTIFY_H
#define TAC_NOTIFY_H

#include <stdint.h>

// Sends the lines. 1: sent, 0: no manager listens, -1: failed with errno.
int tac_notify(const char *lines);

int tac_notify_ready(const char *status); // setup is over; status is shown by systemctl status
int tac_notify_status(const char *status);
int tac_notify_watchdog(void); // still alive
int tac_notify_stopping(void); // about to end

// Time within which tac_notify_watchdog has to be called again, ns; call it twice as often. 0: the
// service manager keeps no watchdog over this process.
int64_t tac_notify_watchdog_time(void);

#endif
