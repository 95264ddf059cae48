#include "fmu_template.h"

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fmu_slot.h"
#include "system/fail.h"
#include "system/files.h"

enum { PAGE = 4096 };

static size_t page_up(size_t n)
{
    return (n + PAGE - 1) / PAGE * PAGE;
}

// The object in memory, with room behind it.
typedef struct object {
    char *byte;
    size_t size; // of the file
    Elf64_Ehdr *head;
    Elf64_Phdr *segment; // (n_segment)
    int n_segment;
} object;

static bool read_object(object *o, const char *path, size_t room)
{
    struct stat about;
    FILE *in = tac_open_plain(path);
    bool good = in && fstat(fileno(in), &about) == 0;
    o->size = good ? (size_t)about.st_size : 0;
    o->byte = good ? calloc(1, page_up(o->size) + room) : NULL;
    good = o->byte && fread(o->byte, 1, o->size, in) == o->size;
    if (in) {
        fclose(in);
    }
    return good;
}

// Finds the table of segments of an object that this machine runs.
static bool find_segments(object *o)
{
    o->head = (Elf64_Ehdr *)(void *)o->byte;
    if (o->size < sizeof *o->head || memcmp(o->head->e_ident, ELFMAG, SELFMAG) != 0 ||
        o->head->e_ident[EI_CLASS] != ELFCLASS64 || o->head->e_phentsize != sizeof(Elf64_Phdr)) {
        return false;
    }
    o->segment = (Elf64_Phdr *)(void *)(o->byte + o->head->e_phoff);
    o->n_segment = o->head->e_phnum;
    return o->head->e_phoff + (size_t)o->n_segment * sizeof(Elf64_Phdr) <= o->size;
}

// The slot in the file, and the address it is loaded at.
static tac_fmu_slot *find_slot(const object *o, size_t *address)
{
    static const uint64_t magic[2] = {TAC_FMU_SLOT_MAGIC_1, TAC_FMU_SLOT_MAGIC_2};
    for (size_t at = 0; at + sizeof(tac_fmu_slot) <= o->size; at += _Alignof(tac_fmu_slot)) {
        if (memcmp(o->byte + at, magic, sizeof magic) != 0) {
            continue;
        }
        for (int i = 0; i < o->n_segment; i++) {
            const Elf64_Phdr *s = &o->segment[i];
            if (s->p_type == PT_LOAD && at >= s->p_offset && at < s->p_offset + s->p_filesz) {
                *address = s->p_vaddr + (at - s->p_offset);
                return (tac_fmu_slot *)(void *)(o->byte + at);
            }
        }
    }
    return NULL;
}

// Turns a segment of notes, which nobody reads at run time, into one that is loaded: loaders want those in the order of
// their addresses, so that it has to stand behind all others. Returns its address; 0: there is none.
static size_t add_segment(object *o, size_t n)
{
    size_t end = 0;
    int note = -1;
    for (int i = 0; i < o->n_segment; i++) {
        const Elf64_Phdr *s = &o->segment[i];
        if (s->p_type == PT_LOAD) {
            size_t last = s->p_vaddr + s->p_memsz;
            end = last > end ? last : end;
            note = -1;
        }
        note = s->p_type == PT_NOTE ? i : note;
    }
    if (note < 0) {
        return 0;
    }
    o->segment[note] = (Elf64_Phdr){.p_type = PT_LOAD,
                                    .p_flags = PF_R,
                                    .p_offset = page_up(o->size),
                                    .p_vaddr = page_up(end),
                                    .p_paddr = page_up(end),
                                    .p_filesz = n,
                                    .p_memsz = n,
                                    .p_align = PAGE};
    return page_up(end);
}

char *tac_fmu_fill(const char *path, const char *payload, size_t n, size_t *size, tac_diag *diag)
{
    object o = {.byte = NULL};
    size_t address = 0, at = 0;
    tac_fmu_slot *slot = NULL;
    if (!read_object(&o, path, n)) {
        (void)tac_diag_say_errno(diag, errno, "'%.400s' cannot be read: %s", path, strerror(errno));
        free(o.byte);
        return NULL;
    }
    if (!find_segments(&o) || !(slot = find_slot(&o, &address)) || !(at = add_segment(&o, n))) {
        (void)tac_diag_say(diag, "'%.400s' is no template of FMUs; install tactus anew", path);
        free(o.byte);
        return NULL;
    }
    slot->away = (int64_t)(at - address);
    slot->size = n;
    memcpy(o.byte + page_up(o.size), payload, n);
    *size = page_up(o.size) + n;
    return o.byte;
}
