// The parts of a model, one pass each. All read the file of a place and add to the reader's lists;
// all refuse through the reader.
#ifndef TAC_PARTS_H
#define TAC_PARTS_H

#include "reader/reader.h"

// ---------------------------------------------------------------- include.c

// Opens the outermost file and everything it includes, parents before children. `text` is the
// content of the outermost file, NULL to read it from path.
void tac_open_files(tac_reader *rd, const char *path, const char *text, size_t size);

// After the bodies: what stands for ground in every inclusion.
void tac_resolve_grounds(tac_reader *rd);

// ---------------------------------------------------------------- tables.c

void tac_read_tables(const tac_place *p);

// Index of a table by name, for the key.
int tac_table_reference(const tac_place *p, const tac_node *node);

// ---------------------------------------------------------------- sources.c

// Inputs and the names of sources; then the sources themselves, which may use each other.
void tac_read_source_names(const tac_place *p);
void tac_read_sources(tac_reader *rd);

// The source a node describes: a number of this quantity, a name or a map; adds what it needs.
int tac_source(const tac_place *p, const tac_node *node, const char *key, tac_quantity q);

// The source of a key: TAC_NONE when the key is missing or a plain zero.
int tac_source_or_none(const tac_place *p, const tac_node *map, const char *key, tac_quantity q);

int tac_constant_source(tac_reader *rd, double value);

// ---------------------------------------------------------------- bodies.c, shapes.c

// Bodies relative to their base; then, all known, all into the world.
void tac_read_bodies(const tac_place *p);
void tac_place_bodies(tac_reader *rd);

// Mass and moments of a body: J in body axes.
typedef struct tac_solid {
    double mass;
    double J[6];
    int has_ends;  // a rod from P to Q
    vec3 from, to; // in the frame the body is placed in
} tac_solid;

tac_solid tac_read_solid(const tac_place *p, const tac_node *body);

// ---------------------------------------------------------------- frames.c

// Where two bodies meet: a frame on each, and the origins of both in the world.
typedef struct tac_meeting {
    tac_frame a, b;
    vec3 ra, rb;
} tac_meeting;

typedef enum tac_second_point { TAC_AT2_ALLOWED, TAC_AT2_NEEDED } tac_second_point;

// Reads `bodies` and either `at`, `at2`, `axis`, `axis2` or `frames`.
tac_meeting tac_read_meeting(const tac_place *p, const tac_node *item, const char *what,
                             tac_second_point second, int has_axis2);

// A frame of given pose in the world on a body (TAC_GROUND too).
tac_frame tac_frame_on(const tac_reader *rd, int body, vec3 r, quat q);

// A frame given in the body frame, in the file's frame for ground: its point under `key`, its axes
// under `orientation`. Without a point it lies at the body frame's origin or the centre of mass.
typedef enum tac_default_point { TAC_AT_ORIGIN, TAC_AT_MASS } tac_default_point;
tac_frame tac_frame_in(const tac_place *p, const tac_node *body, const tac_node *map,
                       const char *key, tac_default_point otherwise);

// World position of a frame.
vec3 tac_frame_origin(const tac_reader *rd, const tac_frame *f);

// Points and directions of the file in the world.
vec3 tac_world_point(const tac_place *p, vec3 s);
vec3 tac_world_vector(const tac_place *p, vec3 v);

// ---------------------------------------------------------------- joints.c, forces.c, sensors.c

void tac_read_joints(const tac_place *p);
void tac_read_forces(const tac_place *p);
void tac_read_sensors(const tac_place *p);

#endif
