// Sources: the sections `inputs` and `sources` of a file, and sources written in place.
#ifndef TAC_SOURCES_H
#define TAC_SOURCES_H

#include "model_reader.h"
#include "units.h"

// Inputs and the names of sources; then the sources themselves, which may use each other.
void tac_read_source_names(const tac_place *p);
void tac_read_sources(tac_model_reader *model);

// The source a node describes: a number of this quantity, a name or a map; adds what it needs.
int tac_source(const tac_place *p, const tac_node *node, const char *key, tac_quantity q);

// The source of a key: TAC_NONE when the key is missing or a plain zero.
int tac_source_or_none(const tac_place *p, const tac_node *map, const char *key, tac_quantity q);

// A source that reads a sensor, which is known later.
typedef struct tac_sensed_source {
    tac_place place;
    const tac_node *text;
    int source;
} tac_sensed_source;

int tac_constant_source(tac_model_reader *model, double value);

// Component of twice the vector part of Euler parameters of three angles, sources.
int tac_turn_source(tac_model_reader *model, const int angle[3], int axis);

#endif
