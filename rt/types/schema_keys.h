// Quantities and keys in the JSON schema of model files.
#ifndef TAC_SCHEMA_KEYS_H
#define TAC_SCHEMA_KEYS_H

#include <stdbool.h>

#include "format/json.h"
#include "key.h"

// A value by the definition of a name; with a key in a map, NULL: in a list.
void tac_schema_reference(tac_json *j, const char *key, const char *name);

// So many items; a list of what a definition says, of so many where n is above zero.
void tac_schema_size(tac_json *j, int n);
void tac_schema_list(tac_json *j, const char *of, int n);

// The definition of a quantity, or of three of it.
void tac_schema_quantity(tac_json *j, tac_quantity q, bool is_vector);

// A key of a type as a property.
void tac_schema_key(tac_json *j, const tac_type *type, const tac_key *key);

#endif
