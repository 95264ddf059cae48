// Results of a simulation as tables in files, a row of each table at the same steps: the motion of everything,
// the sensors, and what others make rows of; and as files of other kinds that see the same steps.
//
// Used in this order: tables and files are added to a zeroed struct; tac_export_open, or the first row, creates
// the files and names the columns; then come rows; tac_export_close says what could not be written.
#ifndef TAC_EXPORT_H
#define TAC_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "format/table_file.h"
#include "simulation.h"
#include "system/fail.h"
#include "system/wall_clock.h"

// Who makes the rows of a table. Both return false when something could not be written so far.
typedef struct tac_export_source {
    bool (*header)(void *context, const tac_row_sink *t, const tac_simulation *s);
    bool (*row)(void *context, const tac_row_sink *t, const tac_simulation *s);
    void *context;
} tac_export_source;

// Who writes a file that is no table. open comes first, row for every step that is wanted, and close in the end,
// if open was called; it gives back what open took, and nothing of the simulation is there any more. All return
// false with a line in why, and are not called again after that, but for close. t, in s, is the simulated time, and
// counted on where that goes back, after a reset or a restore in a recording: what is shown over time has one order.
typedef struct tac_export_writer {
    bool (*open)(void *context, const tac_simulation *s, const tac_file_source *files,
                 tac_failure *why);
    bool (*row)(void *context, const tac_simulation *s, double t, tac_failure *why);
    bool (*close)(void *context, tac_failure *why);
    void *context; // the caller's
} tac_export_writer;

enum { TAC_EXPORT_TABLES = 4, TAC_EXPORT_FILES = 4 };

// The time of day of the rows, where whoever makes them knows it.
typedef struct tac_export_date {
    const char *
        scale; // "utc" or "tai": every table begins with that column, s since 1970; NULL: none does
    int64_t ns;                    // of the row at hand, since 1970; told before it
    const tac_wall_anchor *anchor; // for those who keep it; NULL: it is not known
} tac_export_date;

typedef struct tac_export {
    const char *only; // names of the columns of tables, NULL: all
    int64_t every;    // rows of steps that are multiples of it; 0: of all
    struct {
        tac_table_file file;
        tac_export_source from;
    } table[TAC_EXPORT_TABLES]; // (n)
    int n;
    struct {
        tac_export_writer by;
        bool opened;
    } file[TAC_EXPORT_FILES]; // (n_file)
    int n_file;
    tac_export_date date;
    const tac_file_source *files; // of the model, while files are opened; NULL: the disk
    double *sensor;               // values of all sensors (tac_sensor_total)
    double last, ahead; // s: t of the newest row, and how far that is ahead of the simulation
    int64_t rows;
    bool opened, failed, no_memory;
    tac_failure why; // of the files that are no tables
    bool wrong;      // why was told
} tac_export;

// Add a table; no path: nothing.
void tac_export_motion(tac_export *e, const char *path, tac_table_format format);
void tac_export_sensors(tac_export *e, const char *path, tac_table_format format);
void tac_export_other(tac_export *e, const char *path, tac_export_source from);

void tac_export_file(tac_export *e, tac_export_writer by);

// Creates the files and names the columns, if that was not done. Returns false when something could not be
// written.
bool tac_export_open(tac_export *e, const tac_simulation *s);

// One row of each table where the state's step is one of those wanted. Returns false when something could not
// be written, now or before.
bool tac_export_row(tac_export *e, const tac_simulation *s);

// Closes the files; may be called twice. Returns false after printing what could not be written, or was wrong, and
// why; where `wrong` is set, e->why still says of which kind that was.
bool tac_export_close(tac_export *e);

#endif
