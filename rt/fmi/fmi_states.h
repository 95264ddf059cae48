// States of components as FMI has them: memory that importers hold and give back, and bytes that go on in any process.
#ifndef TAC_FMI_STATES_H
#define TAC_FMI_STATES_H

#include "component.h"

// *state NULL: allocates; else it is used again. Unpacking always allocates.
tac_fmi_status tac_fmi_take_state(tac_fmi_component *c, void **state);
tac_fmi_status tac_fmi_put_state(tac_fmi_component *c, const void *state);
void tac_fmi_free_state(void **state); // NULL, and of NULL, is fine
tac_fmi_status tac_fmi_state_size(tac_fmi_component *c, const void *state, size_t *size);
tac_fmi_status tac_fmi_pack_state(tac_fmi_component *c, const void *state, void *bytes,
                                  size_t size);
tac_fmi_status tac_fmi_unpack_state(tac_fmi_component *c, const void *bytes, size_t size,
                                    void **state);

#endif
