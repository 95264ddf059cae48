#include "export.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "export_rig.h"
#include "origin.h"
#include "printable.h"
#include "record.h"

// ---- tables --------------------------------------------------------------------------------------

static void add(tac_export *e, const char *path, tac_table_format format, tac_export_source from)
{
    if (path) {
        e->table[e->n].file = (tac_table_file){.path = path, .format = format, .only = e->only};
        e->table[e->n++].from = from;
    }
}

static bool motion_header(void *context, const tac_row_sink *t, const tac_simulation *s)
{
    (void)context;
    return tac_record_motion_header(t, s);
}

static bool motion_row(void *context, const tac_row_sink *t, const tac_simulation *s)
{
    (void)context;
    return tac_record_motion(t, s);
}

static int no_end(void *to)
{
    (void)to;
    return 1;
}

// What is known of a rig stands beside the motion in the same file.
static bool whole_header(void *context, const tac_row_sink *t, const tac_simulation *s)
{
    const tac_export *e = context;
    tac_row_sink row = *t;
    row.end_row = no_end;
    return tac_record_motion_header(&row, s) && tac_export_signal_names(&e->rig, t, s) &&
           tac_row_sink_end_row(t);
}

static bool whole_row(void *context, const tac_row_sink *t, const tac_simulation *s)
{
    const tac_export *e = context;
    tac_row_sink row = *t;
    row.end_row = no_end;
    return tac_record_motion(&row, s) && tac_export_signals(&e->rig, t, s) &&
           tac_row_sink_end_row(t);
}

static bool sensors_header(void *context, const tac_row_sink *t, const tac_simulation *s)
{
    tac_export *e = context;
    free(e->sensor);
    e->sensor = calloc((size_t)tac_sensor_total(s->model) + 1, sizeof *e->sensor);
    e->no_memory |= !e->sensor;
    return e->sensor && tac_record_sensors_header(t, s);
}

static bool sensors_row(void *context, const tac_row_sink *t, const tac_simulation *s)
{
    const tac_export *e = context;
    return tac_record_sensors(t, s, e->sensor);
}

void tac_export_motion(tac_export *e, const char *path, tac_table_format format)
{
    const bool whole = format == TAC_TABLE_HDF5;
    const tac_export_source motion = {motion_header, motion_row, NULL};
    add(e, path, format, whole ? (tac_export_source){whole_header, whole_row, e} : motion);
}

void tac_export_sensors(tac_export *e, const char *path, tac_table_format format)
{
    add(e, path, format, (tac_export_source){sensors_header, sensors_row, e});
}

void tac_export_other(tac_export *e, const char *path, tac_export_source from)
{
    add(e, path, TAC_TABLE_BY_NAME, from);
}

void tac_export_file(tac_export *e, tac_export_writer by)
{
    e->file[e->n_file++].by = by;
}

// ---- rows ----------------------------------------------------------------------------------------

static void put_origin(const tac_export *e, const tac_row_sink *t, const tac_simulation *s)
{
    tac_origin o;
    if (t->note) {
        tac_origin_of(&o, s, e->files);
        for (int i = 0; i < TAC_ORIGIN_PAIRS; i++) {
            tac_row_sink_note(t, o.pair[i][0], o.pair[i][1]);
        }
    }
}

bool tac_export_open(tac_export *e, const tac_simulation *s)
{
    e->last = e->opened ? e->last : -(double)INFINITY;
    for (int i = 0; i < e->n && !e->opened && !e->failed; i++) {
        tac_table_file *file = &e->table[i].file;
        e->failed = !tac_table_open(file);
        if (!e->failed) {
            tac_row_sink sink = tac_table_sink(file);
            put_origin(e, &sink, s);
            if (e->date.scale) {
                tac_row_sink_column(&sink, "", e->date.scale, "s");
            }
            e->failed = !e->table[i].from.header(e->table[i].from.context, &sink, s) ||
                        (file->format == TAC_TABLE_HDF5 && !tac_export_clock_names(file, &e->rig));
        }
    }
    for (int i = 0; i < e->n_file && !e->opened && !e->failed; i++) {
        e->file[i].opened = true;
        e->failed = !e->file[i].by.open(e->file[i].by.context, s, e->files, &e->why);
    }
    e->opened = true;
    return !e->failed;
}

