#include "laws.h"

#include "element_types.h"

const tac_law_type *tac_law_type_of(tac_element_class what, bool has_sides)
{
    const tac_force_type *type = tac_force_type_in(what);
    return has_sides && type->with_sides ? type->with_sides : type->law;
}
