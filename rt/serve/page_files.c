#include "page_files.h"

#include <string.h>

// The assembler takes the files in as they are; the build says where they lie.
__asm__(".section .rodata\n"
        "tac_page_html: .incbin \"" TAC_PAGE_FOLDER "/page.html\"\n"
        "tac_page_html_end:\n"
        "tac_page_js: .incbin \"" TAC_PAGE_FOLDER "/page.js\"\n"
        "tac_page_js_end: .byte 0\n"
        ".previous\n");

extern const unsigned char tac_page_html[], tac_page_html_end[], tac_page_js[], tac_page_js_end[];

const tac_page_file *tac_page_file_find(const char *path)
{
    static const tac_page_file files[] = {
        {"/", "text/html; charset=utf-8", tac_page_html, tac_page_html_end},
        {"/page.js", "text/javascript; charset=utf-8", tac_page_js, tac_page_js_end},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(files[i].path, path) == 0) {
            return &files[i];
        }
    }
    return NULL;
}
