#include "elf_dynamic.h"

#include <elf.h>
#include <string.h>

enum {
    KNOWN_FLAGS = DF_SYMBOLIC | DF_BIND_NOW,
    NO_STDLIB, // remedies
    NO_SUCH_FLAG,
    PLAIN,
};

static const char *const remedy[] = {
    [NO_STDLIB] = "link it with -nostdlib and without libraries",
    [NO_SUCH_FLAG] = "link it without such an option",
    [PLAIN] = "compile it as docs/parts.md says",
};

typedef struct refused {
    int64_t tag;
    const char *what;
    int remedy;
    bool named; // its value is a text
} refused;

static const refused refused_tag[] = {
    {DT_NEEDED, "needs another library", NO_STDLIB, true},
    {DT_RPATH, "has a search path", NO_SUCH_FLAG, true},
    {DT_RUNPATH, "has a search path", NO_SUCH_FLAG, true},
    {DT_SONAME, "has a name that other libraries may be taken for", NO_SUCH_FLAG, true},
    {DT_AUDIT, "brings an auditor", NO_SUCH_FLAG, true},
    {DT_DEPAUDIT, "brings an auditor", NO_SUCH_FLAG, true},
    {DT_FILTER, "stands in for another library", NO_SUCH_FLAG, true},
    {DT_AUXILIARY, "stands in for another library", NO_SUCH_FLAG, true},
    {DT_INIT, "has code that runs when it is loaded", NO_STDLIB, false},
    {DT_FINI, "has code that runs when it is unloaded", NO_STDLIB, false},
    {DT_INIT_ARRAY, "has constructors, which run when it is loaded", NO_STDLIB, false},
    {DT_INIT_ARRAYSZ, "has constructors, which run when it is loaded", NO_STDLIB, false},
    {DT_PREINIT_ARRAY, "has constructors, which run when it is loaded", NO_STDLIB, false},
    {DT_PREINIT_ARRAYSZ, "has constructors, which run when it is loaded", NO_STDLIB, false},
    {DT_FINI_ARRAY, "has destructors, which run when it is unloaded", NO_STDLIB, false},
    {DT_FINI_ARRAYSZ, "has destructors, which run when it is unloaded", NO_STDLIB, false},
    {DT_TEXTREL, "has code that is changed when it is loaded", PLAIN, false},
    {DT_VERSYM, "has versions of symbols", NO_STDLIB, false},
    {DT_VERNEED, "has versions of symbols", NO_STDLIB, false},
    {DT_VERNEEDNUM, "has versions of symbols", NO_STDLIB, false},
    {DT_VERDEF, "has versions of symbols", NO_SUCH_FLAG, false},
    {DT_VERDEFNUM, "has versions of symbols", NO_SUCH_FLAG, false},
    {DT_RELR, "has packed relocations (-z pack-relative-relocs)", NO_SUCH_FLAG, false},
};

// Tags that are taken: the place in this list is that of their value.
enum {
    STRTAB,
    STRSZ,
    SYMTAB,
    SYMENT,
    HASH,
    RELA,
    RELASZ,
    RELAENT,
    RELACOUNT,
    JMPREL,
    PLTRELSZ,
    PLTREL,
    PLTGOT,
    FLAGS,
    FLAGS_1,
    N_TAKEN
};
static const int64_t taken_tag[N_TAKEN] = {
    DT_STRTAB,    DT_STRSZ,  DT_SYMTAB,   DT_SYMENT, DT_GNU_HASH, DT_RELA,  DT_RELASZ, DT_RELAENT,
    DT_RELACOUNT, DT_JMPREL, DT_PLTRELSZ, DT_PLTREL, DT_PLTGOT,   DT_FLAGS, DT_FLAGS_1};

typedef struct tags {
    uint64_t value[N_TAKEN];
    bool is[N_TAKEN];
    const refused *refused; // the first, NULL: none
    uint64_t refused_value;
} tags;

static bool damaged(const tac_part_error *error, const char *what)
{
    return tac_part_say(error, "is damaged: %s" TAC_PART_ANEW, what);
}

// Tags that change nothing: an older hash table, and flags that say what is asked for anyway.
static bool is_idle(int64_t tag)
{
    return tag == DT_HASH || tag == DT_BIND_NOW || tag == DT_SYMBOLIC;
}

static bool take_tag(tags *t, const Elf64_Dyn *d, const tac_part_error *error)
{
    for (size_t i = 0; i < sizeof refused_tag / sizeof *refused_tag; i++) {
        if (refused_tag[i].tag == d->d_tag) {
            if (!t->refused) {
                t->refused = &refused_tag[i];
                t->refused_value = d->d_un.d_val;
            }
            return true;
        }
    }
    for (int i = 0; i < N_TAKEN; i++) {
        if (taken_tag[i] == d->d_tag) {
            if (t->is[i]) {
                return damaged(error, "an entry of its dynamic section is there twice");
            }
            t->is[i] = true;
            t->value[i] = d->d_un.d_val;
            return true;
        }
    }
    return is_idle(d->d_tag) || t->refused ||
           tac_part_say(
               error, "has an entry in its dynamic section that is not known, 0x%llx" TAC_PART_ANEW,
               (unsigned long long)d->d_tag);
}

