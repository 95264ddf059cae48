#include "output_options.h"

#include <string.h>

#include "printable.h"
#include "scene/glb_file.h"
#include "scene/mcap_file.h"
#include "scene/svg_file.h"

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
    {"only", "NAMES", "of these tables only t and columns so named: arm,*.fz,force[2]",
     TAC_ARG_TEXT(tac_output_options, only)},
    {"mcap", "FILE", "write motion, looks and sensors as MCAP, for Foxglove and the like",
     TAC_ARG_TEXT(tac_output_options, mcap.path)},
    {"glb", "FILE", "write an animation as glTF 2.0, for browsers, Blender and the like",
     TAC_ARG_TEXT(tac_output_options, glb.path)},
    {"glb-rate", "HZ", "pictures of it per second (default 30)",
     TAC_ARG_REAL(tac_output_options, glb.rate, TAC_Q_FREQUENCY, 1e-6, 1e6)},
    {"frames-svg", "FILE", "draw eight instants in one picture, as SVG",
     TAC_ARG_TEXT(tac_output_options, svg.path)},
    {"view", "FROM", "of --frames-svg: along x, y or z, or oblique (default: by the mechanism)",
     TAC_ARG_TEXT(tac_output_options, svg.view)},
    [TAC_OUTPUT_PLOT] = {"plot", "FILE", "draw columns over time as SVG, with gnuplot",
                         TAC_ARG_TEXT(tac_output_options, plot.path)},
    {"columns", "NAMES", "of --plot, with commas: q,qd or arm.x,*.fz; each gets a panel",
     TAC_ARG_TEXT(tac_output_options, plot.columns)},
};

static bool is_view(const char *text)
{
    return strcmp(text, "oblique") == 0 || (strchr("xyz", text[0]) && text[0] && !text[1]);
}

bool tac_output_check(const tac_output_options *o, tac_args *a)
{
    if (!o->plot.path != !o->plot.columns) {
        return tac_args_fail(a, o->plot.path ? "--plot needs --columns: --columns q,qd"
                                             : "--columns needs --plot with a file");
    }
    if (o->only && !o->csv && !o->hdf5 && !o->sensors) {
        return tac_args_fail(a, "--only needs --csv, --hdf5 or --sensors with a file");
    }
    if (o->svg.view && !o->svg.path) {
        return tac_args_fail(a, "--view needs --frames-svg with a file");
    }
    if (o->svg.view && !is_view(o->svg.view)) {
        return tac_args_fail(a, "--view is x, y, z or oblique, not '%s'", TAC_SHOWN(o->svg.view));
    }
    return o->glb.path || !(o->glb.rate > 0.0) ||
           tac_args_fail(a, "--glb-rate needs --glb with a file");
}

bool tac_output_wanted(const tac_output_options *o)
{
    const char *file[TAC_N_OUTPUT];
    bool wanted = false;
    tac_output_files(o, file);
    for (int i = 0; i < TAC_N_OUTPUT; i++) {
        wanted = wanted || file[i];
    }
    return wanted;
}

bool tac_output_is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool tac_output_on_stdout(const tac_output_options *o)
{
    return tac_output_is_stdout(o->csv) || tac_output_is_stdout(o->sensors) ||
           tac_output_is_stdout(o->mcap.path) || tac_output_is_stdout(o->glb.path) ||
           tac_output_is_stdout(o->svg.path) || tac_output_is_stdout(o->plot.path);
}

void tac_output_files(const tac_output_options *o, const char *file[TAC_N_OUTPUT])
{
    const char *const all[TAC_N_OUTPUT] = {o->csv,      o->hdf5,     o->sensors,  o->mcap.path,
                                           o->glb.path, o->svg.path, o->plot.path};
    memcpy(file, all, sizeof all);
}

void tac_output_export(tac_output_options *o, tac_export *e)
{
    e->every = o->every;
    e->only = o->only;
    tac_export_motion(e, o->csv, TAC_TABLE_CSV);
    tac_export_motion(e, o->hdf5, TAC_TABLE_HDF5);
    tac_export_sensors(e, o->sensors, TAC_TABLE_BY_NAME);
    o->glb.rate = o->glb.rate > 0.0 ? o->glb.rate : TAC_GLB_RATE;
    tac_export_plot(e, &o->plot); // its columns may not be there
    tac_export_mcap(e, &o->mcap);
    tac_export_glb(e, &o->glb);
    tac_export_svg(e, &o->svg);
}

tac_exit tac_output_close(tac_export *e)
{
    bool no_memory = e->no_memory;
    if (tac_export_close(e)) {
        return TAC_EXIT_OK;
    }
    bool is_input = e->wrong && e->why.kind == TAC_FAILED_INPUT;
    return no_memory || e->why.diag.no_memory ? TAC_EXIT_MEMORY
           : is_input                         ? TAC_EXIT_INPUT
                                              : TAC_EXIT_OUTPUT;
}