static void count_on(tac_export *e, const tac_simulation *s)
{
    double t = tac_simulation_time(s);
    if (t + e->ahead <= e->last) {
        e->ahead = e->last + s->options.dt - t;
    }
    e->last = t + e->ahead;
}

static void put_date(const tac_export *e, const tac_row_sink *t)
{
    const double since_1970 = (double)e->date.ns * 1e-9;
    if (e->date.scale) {
        tac_row_sink_numbers(t, &since_1970, 1);
    }
}

bool tac_export_row(tac_export *e, const tac_simulation *s)
{
    bool wanted = e->every <= 1 || *s->state.step % e->every == 0;
    (void)tac_export_open(e, s); // without a row there are names at least
    count_on(e, s);
    e->rows += wanted;
    for (int i = 0; i < e->n && wanted && !e->failed; i++) {
        tac_row_sink sink = tac_table_sink(&e->table[i].file);
        put_date(e, &sink);
        e->failed = !e->table[i].from.row(e->table[i].from.context, &sink, s);
    }
    for (int i = 0; i < e->n_file && wanted && !e->failed; i++) {
        e->failed = !e->file[i].by.row(e->file[i].by.context, s, e->last, &e->why);
    }
    return !e->failed;
}

bool tac_export_cycle_done(tac_export *e, const tac_simulation *s, const tac_export_cycle *c)
{
    (void)tac_export_open(e, s);
    for (int i = 0; i < e->n && isfinite(e->last) && !e->failed; i++) {
        e->failed = e->table[i].file.format == TAC_TABLE_HDF5 &&
                    !tac_export_cycle_row(&e->table[i].file, c, e->last);
    }
    for (int i = 0; i < e->n_file && isfinite(e->last) && !e->failed; i++) {
        const tac_export_writer *by = &e->file[i].by;
        e->failed = by->cycle && !by->cycle(by->context, c, e->last, &e->why);
    }
    return !e->failed;
}

bool tac_export_happened(tac_export *e, const tac_simulation *s, const tac_export_event *v)
{
    (void)tac_export_open(e, s);
    for (int i = 0; i < e->n && isfinite(e->last) && !e->failed; i++) {
        e->failed = e->table[i].file.format == TAC_TABLE_HDF5 &&
                    !tac_export_event_row(&e->table[i].file, &e->clock, v, e->last);
    }
    for (int i = 0; i < e->n_file && isfinite(e->last) && !e->failed; i++) {
        const tac_export_writer *by = &e->file[i].by;
        e->failed = by->event && !by->event(by->context, v, e->last, &e->why);
    }
    return !e->failed;
}

// The line of a file that is no table, once. False: there was one.
static bool tell(tac_failure *why)
{
    bool good = why->diag.text[0] == '\0';
    if (!good) {
        fprintf(stderr, "%s\n", TAC_SHOWN(why->diag.text));
        why->diag.text[0] = '\0';
    }
    return good;
}

// There were steps, and none of them was wanted.
static bool missed_all(const tac_export *e)
{
    return e->n + e->n_file > 0 && e->opened && !e->failed && e->rows == 0 && isfinite(e->last);
}

bool tac_export_close(tac_export *e)
{
    bool good = true;
    if (e->no_memory) {
        fprintf(stderr, "tactus: not enough memory for the results\n");
        good = false;
    }
    for (int i = 0; i < e->n; i++) {
        if (e->opened && !e->failed && e->table[i].file.format == TAC_TABLE_HDF5) {
            tac_export_clock_words(&e->table[i].file, &e->clock);
        }
        if (!tac_table_close(&e->table[i].file)) {
            fprintf(stderr, "tactus: '%s' cannot be written: %s\n",
                    TAC_SHOWN(e->table[i].file.path), tac_table_why(&e->table[i].file));
            good = false;
        }
    }
    for (int i = 0; i < e->n_file; i++) {
        if (e->file[i].opened && !e->file[i].by.close(e->file[i].by.context, &e->why)) {
            good = false;
        }
    }
    if (good && missed_all(e)) {
        (void)tac_diag_say(&e->why.diag,
                           "tactus: the files hold no row: none of the steps is a multiple of "
                           "--every %" PRId64,
                           e->every);
    }
    e->wrong = e->wrong || !tell(&e->why);
    good = good && !e->wrong;
    e->n = 0;
    e->n_file = 0;
    free(e->sensor);
    e->sensor = NULL;
    free(e->clock.what.text);
    free(e->clock.item.text);
    e->clock = (tac_clock_tables){0};
    return good;
}
