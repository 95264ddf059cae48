// The motion of a scene and the sensors of a model as MCAP, for Foxglove, PlotJuggler and what else reads it. Channels
// of JSON with JSON schemas: /scene once (foxglove.SceneUpdate), /frames (foxglove.FrameTransforms), /lines with the
// springs and rods (foxglove.SceneUpdate), and /sensors/NAME with the columns of that sensor. Numbers have the
// digits that give their bits back; what is not finite is null. The log time is the simulated time,
// or that of day where it is known and asked for; the metadata "clock" holds its anchor.
#ifndef TAC_MCAP_FILE_H
#define TAC_MCAP_FILE_H

#include "view_file.h"

// Adds the file; no path: nothing. f stays the caller's and where it is.
void tac_export_mcap(tac_export *e, tac_view_file *f);

#endif
