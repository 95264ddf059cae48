#include "elf_symbols.h"

#include <elf.h>
#include <string.h>

#include "part.h"

#define TEXT_OF(name) #name
#define QUOTED(name) TEXT_OF(name)

static const char entry_name[] = QUOTED(TAC_PART_ENTRY);
static const char *const allowed[] = {"memcpy", "memmove", "memset", "memcmp"};

#define ALLOWED "it may use memcpy, memmove, memset and memcmp, and link with -nostdlib"

static bool damaged(const tac_part_error *error, const char *what)
{
    return tac_part_say(error, "is damaged: %s" TAC_PART_ANEW, what);
}

static uint32_t word_at(const unsigned char *at, uint64_t i)
{
    uint32_t word;
    memcpy(&word, at + i * sizeof word, sizeof word);
    return word;
}

// The table has no count: chains of the hash table end at the last symbol. Four words; then words of a filter,
// buckets with the first symbol of each chain, and a word per exported symbol, odd at the end of a chain.
static bool count_symbols(tac_elf_image *e, const tac_part_error *error)
{
    enum { HEADER = 4 };
    const uint64_t rest = tac_elf_rest(e, e->hash.at) / sizeof(uint32_t);
    const unsigned char *at = tac_elf_at(e, e->hash.at, rest * sizeof(uint32_t), PF_R, PF_W);
    if (!at || rest < HEADER) {
        return damaged(error, "the place of its hash table");
    }
    const uint64_t n_bucket = word_at(at, 0), first = word_at(at, 1), filter = word_at(at, 2);
    const uint64_t buckets = HEADER + 2 * filter, chains = buckets + n_bucket;
    if (n_bucket < 1 || first < 1 || filter < 1 || (filter & (filter - 1)) != 0 ||
        word_at(at, 3) >= 32 || chains > rest) {
        return damaged(error, "its hash table");
    }
    uint64_t last = 0;
    for (uint64_t i = 0; i < n_bucket; i++) {
        const uint64_t symbol = word_at(at, buckets + i);
        if (symbol != 0 && (symbol < first || symbol - first >= rest - chains)) {
            return damaged(error, "its hash table");
        }
        last = symbol > last ? symbol : last;
    }
    e->n_symbol = first;
    for (bool ended = last == 0; !ended; last++) {
        if (last - first >= rest - chains) {
            return damaged(error, "its hash table has no end");
        }
        ended = word_at(at, chains + (last - first)) & 1;
        e->n_symbol = last + 1;
    }
    e->symbols.size = e->n_symbol * sizeof(Elf64_Sym);
    return tac_elf_at(e, e->symbols.at, e->symbols.size, PF_R, PF_W) ||
           damaged(error, "its table of symbols");
}

static Elf64_Sym symbol_at(const tac_elf_image *e, uint64_t i)
{
    Elf64_Sym s;
    memcpy(&s, tac_elf_at(e, e->symbols.at, e->symbols.size, PF_R, PF_W) + i * sizeof s, sizeof s);
    return s;
}

static const char *name_of(const tac_elf_image *e, const Elf64_Sym *s)
{
    return (const char *)tac_elf_at(e, e->strings.at, e->strings.size, PF_R, PF_W) + s->st_name;
}

