// fuzz: seeds=tests/rt/scene/page_scenes
// libFuzzer target: any bytes as the scene of an instance. Nothing may crash or leak, and what is accepted is a scene:
// its text reads back to the same text, and the messages for viewers can be made of it.
// Seeds: tests/rt/scene/page_scenes.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "scene/page_scene.h"
#include "scene/page_text.h"
#include "scene/scene_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct shown {
    const tac_scene *scene;
    const tac_pose *pose;
} shown;

static void put_messages(tac_json *j, void *context)
{
    const shown *s = context;
    tac_json_open(j, NULL, '[');
    tac_put_scene(j, s->scene, (tac_stamp){1, 2});
    tac_put_frames(j, s->scene, s->pose, (tac_stamp){1, 2});
    tac_put_lines(j, s->scene, s->pose, (tac_stamp){1, 2});
    tac_json_close(j, ']');
}

static void demand(int truth)
{
    if (!truth) {
        abort();
    }
}

static void try_scene(tac_scene *scene)
{
    tac_json_buffer text = {0}, again = {0}, messages = {0};
    tac_pose *pose = calloc((size_t)scene->n_body + 1, sizeof *pose);
    demand(pose && tac_json_fill(&text, tac_put_page_scene, scene));
    tac_scene *same = tac_page_scene_read(text.text, (size_t)text.n);
    demand(same && tac_json_fill(&again, tac_put_page_scene, same));
    demand(text.n == again.n && memcmp(text.text, again.text, (size_t)text.n) == 0);
    demand(tac_json_fill(&messages, put_messages, &(shown){scene, pose}));
    tac_scene_close(same);
    free(text.text);
    free(again.text);
    free(messages.text);
    free(pose);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); // of its size, so that a byte too far is noticed
    demand(text != NULL);
    memcpy(text, data, size);
    tac_scene *scene = tac_page_scene_read(text, size);
    if (scene) {
        try_scene(scene);
    }
    tac_scene_close(scene);
    free(text);
    return 0;
}
