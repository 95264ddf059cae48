#include "part_file.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "element_types.h"
#include "part_error.h"
#include "part_table.h"

#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)
#define ENTRY TEXT(TAC_PART_ENTRY)

// A descriptor of the file; -1 with a line.
static int open_trusted(const char *path, size_t *size, const tac_part_error *error)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0 || fstat(file, &about) != 0) {
        (void)tac_part_say(error, "cannot be opened: %s; name a part's file", strerror(errno));
    } else if (!S_ISREG(about.st_mode)) {
        (void)tac_part_say(error, "is no plain file; name a part's file");
    } else if (about.st_uid != geteuid() && about.st_uid != 0) {
        (void)tac_part_say(error, "belongs to another user, %u; make it root's or your own",
                           about.st_uid);
    } else if (about.st_mode & (S_IWGRP | S_IWOTH)) {
        (void)tac_part_say(error, "can be written by others; run chmod go-w on it");
    } else if (about.st_size < 1 || (uint64_t)about.st_size > TAC_PART_MOST_BYTES) {
        (void)tac_part_say(error, "has %lld bytes; a part has at most %zu",
                           (long long)about.st_size, TAC_PART_MOST_BYTES);
    } else {
        *size = (size_t)about.st_size;
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

// Exactly n bytes, or not all with errno, 0 where the file ends before.
static bool copy_bytes(int from, int to, size_t n)
{
    char block[65536];
    while (n > 0) {
        const ssize_t got = read(from, block, n < sizeof block ? n : sizeof block);
        if (got <= 0) {
            errno = got == 0 ? 0 : errno;
            return false;
        }
        for (ssize_t done = 0, put; done < got; done += put) {
            put = write(to, block + done, (size_t)(got - done));
            if (put < 0) {
                return false;
            }
        }
        n -= (size_t)got;
    }
    return true;
}

// The bytes in memory that is a file of nobody's and cannot be changed any more; -1 with a line. Debuggers show its name.
static int sealed_copy(const char *path, size_t *size, const tac_part_error *error)
{
    const int file = open_trusted(path, size, error);
    if (file < 0) {
        return -1;
    }
    char name[128];
    const char *last = strrchr(path, '/');
    (void)snprintf(name, sizeof name, "%s", last ? last + 1 : path);
    const int copy = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const bool copied = copy >= 0 && copy_bytes(file, copy, *size);
    if (!copied && errno == 0) {
        (void)tac_part_say(error, "was changed while it was read; try again");
    } else if (!copied) {
        (void)tac_part_say(error, "cannot be read into memory: %s; see to memory and limits",
                           strerror(errno));
    } else if (fcntl(copy, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) ==
               0) {
        close(file);
        return copy;
    } else {
        (void)tac_part_say(error, "cannot be sealed in memory: %s; see to the limits of the system",
                           strerror(errno));
    }
    close(file);
    if (copy >= 0) {
        close(copy);
    }
    return -1;
}

// Whether a file of an object is there to its end: a copy that was cut short ends the program that loads it.
static bool is_whole(const unsigned char *bytes, size_t size)
{
    Elf64_Ehdr h;
    if (size < sizeof h) {
        return false;
    }
    memcpy(&h, bytes, sizeof h);
    const uint64_t headers = h.e_phnum * sizeof(Elf64_Phdr);
    const uint64_t sections = h.e_shnum * (uint64_t)h.e_shentsize;
    bool whole = h.e_phentsize == sizeof(Elf64_Phdr) && h.e_phoff <= size &&
                 headers <= size - h.e_phoff && h.e_shoff <= size && sections <= size - h.e_shoff;
    for (int i = 0; whole && i < h.e_phnum; i++) {
        Elf64_Phdr p;
        memcpy(&p, bytes + h.e_phoff + (size_t)i * sizeof p, sizeof p);
        whole = p.p_offset <= size && p.p_filesz <= size - p.p_offset;
    }
    return whole;
}

static bool check_object(const unsigned char *bytes, size_t size, const tac_part_error *error)
{
    static const unsigned char kind[] = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB};
    if (size < sizeof kind || memcmp(bytes, kind, sizeof kind) != 0) {
        return tac_part_say(error, "is no shared object" TAC_PART_ANEW);
    }
    return is_whole(bytes, size) ||
           tac_part_say(error, "is damaged: it is cut short" TAC_PART_ANEW);
}

// Loads the copy and asks for its table.
static bool load(tac_part_file *p, const tac_part_error *error)
{
    char name[64];
    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", p->copy);
    p->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!p->library) {
        return tac_part_say(error, "cannot be loaded: %s" TAC_PART_ANEW, dlerror());
    }
    const tac_law_object *law = dlsym(p->library, "tactus_law");
    if (law) {
        const char *wrong = tac_law_object_wrong(law);
        p->law = wrong ? NULL : law;
        return wrong ? tac_part_say(error, "%s", wrong) : true;
    }
    const tac_part_table *(*entry)(void);
    void *at = dlsym(p->library, ENTRY);
    if (!at) {
        return tac_part_say(error, "exports neither a function '" ENTRY "', as part.h says, nor a "
                                   "'tactus_law', as law.h says; define one");
    }
    memcpy(&entry, &at, sizeof entry);
    const tac_part_table *table = entry();
    p->table = tac_part_table_check(table, error) ? table : NULL;
    return p->table != NULL;
}

static bool check_and_load(tac_part_file *p, size_t size, const tac_part_error *error)
{
    unsigned char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, p->copy, 0);
    if (bytes == MAP_FAILED) {
        return tac_part_say(error, "cannot be mapped: %s; see to memory and limits",
                            strerror(errno));
    }
    const XXH128_hash_t hash = XXH3_128bits(bytes, size);
    p->hash[0] = hash.high64;
    p->hash[1] = hash.low64;
    const bool good = check_object(bytes, size, error) && load(p, error);
    munmap(bytes, size);
    return good;
}

static void release(tac_part_file *p)
{
    if (p->library) {
        (void)dlclose(p->library);
    }
    if (p->copy >= 0) {
        close(p->copy);
    }
    p->table = NULL;
    p->law = NULL;
    p->library = NULL;
    p->copy = -1;
}

bool tac_part_open(tac_part_file *p, const char *path, char *text, size_t text_size)
{
    const tac_part_error error = {path, text, text_size};
    size_t size;
    *p = (tac_part_file){.copy = -1};
    if (text_size > 0) {
        text[0] = '\0';
    }
    if (snprintf(p->path, sizeof p->path, "%s", path) >= (int)sizeof p->path) {
        return tac_part_say(&error, "is too long a path; name a shorter one");
    }
    p->copy = sealed_copy(path, &size, &error);
    if (p->copy >= 0 && check_and_load(p, size, &error)) {
        return true;
    }
    release(p);
    return false;
}

void tac_part_close(tac_part_file *p)
{
    if (p->library) {
        release(p);
    }
}
