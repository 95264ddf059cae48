// Opening segments by name, in a folder where everybody may put files: what lies there is opened without
// waiting and without following links, and is used only when it is a plain file of a user who is trusted.
#ifndef TAC_IO_SEGMENT_FILE_H
#define TAC_IO_SEGMENT_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "tactus_io.h"

#define TAC_IO_FOLDER "/dev/shm/"

// Opens the file of that name; access is O_RDONLY or O_RDWR. Returns its descriptor and describes the
// file, which is a plain one. -1: error has the status and one line; TAC_IO_NONE when there is none.
int tac_io_open_plain(const char *name, int access, struct stat *about, tac_io_error *error);

enum { TAC_IO_USER = 64 };

// "mallory (1001)", or "number 1001" for one without a name. Returns out.
const char *tac_io_user_name(uid_t user, char out[TAC_IO_USER]);

const char *tac_io_kind_name(mode_t mode); // "a FIFO"

// Whether the user is this process's own, root, or one that the environment variable TACTUS_TRUST names.
bool tac_io_trusts_user(uid_t user);

bool tac_io_is_shared_group(gid_t group); // the group `tactus`

// TAC_IO_OK when the file's owner is a trusted user or, for other users than root, a fellow member of the
// group `tactus` who gave the file to that group. Otherwise TAC_IO_FOREIGN with a line that says whose it is.
tac_io_status tac_io_check_owner(const char *name, const struct stat *about, tac_io_error *error);

#endif
