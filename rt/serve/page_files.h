// The page, as it lies in the program.
#ifndef TAC_SERVE_PAGE_FILES_H
#define TAC_SERVE_PAGE_FILES_H

#include <stddef.h>

typedef struct tac_page_file {
    const char *path; // as a browser asks for it
    const char *type;
    const unsigned char *begin, *end;
} tac_page_file;

const tac_page_file *tac_page_file_find(const char *path); // NULL: there is none

#endif
