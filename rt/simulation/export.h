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

// What the recording of a rig has beside the steps, at the time of the row before. Times in s.
typedef struct tac_export_cycle {
    int64_t index, step;           // step: done after it
    double wake, step_time, slack; // wake: after the release; slack below 0: a miss
    double held, phase_error, cpu; // cpu NAN: not known
    int iterations, skipped;       // skipped: periods dropped after it
    unsigned flags;                // of monitor/cycle.h
    int cause;                     // of a miss, 0: there was none
    const char *cause_name;
} tac_export_cycle;

typedef struct tac_export_event {
    int64_t step;
    const char *what, *item; // item: about whom or what, "" where nothing is
    double value;
} tac_export_event;

// What is known of the rig of a recording.
typedef struct tac_export_rig {
    tac_export_source signals; // columns of each row, without time; header NULL: none
    bool has_clock;            // cycles and events may come
    const char *causes;        // what the numbers of causes mean
} tac_export_rig;

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
    // of whom a rig's cycles and events are wanted, else NULL; after the first row
    bool (*cycle)(void *context, const tac_export_cycle *c, double t, tac_failure *why);
    bool (*event)(void *context, const tac_export_event *v, double t, tac_failure *why);
} tac_export_writer;

enum { TAC_EXPORT_TABLES = 4, TAC_EXPORT_FILES = 4 };

// The time of day of the rows, where whoever makes them knows it.
typedef struct tac_export_date {
    const char *
        scale; // "utc" or "tai": every table begins with that column, s since 1970; NULL: none does
    int64_t ns;                    // of the row at hand, since 1970; told before it
    const tac_wall_anchor *anchor; // for those who keep it; NULL: it is not known
} tac_export_date;

// Words that stand for numbers in tables, in the order in which they came.
typedef struct tac_export_words {
    char *text; // a line each
    size_t size;
    int n;
} tac_export_words;

typedef struct tac_clock_tables { // of events
    tac_export_words what, item;
} tac_clock_tables;

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
    tac_export_rig rig; // of a recording; set before the files are opened
    tac_clock_tables clock;
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

// What came beside the rows, in the order of time; before the first row nobody takes it. As tac_export_row.
bool tac_export_cycle_done(tac_export *e, const tac_simulation *s, const tac_export_cycle *c);
bool tac_export_happened(tac_export *e, const tac_simulation *s, const tac_export_event *v);

// Closes the files; may be called twice. Returns false after printing what could not be written, or was wrong, and
// why; where `wrong` is set, e->why still says of which kind that was.
bool tac_export_close(tac_export *e);

#endif
