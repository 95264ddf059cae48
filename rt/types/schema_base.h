// What of the JSON schema of model files is written by hand: forms of values that no table of keys says.
#ifndef TAC_SCHEMA_BASE_H
#define TAC_SCHEMA_BASE_H

// config/schema/model.base.json, with a zero at its end.
extern const char tac_schema_base[];

#endif
