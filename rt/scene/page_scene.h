// The text of page_text.h read back, by a program that has no model: the server of the page, which makes other
// messages of it. Whatever an instance has put there, what comes out keeps the promises of scene.h.
#ifndef TAC_PAGE_SCENE_H
#define TAC_PAGE_SCENE_H

#include <stddef.h>

#include "scene.h"

// NULL: it is no scene, or there is no memory. Of a text that tac_put_page_scene wrote the same text comes again,
// but for its pushes.
tac_scene *tac_page_scene_read(const char *text, size_t size);

#endif
