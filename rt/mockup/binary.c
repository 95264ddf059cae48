#include "binary.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "calls.h"

#if defined __x86_64__
#define MACHINE EM_X86_64
#define MACHINE_WORD "x86-64"
static const char *const platforms[] = {"x86_64-linux", "linux64"};
#elif defined __aarch64__
#define MACHINE EM_AARCH64
#define MACHINE_WORD "aarch64"
static const char *const platforms[] = {"aarch64-linux"};
#else
#define MACHINE EM_NONE // no FMU has a binary for it
#define MACHINE_WORD "this one"
static const char *const platforms[] = {"none"};
#endif

// ---- platforms -----------------------------------------------------------------------------------

const char *tac_binary_platform(const tac_fmu_archive *a, const char *identifier)
{
    char wanted[TAC_ARCHIVE_NAME];
    for (size_t k = 0; k < sizeof platforms / sizeof *platforms; k++) {
        (void)snprintf(wanted, sizeof wanted, "binaries/%s/%s.so", platforms[k], identifier);
        for (int i = 0; i < tac_fmu_archive_count(a); i++) {
            if (strcmp(tac_fmu_archive_name(a, i), wanted) == 0) {
                return platforms[k];
            }
        }
    }
    return NULL;
}

void tac_binary_platforms(const tac_fmu_archive *a, char *text, size_t size)
{
    static const char folder[] = "binaries/";
    size_t n = 0;
    text[0] = '\0';
    for (int i = 0; i < tac_fmu_archive_count(a); i++) {
        const char *name = tac_fmu_archive_name(a, i) + sizeof folder - 1;
        char word[64];
        if (strncmp(tac_fmu_archive_name(a, i), folder, sizeof folder - 1) != 0 ||
            strcspn(name, "/") == strlen(name) || strcspn(name, "/") >= sizeof word) {
            continue;
        }
        (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(name, "/"), name);
        if (!strstr(text, word) && n + strlen(word) + 3 < size) {
            n += (size_t)snprintf(text + n, size - n, "%s%s", n > 0 ? ", " : "", word);
        }
    }
    if (n == 0) {
        (void)snprintf(text, size, "none");
    }
}

// ---- objects -------------------------------------------------------------------------------------

typedef struct object {
    const char *bytes;
    size_t size;
} object;

static bool read_at(const object *o, uint64_t at, void *to, size_t n)
{
    if (at > o->size || n > o->size - at) {
        return false;
    }
    memcpy(to, o->bytes + at, n);
    return true;
}

static bool is_inside(const object *o, const Elf64_Shdr *s)
{
    return s->sh_offset <= o->size && s->sh_size <= o->size - s->sh_offset;
}

// Headers of the sections with the symbols that others see, and with their names.
static bool find_symbols(const object *o, Elf64_Shdr *symbols, Elf64_Shdr *names)
{
    Elf64_Ehdr h;
    bool found = false;
    if (!read_at(o, 0, &h, sizeof h) || h.e_shentsize != sizeof *symbols) {
        return false;
    }
    for (int i = 0; i < h.e_shnum && !found; i++) {
        found = read_at(o, h.e_shoff + (uint64_t)i * sizeof *symbols, symbols, sizeof *symbols) &&
                symbols->sh_type == SHT_DYNSYM && symbols->sh_entsize == sizeof(Elf64_Sym);
    }
    return found && symbols->sh_link < h.e_shnum &&
           read_at(o, h.e_shoff + (uint64_t)symbols->sh_link * sizeof *names, names,
                   sizeof *names) &&
           is_inside(o, symbols) && is_inside(o, names);
}

static bool defines(const object *o, const Elf64_Shdr *symbols, const Elf64_Shdr *names,
                    const char *wanted)
{
    size_t n = strlen(wanted) + 1;
    for (uint64_t k = 0; k < symbols->sh_size / sizeof(Elf64_Sym); k++) {
        Elf64_Sym s;
        (void)read_at(o, symbols->sh_offset + k * sizeof s, &s, sizeof s);
        if (s.st_shndx != SHN_UNDEF && s.st_name < names->sh_size &&
            n <= names->sh_size - s.st_name &&
            memcmp(o->bytes + names->sh_offset + s.st_name, wanted, n) == 0) {
            return true;
        }
    }
    return false;
}

static void check_functions(const object *o, int version, tac_findings *f)
{
    Elf64_Shdr symbols, names;
    if (!find_symbols(o, &symbols, &names)) {
        tac_find_note(f, 0, "functions of its binary are not seen before it is loaded");
        return;
    }
    for (const tac_call_name *n = tac_call_names(version); n->name; n++) {
        if (!defines(o, &symbols, &names, n->name)) {
            tac_find_error(f, 0, "its binary has no function %s", n->name);
        }
    }
}

void tac_binary_check(const char *bytes, size_t size, int version, tac_findings *f)
{
    const object o = {bytes, size};
    Elf64_Ehdr h;
    if (!read_at(&o, 0, &h, sizeof h) || memcmp(h.e_ident, ELFMAG, SELFMAG) != 0) {
        tac_find_error(f, 0, "its binary is no object of Linux");
    } else if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != MACHINE) {
        tac_find_error(f, 0, "its binary is for another processor than " MACHINE_WORD);
    } else if (h.e_type != ET_DYN) {
        tac_find_error(f, 0, "its binary is no shared object");
    } else {
        check_functions(&o, version, f);
    }
}
