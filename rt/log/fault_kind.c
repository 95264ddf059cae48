#include "fault_kind.h"

const char *const tac_fault_name[TAC_N_FAULT_KIND] = {[TAC_FAULT_DROP] = "drop",
                                                      [TAC_FAULT_FREEZE] = "freeze",
                                                      [TAC_FAULT_NOISE] = "noise",
                                                      [TAC_FAULT_DELAY] = "delay",
                                                      [TAC_FAULT_STEP] = "step"};
