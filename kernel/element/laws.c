#include "laws.h"

#include "element_types.h"

const tac_law_type *tac_law_type_of(tac_element_class what, bool other)
{
    const tac_force_type *type = tac_force_type_in(what);
    return other && type->other ? type->other : type->law;
}
