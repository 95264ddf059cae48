// A model file brought to life: file, tree, model, state and work with their memory.
//
// Used in this order: tac_simulation_read fills method and options from the file; the caller may change
// them, inputs and duration; tac_simulation_prepare builds everything that is needed to step;
// tac_simulation_start finds the consistent start; of a file from the disk that does not say `assemble` it
// refuses one that moves a body by more than a tenth of the model's length. Memory is taken in read and prepare, one
// aligned block per object, and never afterwards.
#ifndef TAC_SIMULATION_H
#define TAC_SIMULATION_H

#include <stddef.h>

#include "balance.h"
#include "diag.h"
#include "given.h"
#include "method_choice.h"
#include "model_file.h"
#include "observe.h"
#include "schedule.h"
#include "solver.h"
#include "tree.h"
#include "tune.h"

typedef struct tac_simulation {
    const char *path;
    char rig[TAC_RIG_NAME]; // name of the rig that method and options are from, "" without one
    tac_model_file *file;
    char *notes; // of a robot's file: what was not taken of it, a line each; NULL: it is a model's
    const tac_method *method;
    tac_options options;
    double duration; // s
    double *input;   // values handed to every step                    (n_input)
    tac_tree *tree;
    tac_model *model;
    tac_work *work;
    tac_state state;
    size_t tree_size, model_size, state_size, work_size; // bytes, for display
    int bounds;                                          // times those of bounds.h, 0: none
    tac_report report;                                   // of the last step or the start
    tac_start_report start;
    void *block[6]; // inputs, tree, model, state, work, energy balance
    int n_block;
    bool assembles;        // the start may move bodies far
    bool borrows;          // its file and inputs are another simulation's
    tac_energy_law energy; // what a run may do with its energy
    double first_energy;   // at the start, J
    double most_kinetic;   // so far, J
    tac_diag diag;         // one line that says why one of the functions below failed
} tac_simulation;

// Each returns 0 with the line in diag when it fails. A failed simulation
// still has to be closed; a zeroed one may be.
int tac_simulation_read(tac_simulation *s, const char *path);
int tac_simulation_read_from(tac_simulation *s, const char *path,
                             const tac_file_source *source); // NULL: from the disk
// With parameters given.
int tac_simulation_read_given(tac_simulation *s, const char *path, const tac_file_source *source,
                              const tac_given *given);
// The model of a rig, with the rig's method, options and duration, and the parameters given to it.
int tac_simulation_read_rig(tac_simulation *s, const tac_rig_file *rig);
// A file that may be either, from the disk.
int tac_simulation_read_any(tac_simulation *s, const char *path, const tac_given *given);
void tac_simulation_take_method(tac_simulation *s,
                                const tac_method *method); // instead of the file's
int tac_simulation_prepare(tac_simulation *s);

// Another simulation of the same file, with the method, options, duration and inputs of s as they are, to be prepared
// and closed by itself while s is there. Both prepare the file for themselves: their methods and orders have
// to be the same while one of them is being prepared. Once s is prepared any number of threads may prepare others
// with its method and order.
void tac_simulation_like(tac_simulation *copy, const tac_simulation *s);

// Whether its method has a single order, whatever its options say.
bool tac_simulation_has_one_order(const tac_simulation *s);
int tac_simulation_start(tac_simulation *s);
void tac_simulation_close(tac_simulation *s);

// Sets a parameter between steps; from then on a run may do anything with its energy.
//   fails    as tac_parameter_set
tac_status tac_simulation_tune(tac_simulation *s, tac_parameter p, double value);

// One step, then the report.
//   fails    as tac_step; diag then holds time, reason and the item concerned
tac_status tac_simulation_step(tac_simulation *s);

// The report of a step that was made elsewhere, whose state is in place.
void tac_simulation_take_report(tac_simulation *s, const tac_report *report);

// Why the step that follows the state failed, by name, and what to do. Uses the work as scratch.
void tac_simulation_explain(const tac_simulation *s, tac_status status, char *out, size_t size);

// Of a prepared simulation: how this many workers would share a step.
tac_schedule tac_simulation_schedule(const tac_simulation *s, int workers);

double tac_simulation_time(const tac_simulation *s); // s

#endif
