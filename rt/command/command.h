// A command of the program: its place in the help, its options and what it does.
#ifndef TAC_COMMAND_H
#define TAC_COMMAND_H

#include "args/args.h"
#include "model_file.h"
#include "simulation/simulation.h"
#include "system/exit.h"

typedef struct tac_command {
    const char *name;
    const char *arguments; // after the name in the help: "MODEL [options]"
    const char *summary;
    const tac_syntax *syntax;         // options for the help, or NULL
    int (*run)(tac_args *a);          // returns the exit code, errors already printed
    const char *more;                 // further lines of the help, or NULL
    const struct tac_command *second; // another use with options of its own, for the help; or NULL
} tac_command;

extern const tac_command tac_command_sim, tac_command_check, tac_command_tree, tac_command_run,
    tac_command_ctl, tac_command_trace, tac_command_doctor, tac_command_bench, tac_command_signals,
    tac_command_get, tac_command_set, tac_command_dump, tac_command_top, tac_command_replay,
    tac_command_log, tac_command_list, tac_command_serve, tac_command_view, tac_command_bridge_udp,
    tac_command_platform, tac_command_import, tac_command_compile, tac_command_part,
    tac_command_types, tac_command_play, tac_command_fmu, tac_command_fmu_info, tac_command_fmu_run,
    tac_command_drive;

// Prints one line on standard error and returns the code.
int tac_command_fail(int code, const char *line);

// The same for all lines of what failed; the code is that of memory or the other one.
int tac_command_refuse(const tac_diag *why, tac_exit otherwise);

// Prints what was not taken of a robot's file, a line each, on standard error; NULL: nothing.
void tac_command_tell(const char *notes);

// Messages of commands whose only plain argument is the model.
#define TAC_NO_MODEL "no model file given; try '%s --help'"
#define TAC_TWO_MODELS "one model at a time, not '%2$s' and '%1$s'"

// ---- options that several commands have ----------------------------------------------------------

// What is recorded of a run: the member `record` of the command's settings.
typedef struct tac_record_settings {
    const char *path;    // NULL: nothing
    int states;          // 0: of all steps, 1: checkpoints only
    int steps_per_block; // 0: as the writer of logs chooses
} tac_record_settings;

extern const char *const tac_record_states[2];

#define TAC_OPTION_RECORD(settings)                                          \
    "record", "FILE", "write a log that 'tactus replay' checks bit for bit", \
        TAC_ARG_TEXT(settings, record.path)
#define TAC_OPTION_RECORD_STATES(settings)                                 \
    "record-states", "all|checkpoints", "states in the log (default all)", \
        TAC_ARG_WORD(settings, record.states, tac_record_states)
#define TAC_OPTION_RECORD_EVERY(settings, help) \
    "record-every", "N", help, TAC_ARG_WHOLE(settings, record.steps_per_block, 1, 1000000)

// Sets the error of a and returns false when there are settings of a log that is not written.
bool tac_command_records(tac_args *a, const tac_record_settings *r);

// The method of a model or rig: a text of the command's settings, NULL: as in the file.
#define TAC_OPTION_METHOD(settings, member)                                  \
    "method", "NAME", "formulation (default: as in the file, or the first)", \
        TAC_ARG_TEXT(settings, member), .take = tac_command_method

// Whether what meets one body by more than six rows is condensed; applied by tac_command_apply_carriers.
#define TAC_OPTION_CARRIERS(settings, member)                                                \
    "carriers", "on|off", "condense what meets one body by more than six rows (default on)", \
        TAC_ARG_TEXT(settings, member), .take = tac_command_carriers

bool tac_command_carriers(tac_args *a, void *settings);

// Gives the simulation what was asked for, after its method. False, and the error of a, for methods without
// carriers.
bool tac_command_apply_carriers(tac_args *a, tac_simulation *s, const char *word);

// Whether the value at hand is a word of the table of methods; else sets the error of a.
bool tac_command_method(tac_args *a, void *settings);

// Gives the simulation the method of the word, if there is one.
void tac_command_apply_method(tac_simulation *s, const char *word);

// Whether a method has what the option --KEY sets; else sets the error of a, with who has it.
bool tac_command_takes(tac_args *a, const tac_method *method, tac_solver_key key);

// Whether a method is for real time, as the command needs it; else sets the error of a, with what to do.
bool tac_command_real_time(tac_args *a, const tac_method *method);

// ---- what may be written -------------------------------------------------------------------------

// Set the error of a and return false when output, NULL for none, is the very file that input names, or one
// of those that the model was read from, and when two of n outputs are one plain file or name.
bool tac_command_spares(tac_args *a, const char *input, const char *output);
bool tac_command_spares_model(tac_args *a, const tac_model_file *f, const char *output);
bool tac_command_apart(tac_args *a, const char *const *output, int n);

// The same of n outputs and what a model or rig at a path is read from, before anything is measured; what cannot be
// read is said later.
bool tac_command_spares_all(tac_args *a, const char *path, const tac_given *given,
                            const char *const *output, int n);

#endif
