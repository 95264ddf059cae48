// Frames on bodies: where joints, forces and sensors are.
#ifndef TAC_FRAMES_H
#define TAC_FRAMES_H

#include "model_reader.h"

// Where two bodies meet: a frame on each, and the origins of both in the world.
typedef struct tac_meeting {
    tac_frame a, b;
    vec3 ra, rb;
} tac_meeting;

typedef enum tac_second_point { TAC_AT2_ALLOWED, TAC_AT2_NEEDED } tac_second_point;

// Reads `bodies` and either `at`, `at2`, `axis`, `axis2` or `frames`.
tac_meeting tac_read_meeting(const tac_place *p, const tac_node *item, const char *what,
                             tac_second_point second, bool has_axis2);

// A frame of given pose in the world on a body (TAC_GROUND too).
tac_frame tac_frame_on(const tac_model_reader *model, int body, vec3 r, quat q);

// A frame given in the body frame, in the file's frame for ground: its point under `key`, its axes
// under `orientation`. Without a point it lies at the body frame's origin or the centre of mass.
typedef enum tac_default_point { TAC_AT_ORIGIN, TAC_AT_MASS } tac_default_point;
tac_frame tac_frame_in(const tac_place *p, const tac_node *body, const tac_node *map,
                       const char *key, tac_default_point otherwise);

// World position of a frame.
vec3 tac_frame_origin(const tac_model_reader *model, const tac_frame *f);

// Points and directions of the file in the world.
vec3 tac_world_point(const tac_place *p, vec3 s);
vec3 tac_world_vector(const tac_place *p, vec3 v);

#endif
