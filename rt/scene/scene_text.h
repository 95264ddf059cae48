// A scene and its motion as JSON, in the messages that Foxglove defines and other viewers take: SceneUpdate with one
// entity per body, fixed in the body's frame, and FrameTransforms from `ground` to the frame of every body. Frames
// lie in the centre of mass with axes parallel to the body frame.
#ifndef TAC_SCENE_TEXT_H
#define TAC_SCENE_TEXT_H

#include <stdint.h>

#include "format/json.h"
#include "scene.h"

typedef struct tac_stamp { // a time
    uint32_t sec, nsec;
} tac_stamp;

// Of a simulated time, to the nearest ns; what is beyond 2^32 s stays there.
tac_stamp tac_stamp_of(double t);
uint64_t tac_stamp_ns(tac_stamp stamp);
tac_stamp tac_stamp_of_ns(int64_t ns); // and back

// Their schemas, for tac_json_fill; no context.
void tac_put_frames_schema(tac_json *j, void *nothing);
void tac_put_scene_schema(tac_json *j, void *nothing);

// The schema of one value: a member of `properties`.
void tac_put_value_schema(tac_json *j, const char *name, const char *unit);

void tac_put_frames(tac_json *j, const tac_scene *c, const tac_pose *body, tac_stamp stamp);
void tac_put_scene(tac_json *j, const tac_scene *c, tac_stamp stamp); // all solids
void tac_put_lines(tac_json *j, const tac_scene *c, const tac_pose *body, tac_stamp stamp);

#endif