static bool is_allowed(const char *name)
{
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        if (strcmp(name, allowed[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool check_asked(const Elf64_Sym *s, const char *name, const tac_part_error *error)
{
    if (ELF64_ST_BIND(s->st_info) == STB_WEAK) {
        return tac_part_say(error, "asks for '%.200s' where there is one; link it with -nostdlib",
                            name);
    }
    if (strcmp(name, "__stack_chk_fail") == 0) {
        return tac_part_say(error, "asks for '%s'; compile it with -fno-stack-protector", name);
    }
    return is_allowed(name) || tac_part_say(error, "asks for '%.200s'; " ALLOWED, name);
}

// What is found by this name is called when the object has been loaded.
static bool take_entry(tac_elf_image *e, const Elf64_Sym *s, const tac_part_error *error)
{
    const int seen = ELF64_ST_VISIBILITY(s->st_other);
    if (ELF64_ST_TYPE(s->st_info) != STT_FUNC || ELF64_ST_BIND(s->st_info) != STB_GLOBAL ||
        (seen != STV_DEFAULT && seen != STV_PROTECTED) || e->entry != 0 ||
        !tac_elf_at(e, s->st_value, s->st_size > 0 ? s->st_size : 1, PF_X, PF_W)) {
        return tac_part_say(error, "has a '%s' that is no function; see docs/parts.md", entry_name);
    }
    e->entry = s->st_value;
    return true;
}

static bool check_symbol(tac_elf_image *e, const Elf64_Sym *s, const tac_part_error *error)
{
    if (s->st_name >= e->strings.size) {
        return damaged(error, "its table of symbols");
    }
    const char *name = name_of(e, s);
    const int type = ELF64_ST_TYPE(s->st_info), bind = ELF64_ST_BIND(s->st_info);
    if (type == STT_GNU_IFUNC) {
        return tac_part_say(error, "chooses '%.200s' while it is loaded; leave out ifunc", name);
    }
    if (type == STT_TLS) {
        return tac_part_say(error, "has thread-local memory, '%.200s'; do without", name);
    }
    if (bind != STB_LOCAL && bind != STB_GLOBAL && bind != STB_WEAK) {
        return tac_part_say(
            error, "has a symbol of a kind that is not known, '%.200s'" TAC_PART_ANEW, name);
    }
    if (s->st_shndx == SHN_UNDEF) {
        return check_asked(s, name, error);
    }
    return strcmp(name, entry_name) != 0 || take_entry(e, s, error);
}

static bool check_symbols(tac_elf_image *e, const tac_part_error *error)
{
    for (uint64_t i = 1; i < e->n_symbol; i++) {
        const Elf64_Sym s = symbol_at(e, i);
        if (!check_symbol(e, &s, error)) {
            return false;
        }
    }
    return e->entry != 0 ||
           tac_part_say(error, "exports no function '%s'; define it as part.h says", entry_name);
}

// A name of the object's own is looked up in all other libraries first.
static bool check_resolved(const tac_elf_image *e, uint64_t symbol, const tac_part_error *error)
{
    if (symbol < 1 || symbol >= e->n_symbol) {
        return damaged(error, "symbols of its relocations");
    }
    const Elf64_Sym s = symbol_at(e, symbol);
    return s.st_shndx == SHN_UNDEF ||
           tac_part_say(
               error,
               "uses its own '%.200s' by a name that other libraries may have; make it static, "
               "or link with -Wl,-Bsymbolic",
               name_of(e, &s));
}

static bool check_relocation(const tac_elf_image *e, const Elf64_Rela *r,
                             const tac_part_error *error)
{
    const uint64_t dynamic_end = e->dynamic.at + e->dynamic.size;
    if (!tac_elf_at(e, r->r_offset, sizeof(uint64_t), PF_W, 0) ||
        (r->r_offset < dynamic_end && e->dynamic.at < r->r_offset + sizeof(uint64_t))) {
        return damaged(error, "places of its relocations");
    }
    switch (ELF64_R_TYPE(r->r_info)) {
    case R_X86_64_RELATIVE:
        return true;
    case R_X86_64_64:
    case R_X86_64_GLOB_DAT:
    case R_X86_64_JUMP_SLOT:
        return check_resolved(e, ELF64_R_SYM(r->r_info), error);
    case R_X86_64_IRELATIVE:
        return tac_part_say(error, "chooses a function while it is loaded; leave out ifunc");
    default:
        return tac_part_say(error, "has a relocation of a kind that is not known, %u" TAC_PART_ANEW,
                            (unsigned)ELF64_R_TYPE(r->r_info));
    }
}

static bool check_relocations(const tac_elf_image *e, const tac_elf_span *in, uint64_t n_relative,
                              const tac_part_error *error)
{
    const unsigned char *at = tac_elf_at(e, in->at, in->size, PF_R, PF_W);
    for (uint64_t i = 0; i < in->size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela r;
        memcpy(&r, at + i * sizeof r, sizeof r);
        if (!check_relocation(e, &r, error)) {
            return false;
        }
        if (i < n_relative && ELF64_R_TYPE(r.r_info) != R_X86_64_RELATIVE) {
            return damaged(error, "the count of its relocations");
        }
    }
    return true;
}

bool tac_elf_symbols(tac_elf_image *e, const tac_part_error *error)
{
    return count_symbols(e, error) && check_symbols(e, error) &&
           check_relocations(e, &e->relocations, e->n_relative, error) &&
           check_relocations(e, &e->jumps, 0, error);
}
