// The motion of a scene as glTF 2.0 in one binary file, which browsers, Blender and the like play: a scene turned so
// that up is y, one animation, lengths in m. Pictures come at a rate, interpolated between by the viewer. What
// would take more than 256 MiB has every other picture left out, and so on.
#ifndef TAC_GLB_FILE_H
#define TAC_GLB_FILE_H

#include "scene.h"
#include "view_file.h"

#define TAC_GLB_RATE 30.0 // Hz, by default

// Adds the file; no path: nothing. f stays the caller's and where it is.
void tac_export_glb(tac_export *e, tac_view_file *f);

// A mesh alone as such a file, y up as it is. NULL without memory; free it.
char *tac_glb_of_mesh(tac_mesh *m, size_t *size);

#endif
