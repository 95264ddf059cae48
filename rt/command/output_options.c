#include "output_options.h"

#include <string.h>

#define MAX_STEPS 1e12

const tac_option tac_output_option[TAC_N_OUTPUT_OPTION] = {
    {"csv", "FILE", "write all results, a row per step; - is standard output",
     TAC_ARG_TEXT(tac_output_options, csv)},
    {"hdf5", "FILE", "the same as HDF5, which MATLAB loads too",
     TAC_ARG_TEXT(tac_output_options, hdf5)},
    {"sensors", "FILE", "write the sensors, as HDF5 where FILE ends in .mat, .h5 or .hdf5",
     TAC_ARG_TEXT(tac_output_options, sensors)},
    {"every", "N", "write rows of every N-th step only (default 1)",
     TAC_ARG_WHOLE(tac_output_options, every, 1, MAX_STEPS)},
};

bool tac_output_wanted(const tac_output_options *o)
{
    return o->csv || o->hdf5 || o->sensors;
}

bool tac_output_is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool tac_output_on_stdout(const tac_output_options *o)
{
    return tac_output_is_stdout(o->csv) || tac_output_is_stdout(o->sensors);
}

void tac_output_files(const tac_output_options *o, const char *file[TAC_N_OUTPUT])
{
    file[0] = o->csv;
    file[1] = o->hdf5;
    file[2] = o->sensors;
}

void tac_output_export(const tac_output_options *o, tac_export *e)
{
    e->every = o->every;
    tac_export_motion(e, o->csv, TAC_TABLE_CSV);
    tac_export_motion(e, o->hdf5, TAC_TABLE_HDF5);
    tac_export_sensors(e, o->sensors, TAC_TABLE_BY_NAME);
}

tac_exit tac_output_close(tac_export *e)
{
    bool no_memory = e->no_memory;
    return tac_export_close(e) ? TAC_EXIT_OK : no_memory ? TAC_EXIT_MEMORY : TAC_EXIT_OUTPUT;
}
