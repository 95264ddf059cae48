// Lines that an FMU logs: those about what went wrong, and not more of them than a person reads. They come by any thread.
#ifndef TAC_MOCKUP_SESSION_LOG_H
#define TAC_MOCKUP_SESSION_LOG_H

#include <stdatomic.h>
#include <stdbool.h>

// Where to, as a descriptor, whether all of them, and what the FMU is called in them.
void tac_session_log_to(int file, bool everything, const char *name);

// A line with its status and category, which may be NULL as the message may.
void tac_session_log(int answer, const char *category, const char *message);

#endif
