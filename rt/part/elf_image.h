// A shared object as bytes of a file: where its segments lie once it is loaded, and what of them is in the file.
// Addresses are those of the file; the program adds where it loads the object. Filled by elf_check.h, whose parts
// are elf_segments.h, elf_dynamic.h and elf_symbols.h.
#ifndef TAC_ELF_IMAGE_H
#define TAC_ELF_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TAC_ELF_MOST_SEGMENTS = 16, TAC_ELF_PAGE = 4096 };

typedef struct tac_elf_segment {
    uint64_t at, size;       // in memory; segments ascend and share no page
    uint64_t offset, stored; // in the file; bytes in memory beyond those stored are zero
    uint32_t flags;          // PF_R always, PF_W, PF_X
} tac_elf_segment;

typedef struct tac_elf_span {
    uint64_t at, size;
} tac_elf_span;

typedef struct tac_elf_image {
    const unsigned char *byte; // (size)
    size_t size;
    int n_segment;
    tac_elf_segment segment[TAC_ELF_MOST_SEGMENTS];
    // found by elf_segments.h
    tac_elf_span dynamic; // in the file as a whole
    tac_elf_span relro;   // what the linker protects after relocation
    // found by elf_dynamic.h
    tac_elf_span symbols; // size unknown
    tac_elf_span strings; // ends with a zero
    tac_elf_span hash;    // size unknown
    tac_elf_span relocations, jumps;
    uint64_t n_relative; // the first relocations, which are of this type
    uint64_t slots;      // of jumps, 0: none
    // found by elf_symbols.h
    uint64_t n_symbol;
    uint64_t entry; // address of the function TAC_PART_ENTRY
} tac_elf_image;

// The stored bytes at an address, NULL when they do not lie in one segment with these flags and without those.
const unsigned char *tac_elf_at(const tac_elf_image *e, uint64_t at, uint64_t size, uint32_t with,
                                uint32_t without);

// The stored bytes from an address to the end of its segment, which cannot be written; 0 when there is none.
uint64_t tac_elf_rest(const tac_elf_image *e, uint64_t at);

#endif
