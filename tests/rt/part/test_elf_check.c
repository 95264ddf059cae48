// program: needs=tests-parts
// What is read of a part's file before it is loaded: bytes of a good one, changed in memory.
#include <criterion/criterion.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part/elf_check.h"

typedef struct bytes {
    unsigned char *at;
    size_t size;
    tac_elf_image image; // of the unchanged bytes
    char text[512];      // of the last check
} bytes;

static bool is_good(bytes *b)
{
    tac_elf_image e;
    const tac_part_error error = {"part.so", b->text, sizeof b->text};
    b->text[0] = '\0';
    const bool good = tac_elf_check(&e, b->at, b->size, &error);
    cr_expect_eq(good, b->text[0] == '\0');
    return good;
}

static bytes good_part(void)
{
    bytes b = {.at = malloc(1 << 16)};
    FILE *in = fopen(PARTS "/good.so", "rb");
    cr_assert(in && b.at);
    b.size = fread(b.at, 1, 1 << 16, in);
    fclose(in);
    const tac_part_error error = {"part.so", b.text, sizeof b.text};
    cr_assert(tac_elf_check(&b.image, b.at, b.size, &error), "%s", b.text);
    return b;
}

// The line of what a change does, which is undone.
static void refused(bytes *b, size_t at, const void *value, size_t n, const char *expected)
{
    unsigned char kept[64];
    cr_assert(n <= sizeof kept && at + n <= b->size);
    memcpy(kept, b->at + at, n);
    memcpy(b->at + at, value, n);
    cr_expect_not(is_good(b), "%s: not refused", expected);
    cr_expect(strstr(b->text, expected), "'%s' in place of '%s'", b->text, expected);
    memcpy(b->at + at, kept, n);
}

static void refused_byte(bytes *b, size_t at, unsigned char value, const char *expected)
{
    refused(b, at, &value, 1, expected);
}

static void refused_word(bytes *b, size_t at, uint64_t value, const char *expected)
{
    refused(b, at, &value, sizeof value, expected);
}

static size_t place(const bytes *b, uint64_t address)
{
    const unsigned char *at = tac_elf_at(&b->image, address, 1, PF_R, 0);
    cr_assert(at);
    return (size_t)(at - b->at);
}

// Where a program header of a type lies, the n-th.
static size_t header(const bytes *b, uint32_t type, int n)
{
    const Elf64_Ehdr *h = (const Elf64_Ehdr *)b->at;
    for (int i = 0; i < h->e_phnum; i++) {
        const size_t at = h->e_phoff + (size_t)i * sizeof(Elf64_Phdr);
        if (((const Elf64_Phdr *)(b->at + at))->p_type == type && n-- == 0) {
            return at;
        }
    }
    cr_assert_fail("no program header 0x%x", type);
    return 0;
}

static size_t entry_of(const bytes *b, int64_t tag)
{
    for (size_t at = place(b, b->image.dynamic.at);; at += sizeof(Elf64_Dyn)) {
        const Elf64_Dyn *d = (const Elf64_Dyn *)(b->at + at);
        if (d->d_tag == tag) {
            return at;
        }
        cr_assert_neq(d->d_tag, DT_NULL, "no entry %lld", (long long)tag);
    }
}

Test(elf_check, takes_x86_64_alone)
{
    bytes b = good_part();
    const uint16_t arm = EM_AARCH64, program = ET_EXEC, object = ET_REL;
    refused_byte(&b, EI_CLASS, ELFCLASS32, "no object of 64 bits");
    refused_byte(&b, EI_DATA, ELFDATA2MSB, "another processor");
    refused_byte(&b, EI_OSABI, ELFOSABI_FREEBSD, "another system");
    refused_byte(&b, EI_VERSION, 0, "another system");
    refused_byte(&b, 1, 'F', "no shared object");
    refused(&b, offsetof(Elf64_Ehdr, e_machine), &arm, 2, "another processor (machine 183)");
    refused(&b, offsetof(Elf64_Ehdr, e_type), &program, 2, "no shared object (type 2)");
    refused(&b, offsetof(Elf64_Ehdr, e_type), &object, 2, "no shared object (type 1)");
    free(b.at);
}

