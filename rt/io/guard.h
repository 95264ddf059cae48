// Mappings of this library that are guarded against SIGBUS once tac_io_guard() was called.
#ifndef TAC_IO_GUARD_H
#define TAC_IO_GUARD_H

// Puts the handler on top again when the host program has installed its own meanwhile.
void tac_io_guard_renew(void);

#endif
