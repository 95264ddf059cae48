#include "laws.h"

// A line for every kind of law, and whether it has sides.
static const struct {
    const tac_law_type *plain, *with_sides;
} laws[] = {
    [TAC_SPRINGS] = {&tac_spring_law, &tac_cornered_spring_law},
    [TAC_BUSHINGS] = {&tac_bushing_law, &tac_bushing_law},
    [TAC_FRICTIONS] = {&tac_friction_law, &tac_friction_law},
    [TAC_CONTACTS] = {&tac_contact_law, &tac_contact_law},
};

const tac_law_type *tac_law_type_of(tac_element_class what, bool has_sides)
{
    return has_sides ? laws[what].with_sides : laws[what].plain;
}
