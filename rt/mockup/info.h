// tactus fmu-info: what an FMU is and has, and what is wrong with it.
#ifndef TAC_MOCKUP_INFO_H
#define TAC_MOCKUP_INFO_H

// Prints it on standard output, faults on standard error. Returns an exit code.
int tac_mockup_info(const char *path);

#endif
