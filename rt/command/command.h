// A command of the program: its place in the help, its options and what it does.
#ifndef TAC_COMMAND_H
#define TAC_COMMAND_H

#include "args.h"
#include "exit.h"
#include "model_file.h"

typedef struct tac_command {
    const char *name;
    const char *arguments; // after the name in the help: "MODEL [options]"
    const char *summary;
    const tac_option *option; // (n_option)
    int n_option;
    int (*run)(tac_args *a);          // returns the exit code, errors already printed
    const char *more;                 // further lines of the help, or NULL
    const struct tac_command *second; // another use with options of its own, for the help; or NULL
} tac_command;

extern const tac_command tac_command_sim, tac_command_check, tac_command_tree, tac_command_run,
    tac_command_ctl, tac_command_trace, tac_command_doctor, tac_command_bench, tac_command_signals,
    tac_command_get, tac_command_set, tac_command_dump, tac_command_top, tac_command_replay,
    tac_command_log, tac_command_bridge_udp, tac_command_platform;

// Prints one line on standard error and returns the code.
int tac_command_fail(int code, const char *line);

// For commands whose only plain argument is the model: stores it, or sets the error of a.
int tac_command_model(tac_args *a, const char **path);
int tac_command_has_model(tac_args *a, const char *path); // at the end of the arguments

// Set the error of a and return 0 when output, NULL for none, is the very file that input names, or one
// of those that the model was read from, and when two of n outputs are one plain file or name.
int tac_command_spares(tac_args *a, const char *input, const char *output);
int tac_command_spares_model(tac_args *a, const tac_model_file *f, const char *output);
int tac_command_apart(tac_args *a, const char *const *output, int n);

#endif