Test(elf_check, bounds_its_headers)
{
    bytes b = good_part();
    const uint16_t none = 0, many = 33, most = 0xffff, wide = 57;
    refused(&b, offsetof(Elf64_Ehdr, e_phnum), &none, 2, "its header");
    refused(&b, offsetof(Elf64_Ehdr, e_phnum), &many, 2, "its header");
    refused(&b, offsetof(Elf64_Ehdr, e_phnum), &most, 2, "its header");
    refused(&b, offsetof(Elf64_Ehdr, e_phentsize), &wide, 2, "its header");
    refused_word(&b, offsetof(Elf64_Ehdr, e_phoff), b.size - 8, "cut short");
    refused_word(&b, offsetof(Elf64_Ehdr, e_phoff), UINT64_MAX - 7, "cut short");
    refused_word(&b, offsetof(Elf64_Ehdr, e_shoff), UINT64_MAX - 7, "cut short");
    free(b.at);
}

Test(elf_check, bounds_its_segments)
{
    bytes b = good_part();
    const uint32_t all = PF_R | PF_W | PF_X, unread = PF_X;
    const size_t code = header(&b, PT_LOAD, 1), data = header(&b, PT_LOAD, 3);
    refused(&b, code + offsetof(Elf64_Phdr, p_flags), &all, 4, "both written and run");
    refused(&b, code + offsetof(Elf64_Phdr, p_flags), &unread, 4, "cannot be read");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_filesz), b.size, "cut short");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_offset), UINT64_MAX - 8, "cut short");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_memsz), UINT64_MAX, "sizes");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_memsz), 1, "sizes");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_vaddr), UINT64_MAX - 0xfff, "sizes");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_vaddr), 0x10, "sizes");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_align), 3 * 0x1000, "sizes");
    refused_word(&b, data + offsetof(Elf64_Phdr, p_align), 1ull << 40, "sizes");
    refused_word(&b, code + offsetof(Elf64_Phdr, p_vaddr), 0, "overlap");
    refused_word(&b, code + offsetof(Elf64_Phdr, p_offset), 0, "overlap");
    refused_word(&b, code + offsetof(Elf64_Phdr, p_memsz), 0x1001, "overlap");
    free(b.at);
}

Test(elf_check, bounds_what_headers_point_to)
{
    bytes b = good_part();
    const size_t dynamic = header(&b, PT_DYNAMIC, 0), note = header(&b, PT_NOTE, 0);
    const size_t relro = header(&b, PT_GNU_RELRO, 0), stack = header(&b, PT_GNU_STACK, 0);
    const uint32_t tls = PT_TLS, unknown = 0x12345678, null = PT_NULL, all = PF_R | PF_W | PF_X;
    const uint64_t in_code = ((const Elf64_Phdr *)(b.at + header(&b, PT_LOAD, 1)))->p_vaddr;
    refused_word(&b, dynamic + offsetof(Elf64_Phdr, p_vaddr), in_code, "dynamic section");
    refused_word(&b, dynamic + offsetof(Elf64_Phdr, p_memsz), 1ull << 60, "dynamic section");
    refused_word(&b, dynamic + offsetof(Elf64_Phdr, p_offset), 0, "dynamic section");
    refused_word(&b, relro + offsetof(Elf64_Phdr, p_vaddr), in_code, "protected");
    refused_word(&b, relro + offsetof(Elf64_Phdr, p_memsz), UINT64_MAX, "protected");
    refused_word(&b, note + offsetof(Elf64_Phdr, p_memsz), 1ull << 20, "notes");
    const size_t content = place(&b, ((const Elf64_Phdr *)(b.at + note))->p_vaddr);
    const uint32_t most = UINT32_MAX;
    refused(&b, content, &most, 4, "notes");
    refused(&b, content + 4, &most, 4, "notes");
    refused(&b, note, &tls, 4, "thread-local");
    refused(&b, note, &unknown, 4, "0x12345678");
    refused(&b, stack, &null, 4, "executable stack");
    refused(&b, stack + offsetof(Elf64_Phdr, p_flags), &all, 4, "executable stack");
    refused(&b, relro, &null, 4, "is not protected");
    refused(&b, dynamic, &null, 4, "no dynamic section");
    free(b.at);
}

