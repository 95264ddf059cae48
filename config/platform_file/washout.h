// The section `washout` of a platform file.
#ifndef TAC_PLATFORM_WASHOUT_H
#define TAC_PLATFORM_WASHOUT_H

#include "platform_file.h"
#include "reader/reader.h"

void tac_platform_read_washout(const tac_place *p, tac_platform_file *f);

#endif
