// The sections `platform` and `legs` of a platform file.
#ifndef TAC_PLATFORM_MECHANISM_H
#define TAC_PLATFORM_MECHANISM_H

#include "platform_file.h"
#include "reader/reader.h"

void tac_platform_read_geometry(const tac_place *p, tac_platform_file *f);
void tac_platform_read_legs(const tac_place *p, tac_platform_file *f); // after the geometry

#endif
