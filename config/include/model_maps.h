// Maps of a model file that are no items of a type: the file itself, `solver`, bodies, shapes, looks, flexible bodies,
// tables, inputs, inclusions; which keys each has.
//
// The reader checks maps by these tables and takes words from them; the JSON schema and tables of the manual are made
// from them.
#ifndef TAC_MODEL_MAPS_H
#define TAC_MODEL_MAPS_H

#include "key.h"

typedef enum tac_map {
    TAC_MAP_MODEL,
    TAC_MAP_SOLVER,
    TAC_MAP_BODY,
    TAC_MAP_SHAPE,
    TAC_MAP_SOLID_BOX,
    TAC_MAP_SOLID_CYLINDER,
    TAC_MAP_SOLID_SPHERE,
    TAC_MAP_SOLID_ROD,
    TAC_MAP_VISUAL,
    TAC_MAP_SHOWN_BOX,
    TAC_MAP_SHOWN_CYLINDER,
    TAC_MAP_SHOWN_CAPSULE,
    TAC_MAP_SHOWN_SPHERE,
    TAC_MAP_SHOWN_MESH,
    TAC_MAP_FLEXIBLE,
    TAC_MAP_BEAM,
    TAC_MAP_SECTION,
    TAC_MAP_GENERAL_SECTION,
    TAC_MAP_MATERIAL,
    TAC_MAP_BEAM_POINT,
    TAC_MAP_FRAME,
    TAC_MAP_TABLE,
    TAC_MAP_INPUT,
    TAC_MAP_TERM,
    TAC_MAP_WAVE,
    TAC_MAP_PATCH,
    TAC_MAP_INCLUDED_FILE,
    TAC_MAP_INCLUDED_OBJECT,
    TAC_N_MAP
} tac_map;

// Its keys; `word` is the name of its definition in the schema. Values are at places in tac_options, of `solver` alone.
extern const tac_type tac_model_maps[TAC_N_MAP];

#endif
