// Where a measurement was made: enough to tell whether two can be compared.
#ifndef TAC_ENVIRONMENT_H
#define TAC_ENVIRONMENT_H

#include <stdio.h>

#include "format/json.h"

typedef struct tac_environment {
    char cpu[128], kernel[256], cmdline[1024], governor[64], clocksource[64], time[32];
    long cores;
    int virtual_machine; // the processor says that a hypervisor is there
} tac_environment;

// What cannot be found out is "unknown". core: whose governor.
void tac_environment_read(tac_environment *e, int core);

// One line with the load of this moment: for benchmarks that print a table.
void tac_environment_print(const tac_environment *e, FILE *f);

// As members of an object, with compiler, flags and version of the program.
void tac_environment_put(const tac_environment *e, tac_json *j);

#endif
