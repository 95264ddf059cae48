// A scene at one instant as flat shapes of one colour each, from far to near: what is in front is drawn last.
#ifndef TAC_SHOT_H
#define TAC_SHOT_H

#include <stdio.h>

#include "scene.h"

typedef struct tac_camera { // a view from far away
    vec3 right, up, toward; // unit, in the world; toward the eye
    double middle[2];       // that is in the middle of a picture, m to the right and up
    double scale;           // units of a picture per m
} tac_camera;

typedef struct tac_extent { // of what moves, m
    double low[2], high[2];
} tac_extent;

// Of directions in a picture: how far the bodies of an instant reach.
void tac_shot_widen(const tac_scene *c, const tac_pose *body, const tac_camera *from,
                    tac_extent *e);

// Triangles of all solids, for every picture of a scene; false without memory.
typedef struct tac_shot_shapes {
    const tac_mesh **shape; // of solids; NULL: drawn as a line    (n_solid)
    tac_mesh **own;         // of them those that are not the scene's
    int n;
} tac_shot_shapes;

bool tac_shot_shapes_open(tac_shot_shapes *s, const tac_scene *c);
void tac_shot_shapes_close(tac_shot_shapes *s);

// Writes the shapes of an instant into a picture whose middle is at x, y. False without memory.
bool tac_shot_write(FILE *out, const tac_scene *c, const tac_shot_shapes *shapes,
                    const tac_pose *body, const tac_camera *from, double x, double y);

#endif
