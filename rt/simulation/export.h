// Results of a simulation as tables in files, a row of each table at the same steps: the motion of everything,
// the sensors, and what others make rows of.
//
// Used in this order: tables are added to a zeroed struct; tac_export_open, or the first row, creates the files
// and names the columns; then come rows; tac_export_close says what could not be written.
#ifndef TAC_EXPORT_H
#define TAC_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "format/table_file.h"
#include "simulation.h"

// Who makes the rows of a table. Both return false when something could not be written so far.
typedef struct tac_export_source {
    bool (*header)(void *context, const tac_row_sink *t, const tac_simulation *s);
    bool (*row)(void *context, const tac_row_sink *t, const tac_simulation *s);
    void *context;
} tac_export_source;

enum { TAC_EXPORT_TABLES = 4 };

typedef struct tac_export {
    int64_t every; // rows of steps that are multiples of it; 0: of all
    struct {
        tac_table_file file;
        tac_export_source from;
    } table[TAC_EXPORT_TABLES]; // (n)
    int n;
    double *sensor; // values of all sensors (tac_sensor_total)
    bool opened, failed, no_memory;
} tac_export;

// Add a table; no path: nothing.
void tac_export_motion(tac_export *e, const char *path, tac_table_format format);
void tac_export_sensors(tac_export *e, const char *path, tac_table_format format);
void tac_export_other(tac_export *e, const char *path, tac_export_source from);

// Creates the files and names the columns, if that was not done. Returns false when something could not be
// written.
bool tac_export_open(tac_export *e, const tac_simulation *s);

// One row of each table where the state's step is one of those wanted. Returns false when something could not
// be written, now or before.
bool tac_export_row(tac_export *e, const tac_simulation *s);

// Closes the files; may be called twice. Returns false after printing what could not be written, and why.
bool tac_export_close(tac_export *e);

#endif
