// Variables of an FMU: what goes in and comes out of a model, under names and value references of FMI.
//
// References count from 1 in the order of the list: inputs, parameters, sensors; 0 is the time. The list follows from
// the model and the version of FMI alone, so that whoever describes an FMU and the FMU itself have the same one.
#ifndef TAC_FMU_LIST_H
#define TAC_FMU_LIST_H

#include "simulation/values.h"

typedef enum tac_fmi_version { TAC_FMI_2 = 2, TAC_FMI_3 = 3 } tac_fmi_version;

typedef struct tac_fmu_variable {
    char *name;
    tac_value_kind kind;
    int first, n; // of the values of the kind; n is 1, or in FMI 3 the size of an array
    const char *unit;
    double start, least;
} tac_fmu_variable;

typedef struct tac_fmu_list {
    tac_fmu_variable *variable; // (n)
    int n;
} tac_fmu_list;

// 0 with a line in diag: no memory, or two variables that FMI would call by one name. Either way it is closed.
int tac_fmu_list_open(tac_fmu_list *l, const tac_values *v, tac_fmi_version version,
                      tac_diag *diag);
void tac_fmu_list_close(tac_fmu_list *l);

// The variable of a value reference; NULL: of the time, or there is none.
const tac_fmu_variable *tac_fmu_find(const tac_fmu_list *l, unsigned reference);

#endif
