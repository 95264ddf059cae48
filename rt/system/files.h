// Whole blocks of bytes from and to descriptors, whatever interrupts.
#ifndef TAC_FILES_H
#define TAC_FILES_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

// Write or read all n bytes; 0 when that fails, errno says why, or the file ends before.
int tac_write_all(int fd, const void *data, size_t n);
int tac_read_all(int fd, void *data, size_t n);

// A plain file, for reading. Whoever may write its folder may have put something else there since it was looked at:
// that is refused with EINVAL and not waited for. NULL: errno says why.
FILE *tac_open_plain(const char *path);

// A new file under this name, for writing. What was there before, a link that others left in the folder say,
// is removed and neither followed nor written through. -1: errno says why.
int tac_create_new(const char *path, mode_t mode);

// A file written beside the one whose place it then takes in one go: whoever has the old one mapped or open keeps it,
// and no reader sees half of one.
typedef struct tac_successor {
    char beside[4096];
    int fd;
} tac_successor;

// Why nothing can take the place of what has this name, "is a symbolic link, ..."; NULL: something can.
const char *tac_keeps_its_place(const char *path);

// 0: errno says why, EBUSY: what has the name is being written (tac_open_alone). Ending closes what is written, on disk,
// and gives it its place if it is good; else, or when that fails (0, errno says why), the old one stays and nothing is
// beside it.
int tac_begin_successor(tac_successor *s, const char *path, mode_t mode);
int tac_end_successor(const tac_successor *s, const char *path, int good);

// Opens an output for writing by this descriptor alone, with more flags of open: a second writer gets -1 with EBUSY at once, by whatever
// name it comes, and the file stays as it is; for the first one it is empty then. The lock goes with the
// descriptor, also when the process is killed; readers need none, and one that locks a file of this user's own keeps
// it to itself: the name gets a new one (EAGAIN: it is another user's, or the folder or its system does not allow that). What is no
// plain file is opened as it is. -1: errno says why.
int tac_open_alone(const char *path, mode_t mode, int more);

// What an errno of an output means to whoever asked for it: of tac_open_alone, tac_begin_successor, a recording.
const char *tac_output_error(int error);

#endif