Test(elf_check, bounds_its_dynamic_section)
{
    bytes b = good_part();
    const size_t strings = entry_of(&b, DT_STRTAB), size = entry_of(&b, DT_STRSZ);
    const size_t end = entry_of(&b, DT_NULL), value = offsetof(Elf64_Dyn, d_un);
    const uint64_t data = b.image.segment[3].at, past = data + b.image.segment[3].stored;
    refused_word(&b, strings + value, UINT64_MAX, "table of names");
    refused_word(&b, strings + value, data, "table of names");
    refused_word(&b, size + value, 0, "table of names");
    refused_word(&b, size + value, UINT64_MAX, "table of names");
    refused_word(&b, strings, DT_STRSZ, "twice");
    refused_word(&b, end, 0x1234567, "0x1234567");
    refused_word(&b, end, DT_TEXTREL, "code that is changed");
    refused_word(&b, entry_of(&b, DT_SYMTAB) + value, past, "table of symbols");
    refused_word(&b, entry_of(&b, DT_SYMENT) + value, 16, "table of symbols");
    refused_word(&b, entry_of(&b, DT_GNU_HASH) + value, data, "hash table");
    refused_word(&b, entry_of(&b, DT_RELA) + value, past, "its relocations");
    refused_word(&b, entry_of(&b, DT_RELASZ) + value, 25, "its relocations");
    refused_word(&b, entry_of(&b, DT_RELASZ) + value, 24ull << 40, "its relocations");
    refused_word(&b, entry_of(&b, DT_RELACOUNT) + value, UINT64_MAX, "its relocations");
    refused_word(&b, entry_of(&b, DT_JMPREL) + value, b.image.relocations.at, "its relocations");
    refused_word(&b, entry_of(&b, DT_PLTREL) + value, DT_REL, "its relocations");
    refused_word(&b, entry_of(&b, DT_PLTREL), DT_BIND_NOW, "its relocations");
    refused_word(&b, entry_of(&b, DT_PLTGOT) + value, 0, "its jumps");
    refused_word(&b, entry_of(&b, DT_PLTGOT) + value, UINT64_MAX - 3, "its jumps");
    free(b.at);
}

// Without its end the walk would leave the section.
Test(elf_check, wants_an_end_of_the_dynamic_section)
{
    bytes b = good_part();
    const size_t at = place(&b, b.image.dynamic.at);
    for (size_t i = 0; i < b.image.dynamic.size; i += sizeof(Elf64_Dyn)) {
        const Elf64_Dyn idle = {.d_tag = DT_BIND_NOW};
        if (((Elf64_Dyn *)(b.at + at + i))->d_tag == DT_NULL) {
            memcpy(b.at + at + i, &idle, sizeof idle);
        }
    }
    cr_expect_not(is_good(&b));
    cr_expect(strstr(b.text, "has no end"), "%s", b.text);
    free(b.at);
}

Test(elf_check, bounds_its_hash_table)
{
    bytes b = good_part();
    const size_t at = place(&b, b.image.hash.at);
    uint32_t word[4];
    memcpy(word, b.at + at, sizeof word);
    const uint32_t zero = 0, most = UINT32_MAX, three = 3, wide = 32;
    refused(&b, at, &zero, 4, "hash table");
    refused(&b, at, &most, 4, "hash table");
    refused(&b, at + 4, &zero, 4, "hash table");
    refused(&b, at + 4, &most, 4, "hash table");
    refused(&b, at + 8, &zero, 4, "hash table");
    refused(&b, at + 8, &three, 4, "hash table");
    refused(&b, at + 12, &wide, 4, "hash table");
    const size_t buckets = at + 16 + 8 * (size_t)word[2], chains = buckets + 4 * (size_t)word[0];
    refused(&b, buckets, &most, 4, "hash table");
    const size_t last = chains + 4 * (size_t)(b.image.n_symbol - 1 - word[1]);
    for (size_t i = last; i < last + 60;
         i += 4) { // even words to the end of the segment and past it
        b.at[i] &= 0xfe;
    }
    const bool good = is_good(&b);
    cr_expect_not(good);
    free(b.at);
}

