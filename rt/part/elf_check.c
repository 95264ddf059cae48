#include "elf_check.h"

#include <elf.h>

#include "elf_dynamic.h"
#include "elf_segments.h"
#include "elf_symbols.h"

// What two spans share, of size 0 where they share nothing.
static tac_elf_span shared(tac_elf_span a, tac_elf_span b)
{
    const uint64_t end_a = a.at + a.size, end_b = b.at + b.size;
    const uint64_t at = a.at > b.at ? a.at : b.at, end = end_a < end_b ? end_a : end_b;
    return (tac_elf_span){at, end > at ? end - at : 0};
}

// The C library protects whole pages.
static tac_elf_span protected_span(const tac_elf_image *e)
{
    const uint64_t end = (e->relro.at + e->relro.size) & ~(uint64_t)(TAC_ELF_PAGE - 1);
    return (tac_elf_span){e->relro.at, end > e->relro.at ? end - e->relro.at : 0};
}

// A part has no variables: what can be written is protected as soon as the object is loaded, or is the table of
// jumps, three words and one per function that is asked for.
static bool check_constant(const tac_elf_image *e, const tac_part_error *error)
{
    const uint64_t n_slot = 3 + e->jumps.size / sizeof(Elf64_Rela);
    const tac_elf_span slots = {e->slots, e->slots != 0 ? n_slot * sizeof(uint64_t) : 0};
    const tac_elf_span safe = protected_span(e);
    if (e->relro.size == 0) {
        return tac_part_say(error,
                            "is not protected after it is loaded; link it with -Wl,-z,relro");
    }
    uint64_t n = 0; // bytes that are neither
    for (int i = 0; i < e->n_segment; i++) {
        const tac_elf_span s = {e->segment[i].at, e->segment[i].size};
        if (e->segment[i].flags & PF_W) {
            n += s.size - shared(s, safe).size - shared(s, slots).size +
                 shared(shared(s, safe), slots).size;
        }
    }
    return n == 0 ||
           tac_part_say(error,
                        "has variables of its own, %llu bytes, which all its places in all models "
                        "would share; make them const, or states",
                        (unsigned long long)n);
}

bool tac_elf_check(tac_elf_image *e, const unsigned char *bytes, size_t size,
                   const tac_part_error *error)
{
    *e = (tac_elf_image){.byte = bytes, .size = size};
    return tac_elf_segments(e, error) && tac_elf_dynamic(e, error) && tac_elf_symbols(e, error) &&
           check_constant(e, error);
}
