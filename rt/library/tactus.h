// libtactus: models of Tactus in a program of one's own, stepped with the bits of `tactus sim`.
//
//   const char *given[] = {"length=120 mm", "solver.order=4"};
//   tactus_model *model = tactus_load("crane.yaml", given, 2, &error);
//   tactus *crane = tactus_new(model, &error);
//   int motor = tactus_find(model, TACTUS_INPUT, "motor"), code = tactus_start(crane);
//   const double *sensor = tactus_values(crane, TACTUS_SENSOR); // has new values after each call that steps
//   while (code == TACTUS_OK && tactus_time(crane) < 10.0) {
//       double torque = control(sensor);
//       tactus_set(crane, TACTUS_INPUT, motor, 1, &torque);
//       code = tactus_step(crane, 1);
//   }
//   fputs(tactus_text(crane), stderr); // "" while nothing is wrong
//   tactus_free(crane);
//   tactus_unload(model);
//
// A model is what files say. It does not change once it is loaded. An instance is one mechanism that moves by it,
// with inputs, parameters and a state of its own; there may be any number.
//
// Threads. Functions of a model may be called from any threads at the same time. An instance belongs to one thread
// at a time; different instances, of one model or of several, know nothing of each other. tactus_load may run in
// several threads as well. A model is unloaded after its instances are freed.
//
// Nothing is global: no variable, no output, no signal handler, no exit. The caller's floating-point mode, flags
// included, is what it was when a function returns. Memory is taken by tactus_load, tactus_new, tactus_start,
// tactus_doubt and the first tactus_step_many of a model (in each thread that does so at the same time); everything else
// allocates nothing and makes no system call, as long as it does not fail.
//
// What fails returns a code, which is that of the program's exit, and leaves one line that says what is wrong and
// what to do: in the error of functions without an instance, in tactus_text() of one. All numbers are in SI units.
// Links with C99 and C++. docs/library.md has examples.
#ifndef TACTUS_H
#define TACTUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tactus_model tactus_model;
typedef struct tactus tactus; // an instance

enum {
    TACTUS_OK = 0,
    TACTUS_WRONG = 2,  // what was given: a file, a name, a number, an order of calls
    TACTUS_FAILED = 3, // a step cannot be made; the state before it stands
    TACTUS_MEMORY = 5  // there is not enough
};

typedef struct tactus_error {
    int code;
    char text[1024]; // one line; "" after success
} tactus_error;

// ---- models --------------------------------------------------------------------------------------

const char *tactus_version(void);

// Reads a model, or a rig with its model, from the disk. given (n): texts "NAME=VALUE", parameters of the file as
// `--parameter` takes them, or how it is solved: "solver.method=canonical", "solver.order=4",
// "solver.iterations=2", "solver.step=0.5 ms", "solver.lanes=4", "solver.bounds=2" as `--raise-bounds`. NULL and the line in error (may be NULL).
// Models with compiled parts or laws of shared objects are refused.
tactus_model *tactus_load(const char *path, const char *const *given, int n, tactus_error *error);

// A file in memory. The name is the path that other files find it by.
typedef struct tactus_file {
    const char *name;
    const void *bytes;
    size_t size;
} tactus_file;

// The same of files in memory (n_file), which may go afterwards; the first one is the model.
tactus_model *tactus_load_files(const tactus_file *file, int n_file, const char *const *given,
                                int n, tactus_error *error);
void tactus_unload(tactus_model *model); // NULL is fine

const char *tactus_title(const tactus_model *model);
double tactus_dt(const tactus_model *model);       // s, of a step
double tactus_duration(const tactus_model *model); // s, as the file has it

// ---- what a model has ----------------------------------------------------------------------------

// Kinds of values.
enum {
    TACTUS_INPUT,     // may be set between steps: what the file names under `inputs`
    TACTUS_PARAMETER, // may be set between steps: stiffness, damping and so on of what has a name
    TACTUS_SENSOR,    // measured after a step; one entry for each number, "tip.x"
    TACTUS_KINDS
};

typedef struct tactus_about {
    const char *name;
    const char *unit; // "" where there is none, or where it depends on what the value is used for
    double value;     // before anything else is set; of sensors 0
    double least;     // that it may be set to; minus infinity: any
} tactus_about;

int tactus_count(const tactus_model *model, int kind);                  // 0 for other kinds
int tactus_find(const tactus_model *model, int kind, const char *name); // index; -1: none
// Texts live as long as the model. TACTUS_WRONG: there is no such value.
int tactus_describe(const tactus_model *model, int kind, int index, tactus_about *out);

// ---- instances -----------------------------------------------------------------------------------

// An instance that is not started. NULL and the line in error (may be NULL).
tactus *tactus_new(const tactus_model *model, tactus_error *error);
void tactus_free(tactus *instance); // NULL is fine

// Finds the consistent start of the file at t = 0, with inputs and parameters as they are set. Any number of times.
int tactus_start(tactus *instance);

// Sets or gets n values of a kind, from the first one on: all of them, or none and a code. Inputs act in the next
// step, parameters from the next step on.
int tactus_set(tactus *instance, int kind, int first, int n, const double *value);
int tactus_get(const tactus *instance, int kind, int first, int n, double *value);

// All values of a kind (tactus_count): no copy, one place as long as the instance lives, in which sensors change with
// each start, step and restore. Not to be written. NULL: there is no such kind.
const double *tactus_values(const tactus *instance, int kind);

// Makes n steps. Inputs hold their values, sensors are measured after the last one. On failure the steps before the one
// that cannot be made are made.
int tactus_step(tactus *instance, int64_t n);
int64_t tactus_steps(const tactus *instance); // that were made since t = 0
double tactus_time(const tactus *instance);   // s

// Makes n steps of each of several instances (count), with the bits that each has alone. Neighbours that are instances of
// one model at the same step share vectors: up to 4 or 8 of them, as wide as those of the processor, or as
// "solver.lanes" says. code (count, may be NULL) gets what tactus_step would return for each; returns the first one that
// is not TACTUS_OK.
int tactus_step_many(tactus *const *instance, int count, int64_t n, int *code);

// ---- states --------------------------------------------------------------------------------------

// A state as bytes: all that decides the future, inputs and parameters included, and the sensors. The bytes are good for any
// instance of this model with these given texts, in any process with this version of the library.
size_t tactus_state_size(const tactus_model *model);
int tactus_save(tactus *instance, void *bytes, size_t size);

// TACTUS_WRONG, and nothing has changed: bytes that are damaged, or of another model.
int tactus_restore(tactus *instance, const void *bytes, size_t size);

// ---- in words ------------------------------------------------------------------------------------

// Why the last function of the instance that failed did; "" when the last one did not.
const char *tactus_text(const tactus *instance);

// Whether results since the start are in doubt, as `tactus sim` says it, and the line (size, may be NULL).
int tactus_doubt(const tactus *instance, char *line, size_t size);

#ifdef __cplusplus
}
#endif

#endif
