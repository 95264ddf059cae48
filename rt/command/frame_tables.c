#include "frame_tables.h"

#include <stdio.h>

#include "printable.h"

static void add(tac_frame_tables *t, const char *path, const char *only, tac_table_format format,
                bool sensors)
{
    if (path) {
        t->table[t->n].file = (tac_table_file){.path = path, .format = format, .only = only};
        t->table[t->n++].sensors = sensors;
    }
}

static bool is_shown(const tac_io_signal *s, bool sensors)
{
    return !sensors || s->direction == TAC_IO_STATE;
}

static bool put_header(const tac_row_sink *sink, bool sensors, const tac_io *io)
{
    static const char *const first[] = {"frame", "cycle", "step", "t"};
    for (int i = sensors ? 3 : 0; i < 4; i++) {
        tac_row_sink_name(sink, "", first[i]);
    }
    for (int i = 0; i < tac_io_count(io); i++) {
        tac_io_signal s;
        (void)tac_io_describe(io, i, &s);
        int n = is_shown(&s, sensors) ? s.rows * s.columns : 0;
        for (int k = 0; k < n; k++) {
            tac_io_value_about about;
            (void)tac_io_describe_value(io, i, k, &about);
            tac_row_sink_name(sink, about.name, "");
        }
    }
    return tac_row_sink_end_row(sink);
}

static bool put_row(const tac_row_sink *sink, bool sensors, const tac_io *io, const tac_io_frame *f)
{
    const double first[] = {(double)f->number, (double)f->cycle, (double)f->step, f->time};
    tac_row_sink_numbers(sink, sensors ? &first[3] : first, sensors ? 1 : 4);
    for (int i = 0; i < tac_io_count(io); i++) {
        tac_io_signal s;
        (void)tac_io_describe(io, i, &s);
        int n = is_shown(&s, sensors) ? s.rows * s.columns : 0;
        for (int k = 0; k < n; k++) {
            const double value = tac_io_value(io, i, k);
            tac_row_sink_numbers(sink, &value, 1);
        }
    }
    return tac_row_sink_end_row(sink);
}

bool tac_frame_tables_open(tac_frame_tables *t, const tac_output_options *o, const tac_io *io)
{
    *t = (tac_frame_tables){.every = o->every > 1 ? o->every : 1};
    add(t, o->csv, o->only, TAC_TABLE_CSV, false);
    add(t, o->hdf5, o->only, TAC_TABLE_HDF5, false);
    add(t, o->sensors, o->only, TAC_TABLE_BY_NAME, true);
    for (int i = 0; i < t->n && !t->failed; i++) {
        t->failed = !tac_table_open(&t->table[i].file);
        if (!t->failed) {
            tac_row_sink sink = tac_table_sink(&t->table[i].file);
            t->failed = !put_header(&sink, t->table[i].sensors, io);
        }
    }
    return !t->failed;
}

bool tac_frame_tables_row(tac_frame_tables *t, const tac_io *io)
{
    tac_io_frame f;
    tac_io_get_frame(io, &f);
    bool wanted = f.number % (uint64_t)t->every == 0;
    for (int i = 0; i < t->n && wanted && !t->failed; i++) {
        tac_row_sink sink = tac_table_sink(&t->table[i].file);
        t->failed = !put_row(&sink, t->table[i].sensors, io, &f);
    }
    return !t->failed;
}

tac_exit tac_frame_tables_close(tac_frame_tables *t, const char *command)
{
    tac_exit code = TAC_EXIT_OK;
    for (int i = 0; i < t->n; i++) {
        tac_table_file *file = &t->table[i].file;
        if (!tac_table_close(file)) {
            fprintf(stderr, "%s: '%s' cannot be written: %s\n", command, TAC_SHOWN(file->path),
                    tac_table_why(file));
            code = TAC_EXIT_OUTPUT;
        }
    }
    return code;
}
