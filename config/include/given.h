// What is given for a model from outside its files: on a command line, in a log. A parameter is a text
// "NAME=VALUE" with the name of a parameter of the outermost file and a value as it would stand there in place of
// the file's own: "length=120 mm", "axis=[0, 0, 1]", "l=${2*r}" with parameters that come before it. Of several
// with one name the last counts.
//
// What was given lies behind the structs of model_file.h and rig_file.h, as the method does.
#ifndef TAC_GIVEN_H
#define TAC_GIVEN_H

#include "model_file.h"
#include "rig_file.h"

enum { TAC_MOST_GIVEN = 1024 };

typedef struct tac_given {
    const char *const *text; // (n)
    int n;
    int bounds; // times those of bounds.h that the files may ask for; 0: once
} tac_given;

// As tac_model_file_read_from, with parameters given; NULL: none. One that the outermost file does not have is
// refused with the names of those that it has. The texts are copied.
tac_model_file *tac_model_file_read_given(const char *path, const tac_file_source *source,
                                          const tac_given *given, tac_diag *diag);
// The same of `size` bytes of text that stand for the file of that path.
tac_model_file *tac_model_file_read_in_place(const char *path, const char *text, size_t size,
                                             const tac_file_source *source, const tac_given *given,
                                             tac_diag *diag);
// The same for a rig: they are its model's.
tac_rig_file *tac_rig_file_read_given(const char *path, const tac_file_source *source,
                                      const tac_given *given, tac_diag *diag);

// What was given; the texts live as long as the file.
tac_given tac_model_file_given(const tac_model_file *f);
tac_given tac_rig_file_given(const tac_rig_file *f);

// Whether the file names a model, as rigs do and models do not. False for one that cannot be read.
int tac_is_rig_file(const char *path);

#endif