static bool read_tags(const tac_elf_image *e, tags *t, const tac_part_error *error)
{
    const unsigned char *at = tac_elf_at(e, e->dynamic.at, e->dynamic.size, PF_W, 0);
    for (uint64_t i = 0; at && i < e->dynamic.size / sizeof(Elf64_Dyn); i++) {
        Elf64_Dyn d;
        memcpy(&d, at + i * sizeof d, sizeof d);
        if (d.d_tag == DT_NULL) {
            return true;
        }
        if (!take_tag(t, &d, error)) {
            return false;
        }
    }
    return damaged(error, "its dynamic section has no end");
}

static bool take_strings(tac_elf_image *e, const tags *t, const tac_part_error *error)
{
    e->strings = (tac_elf_span){t->value[STRTAB], t->value[STRSZ]};
    const unsigned char *at = t->is[STRTAB] && t->is[STRSZ] && e->strings.size > 0
                                  ? tac_elf_at(e, e->strings.at, e->strings.size, PF_R, PF_W)
                                  : NULL;
    return (at && at[e->strings.size - 1] == '\0') || damaged(error, "its table of names");
}

static bool say_refused(const tac_elf_image *e, const tags *t, const tac_part_error *error)
{
    const refused *r = t->refused;
    if (!r->named || t->refused_value >= e->strings.size) {
        return tac_part_say(error, "%s; %s", r->what, remedy[r->remedy]);
    }
    const char *name =
        (const char *)tac_elf_at(e, e->strings.at, e->strings.size, PF_R, PF_W) + t->refused_value;
    return tac_part_say(error, "%s, '%.200s'; %s", r->what, name, remedy[r->remedy]);
}

// Place and size are both there or neither.
static bool take_relocations(const tac_elf_image *e, tac_elf_span *to, const tags *t, int at,
                             int size, int kind, uint64_t kind_value)
{
    if (!t->is[at] && !t->is[size] && !t->is[kind]) {
        return true;
    }
    *to = (tac_elf_span){t->value[at], t->value[size]};
    return t->is[at] && t->is[size] && t->is[kind] && t->value[kind] == kind_value &&
           to->size % sizeof(Elf64_Rela) == 0 &&
           (to->size == 0 || tac_elf_at(e, to->at, to->size, PF_R, PF_W));
}

static bool take_tables(tac_elf_image *e, const tags *t, const tac_part_error *error)
{
    e->symbols.at = t->value[SYMTAB];
    if (!t->is[SYMTAB] || !t->is[SYMENT] || t->value[SYMENT] != sizeof(Elf64_Sym) ||
        e->symbols.at % sizeof(Elf64_Xword) != 0) {
        return damaged(error, "its table of symbols");
    }
    e->hash.at = t->value[HASH];
    if (!t->is[HASH] || e->hash.at % sizeof(Elf64_Xword) != 0) {
        return tac_part_say(error,
                            "has no hash table of GNU's kind; link it with -Wl,--hash-style=gnu");
    }
    e->n_relative = t->value[RELACOUNT];
    if (!take_relocations(e, &e->relocations, t, RELA, RELASZ, RELAENT, sizeof(Elf64_Rela)) ||
        !take_relocations(e, &e->jumps, t, JMPREL, PLTRELSZ, PLTREL, DT_RELA) ||
        e->n_relative > e->relocations.size / sizeof(Elf64_Rela) ||
        (e->relocations.size > 0 && e->jumps.size > 0 &&
         e->relocations.at < e->jumps.at + e->jumps.size &&
         e->jumps.at < e->relocations.at + e->relocations.size)) {
        return damaged(error, "its relocations");
    }
    e->slots = t->value[PLTGOT];
    return !t->is[PLTGOT] || tac_elf_at(e, e->slots, sizeof(uint64_t), PF_W, 0) ||
           damaged(error, "the place of its jumps");
}

bool tac_elf_dynamic(tac_elf_image *e, const tac_part_error *error)
{
    tags t = {0};
    if (!read_tags(e, &t, error) || !take_strings(e, &t, error)) {
        return false;
    }
    if (t.refused) {
        return say_refused(e, &t, error);
    }
    if (t.value[FLAGS] & DF_TEXTREL) {
        return tac_part_say(error,
                            "has code that is changed when it is loaded; build it with -fPIC");
    }
    if ((t.value[FLAGS] & ~(uint64_t)KNOWN_FLAGS) || (t.value[FLAGS_1] & ~(uint64_t)DF_1_NOW)) {
        return tac_part_say(
            error, "is linked with flags that are not known, 0x%llx and 0x%llx" TAC_PART_ANEW,
            (unsigned long long)t.value[FLAGS], (unsigned long long)t.value[FLAGS_1]);
    }
    return take_tables(e, &t, error);
}
