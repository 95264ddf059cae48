#include "elf_image.h"

#include <elf.h>

// The segment whose stored bytes hold an address.
static const tac_elf_segment *segment_of(const tac_elf_image *e, uint64_t at)
{
    for (int i = 0; i < e->n_segment; i++) {
        const tac_elf_segment *s = &e->segment[i];
        if (at >= s->at && at - s->at < s->stored) {
            return s;
        }
    }
    return NULL;
}

const unsigned char *tac_elf_at(const tac_elf_image *e, uint64_t at, uint64_t size, uint32_t with,
                                uint32_t without)
{
    const tac_elf_segment *s = segment_of(e, at);
    if (!s || size > s->stored - (at - s->at) || (s->flags & with) != with ||
        (s->flags & without) != 0) {
        return NULL;
    }
    return e->byte + s->offset + (at - s->at);
}

uint64_t tac_elf_rest(const tac_elf_image *e, uint64_t at)
{
    const tac_elf_segment *s = segment_of(e, at);
    return s && !(s->flags & PF_W) ? s->stored - (at - s->at) : 0;
}
