#include "elf_segments.h"

#include <elf.h>
#include <string.h>

#define PT_SFRAME 0x6474e554 // not yet in every elf.h

enum { MOST_HEADERS = 32, MOST_ALIGNMENT = 1 << 21 };

#define MOST_MEMORY ((uint64_t)1 << 28) // bytes

static bool damaged(const tac_part_error *error, const char *what)
{
    return tac_part_say(error, "is damaged: %s" TAC_PART_ANEW, what);
}

static bool check_kind(const Elf64_Ehdr *h, const tac_part_error *error)
{
    if (h->e_ident[EI_CLASS] != ELFCLASS64) {
        return tac_part_say(error, "is no object of 64 bits" TAC_PART_ANEW ", for x86-64");
    }
    if (h->e_ident[EI_DATA] != ELFDATA2LSB || h->e_machine != EM_X86_64) {
        return tac_part_say(
            error, "is built for another processor (machine %u)" TAC_PART_ANEW ", for x86-64",
            h->e_machine);
    }
    if (h->e_ident[EI_VERSION] != EV_CURRENT || h->e_version != EV_CURRENT ||
        (h->e_ident[EI_OSABI] != ELFOSABI_NONE && h->e_ident[EI_OSABI] != ELFOSABI_GNU)) {
        return tac_part_say(error, "is built for another system" TAC_PART_ANEW ", for Linux");
    }
    return h->e_type == ET_DYN ||
           tac_part_say(error, "is no shared object (type %u); link it with -shared", h->e_type);
}

static bool read_header(const tac_elf_image *e, Elf64_Ehdr *h, const tac_part_error *error)
{
    if (e->size < sizeof *h || memcmp(e->byte, ELFMAG, SELFMAG) != 0) {
        return tac_part_say(error, "is no shared object" TAC_PART_ANEW);
    }
    memcpy(h, e->byte, sizeof *h);
    if (!check_kind(h, error)) {
        return false;
    }
    uint64_t headers = h->e_phnum * sizeof(Elf64_Phdr);
    uint64_t sections = h->e_shnum * (uint64_t)h->e_shentsize;
    if (h->e_ehsize != sizeof *h || h->e_phentsize != sizeof(Elf64_Phdr) || h->e_phnum < 1 ||
        h->e_phnum > MOST_HEADERS || h->e_phoff % sizeof(uint64_t) != 0) {
        return damaged(error, "its header");
    }
    if (h->e_phoff > e->size || headers > e->size - h->e_phoff || h->e_shoff > e->size ||
        sections > e->size - h->e_shoff) {
        return damaged(error, "it is cut short");
    }
    return true;
}

static Elf64_Phdr program_header(const tac_elf_image *e, const Elf64_Ehdr *h, int i)
{
    Elf64_Phdr p;
    memcpy(&p, e->byte + h->e_phoff + (size_t)i * sizeof p, sizeof p);
    return p;
}

static uint64_t page_up(uint64_t at)
{
    return (at + TAC_ELF_PAGE - 1) & ~(uint64_t)(TAC_ELF_PAGE - 1);
}

static bool add_segment(tac_elf_image *e, const Elf64_Phdr *p, const tac_part_error *error)
{
    const tac_elf_segment *last = e->n_segment > 0 ? &e->segment[e->n_segment - 1] : NULL;
    if ((p->p_flags & PF_W) && (p->p_flags & PF_X)) {
        return tac_part_say(error, "has memory that is both written and run" TAC_PART_ANEW);
    }
    if (e->n_segment == TAC_ELF_MOST_SEGMENTS || !(p->p_flags & PF_R) ||
        (p->p_flags & ~(uint32_t)(PF_R | PF_W | PF_X)) != 0) {
        return damaged(error, "its segments are too many, or cannot be read");
    }
    if (p->p_offset > e->size || p->p_filesz > e->size - p->p_offset) {
        return damaged(error, "it is cut short");
    }
    if (p->p_filesz < 1 || p->p_filesz > p->p_memsz || p->p_memsz > MOST_MEMORY ||
        p->p_vaddr > MOST_MEMORY || p->p_align < TAC_ELF_PAGE || p->p_align > MOST_ALIGNMENT ||
        (p->p_align & (p->p_align - 1)) != 0 ||
        ((p->p_vaddr - p->p_offset) & (p->p_align - 1)) != 0) {
        return damaged(error, "sizes of its segments");
    }
    if (last && (p->p_vaddr / TAC_ELF_PAGE < page_up(last->at + last->size) / TAC_ELF_PAGE ||
                 p->p_offset < last->offset + last->stored)) {
        return damaged(error, "its segments overlap");
    }
    e->segment[e->n_segment++] = (tac_elf_segment){.at = p->p_vaddr,
                                                   .size = p->p_memsz,
                                                   .offset = p->p_offset,
                                                   .stored = p->p_filesz,
                                                   .flags = p->p_flags};
    return true;
}

