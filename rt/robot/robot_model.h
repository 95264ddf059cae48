// Models out of robots' files, recognised by what is in them: they are read wherever a model is.
#ifndef TAC_ROBOT_MODEL_H
#define TAC_ROBOT_MODEL_H

#include "given.h"
#include "robot_file.h"

// Reads a model. Of a robot's file it is what `tactus import` would write, and *notes, to be freed, what was not taken of
// it, a line each; else *notes is NULL. NULL with a line in diag.
tac_model_file *tac_read_model_or_robot(const char *path, const tac_file_source *source,
                                        const tac_given *given, char **notes, tac_diag *diag);

typedef struct tac_robot_choice { // of who asks for the text
    const char *out;              // of the model file; NULL: the robot's file
    bool is_floating, mends;
} tac_robot_choice;

// Whether the file of that path is one of a robot; false for one that cannot be read.
bool tac_is_robot_file(const char *path);

// The model's text of a robot's file on disk. False with one line in diag.
bool tac_read_robot(const char *path, const tac_robot_choice *choice, tac_robot_text *text,
                    tac_diag *diag);

#endif
