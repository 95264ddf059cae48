// Model files: YAML text to a kernel description, before time starts. docs/model-format.md is the
// reference. Everything returned is read-only and stays valid until tac_model_file_free.
#ifndef TAC_MODEL_FILE_H
#define TAC_MODEL_FILE_H

#include <stdbool.h>

#include "desc.h"
#include "diag.h"
#include "file_source.h"
#include "solver.h"

typedef struct tac_model_file {
    tac_desc desc;
    const char *title;   // "" when the file has none
    double duration;     // s
    tac_options options; // dt from `step`, the rest from `solver`
    // names, nested ones joined with '/'; index as in desc
    const char *const *body_name;
    const char *const *group_name;
    const char *const *joint_name;
    const char *const *spring_name;
    const char *const *bushing_name;
    const char *const *friction_name;
    const char *const *contact_name;
    const char *const *law_name;
    const char *const *coupler_name;
    const char *const *term_name; // of all couplers: 'gears/1', 'gears/2'
    const char *const *load_name;
    const char *const *source_name; // "" for sources written in place
    const char *const *table_name;  // of several with the same points that of the first
    const char *const *input_name;
    const char *const *sensor_name;
    const char *const *road_name;
    const char *const
        *exported; // names in `export` of the outermost file; n_exported is -1 without it: all
    int n_exported;
    const char *const *file_name; // all files read, CSV included, the outermost first
    int n_file;
    bool assembles; // the start may move bodies far: `assemble`
} tac_model_file;

// Reads and checks a model. Returns NULL and one line in diag when anything is wrong.
tac_model_file *tac_model_file_read(const char *path, tac_diag *diag);
// The same with all files from a source; NULL: from the disk.
tac_model_file *tac_model_file_read_from(const char *path, const tac_file_source *source,
                                         tac_diag *diag);
void tac_model_file_free(tac_model_file *f);

// A joint kind as model files spell it.
const char *tac_joint_kind_name(tac_joint_kind kind);

#endif