// What a header points to is in the file as a whole, where its segment has it.
static const unsigned char *inside(const tac_elf_image *e, const Elf64_Phdr *p, uint32_t with)
{
    const unsigned char *at = tac_elf_at(e, p->p_vaddr, p->p_memsz, with, 0);
    const bool same = at && p->p_filesz == p->p_memsz && (uint64_t)(at - e->byte) == p->p_offset;
    return same ? at : NULL;
}

// Notes one after another, each with its name and content; the C library walks them by the same rule.
static bool are_notes(const unsigned char *at, uint64_t size, uint64_t align)
{
    uint64_t wide = align == 8 ? 8 : 4;
    while (size >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr n;
        memcpy(&n, at, sizeof n);
        uint64_t content = (sizeof n + (uint64_t)n.n_namesz + wide - 1) & ~(wide - 1);
        uint64_t whole = content + (((uint64_t)n.n_descsz + wide - 1) & ~(wide - 1));
        if (content + n.n_descsz > size) {
            return false;
        }
        if (whole >= size) {
            return true;
        }
        at += whole;
        size -= whole;
    }
    return size == 0;
}

static bool take_dynamic(tac_elf_image *e, const Elf64_Phdr *p, const tac_part_error *error)
{
    if (e->dynamic.size > 0 || !(p->p_flags & PF_W) || !inside(e, p, PF_W) ||
        p->p_vaddr % sizeof(Elf64_Xword) != 0 || p->p_memsz % sizeof(Elf64_Dyn) != 0) {
        return damaged(error, "the place of its dynamic section");
    }
    e->dynamic = (tac_elf_span){p->p_vaddr, p->p_memsz};
    return true;
}

static bool take_relro(tac_elf_image *e, const Elf64_Phdr *p, const tac_part_error *error)
{
    for (int i = 0; i < e->n_segment && e->relro.size == 0; i++) {
        const tac_elf_segment *s = &e->segment[i];
        if ((s->flags & PF_W) && p->p_memsz > 0 && p->p_vaddr >= s->at &&
            p->p_memsz <= MOST_MEMORY && p->p_vaddr + p->p_memsz <= page_up(s->at + s->size)) {
            e->relro = (tac_elf_span){p->p_vaddr, p->p_memsz};
            return true;
        }
    }
    return damaged(error, "what of it is protected");
}

// One of the headers that are no segments.
static bool take_other(tac_elf_image *e, const Elf64_Ehdr *h, const Elf64_Phdr *p,
                       const tac_part_error *error)
{
    const unsigned char *at;
    switch (p->p_type) {
    case PT_NULL:
    case PT_LOAD:
    case PT_GNU_STACK:
        return true;
    case PT_DYNAMIC:
        return take_dynamic(e, p, error);
    case PT_GNU_RELRO:
        return take_relro(e, p, error);
    case PT_PHDR:
        return (inside(e, p, 0) && p->p_offset == h->e_phoff &&
                p->p_memsz == h->e_phnum * sizeof *p) ||
               damaged(error, "its program headers");
    case PT_NOTE:
    case PT_GNU_PROPERTY:
        at = inside(e, p, 0);
        return (at && are_notes(at, p->p_memsz, p->p_align)) || damaged(error, "its notes");
    case PT_GNU_EH_FRAME:
    case PT_SFRAME:
        return inside(e, p, 0) || damaged(error, "its frames");
    case PT_INTERP:
        return tac_part_say(error, "is a program; link it with -shared");
    case PT_TLS:
        return tac_part_say(error, "has thread-local memory; do without");
    default:
        return tac_part_say(error, "has a program header that is not known, 0x%x" TAC_PART_ANEW,
                            p->p_type);
    }
}

// Without a word about the stack the C library makes those of all threads executable.
static bool check_stack(const tac_elf_image *e, const Elf64_Ehdr *h, const tac_part_error *error)
{
    int n = 0;
    bool runs = false;
    for (int i = 0; i < h->e_phnum; i++) {
        Elf64_Phdr p = program_header(e, h, i);
        n += p.p_type == PT_GNU_STACK;
        runs |= p.p_type == PT_GNU_STACK && (p.p_flags & PF_X);
    }
    return (n == 1 && !runs) ||
           tac_part_say(error, "wants an executable stack; link it with -Wl,-z,noexecstack");
}

bool tac_elf_segments(tac_elf_image *e, const tac_part_error *error)
{
    Elf64_Ehdr h;
    if (!read_header(e, &h, error)) {
        return false;
    }
    for (int i = 0; i < h.e_phnum; i++) {
        Elf64_Phdr p = program_header(e, &h, i);
        if (p.p_type == PT_LOAD && !add_segment(e, &p, error)) {
            return false;
        }
    }
    for (int i = 0; i < h.e_phnum; i++) {
        Elf64_Phdr p = program_header(e, &h, i);
        if (!take_other(e, &h, &p, error)) {
            return false;
        }
    }
    return check_stack(e, &h, error) &&
           (e->dynamic.size > 0 ||
            tac_part_say(error, "has no dynamic section; link it with -shared"));
}