// Another kind of symbol or relocation than compilers make for a part.
Test(elf_check, knows_symbols_and_relocations)
{
    bytes b = good_part();
    size_t entry = 0;
    for (uint64_t i = 1; i < b.image.n_symbol; i++) {
        const size_t at = place(&b, b.image.symbols.at) + i * sizeof(Elf64_Sym);
        entry = ((const Elf64_Sym *)(b.at + at))->st_value == b.image.entry ? at : entry;
    }
    cr_assert(entry > 0);
    const size_t info = entry + offsetof(Elf64_Sym, st_info);
    const size_t value = entry + offsetof(Elf64_Sym, st_value);
    const uint32_t most = UINT32_MAX;
    refused(&b, entry, &most, 4, "table of symbols");
    refused_byte(&b, info, ELF64_ST_INFO(STB_GLOBAL, STT_GNU_IFUNC), "while it is loaded");
    refused_byte(&b, info, ELF64_ST_INFO(STB_GLOBAL, STT_TLS), "thread-local");
    refused_byte(&b, info, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), "no function");
    refused_byte(&b, info, ELF64_ST_INFO(STB_LOCAL, STT_FUNC), "no function");
    refused_byte(&b, info, ELF64_ST_INFO(STB_GNU_UNIQUE, STT_FUNC), "not known");
    refused_byte(&b, entry + offsetof(Elf64_Sym, st_other), STV_HIDDEN, "no function");
    refused_word(&b, value, b.image.segment[0].at, "no function");
    refused_word(&b, value, UINT64_MAX, "no function");

    const size_t r = place(&b, b.image.relocations.at), jump = place(&b, b.image.jumps.at);
    const size_t how = offsetof(Elf64_Rela, r_info);
    refused_word(&b, r, b.image.segment[1].at, "places of its relocations");
    refused_word(&b, r, UINT64_MAX - 3, "places of its relocations");
    refused_word(&b, r, b.image.dynamic.at, "places of its relocations");
    refused_word(&b, r, b.image.dynamic.at - 4, "places of its relocations");
    refused_word(&b, r + how, R_X86_64_IRELATIVE, "while it is loaded");
    refused_word(&b, r + how, R_X86_64_COPY, "not known, 5");
    refused_word(&b, r + how, R_X86_64_64, "symbols of its relocations");
    refused_word(&b, jump + how, ELF64_R_INFO(1000, R_X86_64_JUMP_SLOT), "symbols of its relocat");
    refused_word(&b, r + how, ELF64_R_INFO(1, R_X86_64_64), "the count of its relocations");
    free(b.at);
}

// At every length, and with every bit of headers, tables and dynamic section another one: checked under
// sanitizers, none reads beyond the bytes, which lie at the end of their block.
Test(elf_check, reads_nothing_beyond_the_file)
{
    bytes b = good_part();
    for (size_t n = 0; n < b.size; n++) {
        bytes cut = {.at = malloc(n > 0 ? n : 1), .size = n};
        memcpy(cut.at, b.at, n);
        cr_expect_not(is_good(&cut), "%zu bytes", n);
        free(cut.at);
    }
    const size_t tables = place(&b, b.image.segment[1].at), dynamic = place(&b, b.image.dynamic.at);
    int n_good = 0, n_refused = 0;
    for (size_t i = 0; i < 8 * b.size; i++) {
        if (i / 8 < tables || (i / 8 >= dynamic && i / 8 < dynamic + b.image.dynamic.size)) {
            b.at[i / 8] ^= (unsigned char)(1 << (i % 8));
            const bool good = is_good(&b);
            n_good += good;
            n_refused += !good;
            b.at[i / 8] ^= (unsigned char)(1 << (i % 8));
        }
    }
    cr_expect_gt(n_refused, 2000);
    cr_expect_gt(n_good, 500); // build number, physical addresses, contents
    free(b.at);
}
