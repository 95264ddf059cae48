// What stands behind a component; for the sources of this folder.
#ifndef TAC_FMI_HELD_H
#define TAC_FMI_HELD_H

#include "component.h"
#include "library/tactus.h"

struct tac_fmi_component {
    tac_fmi_host host;
    char *name;
    tactus_model *model;
    tactus *instance;
    tac_fmu_list list;
    tac_fmi_state state;
    bool is_set_up, has_stop;
    double stop;         // s
    bool dirty;          // the start has to be found, or found anew
    unsigned categories; // that are logged, bits
    void *pristine;      // bytes of the instance before anything was set
    size_t size;         // of states of the instance
};

#endif
