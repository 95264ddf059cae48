// Pictures of a moving scene as one SVG: eight instants from the first row to the last, evenly apart, on one scale,
// with their times below; of what travels each has it in its middle. Seen along the horizontal axis in which the mechanism is thinnest, gravity pointing down;
// from the side and a little from above where it is not thin. Springs and rods are lines.
// Or along x, y or z, or oblique, as `view` says.
#ifndef TAC_SVG_FILE_H
#define TAC_SVG_FILE_H

#include "view_file.h"

// Adds the file; no path: nothing. f stays the caller's and where it is.
void tac_export_svg(tac_export *e, tac_view_file *f);

#endif
