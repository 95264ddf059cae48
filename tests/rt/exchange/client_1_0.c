// program: exchange.client_1_0
// A client written against layout 1.0, by its published offsets and without any header of Tactus: what was
// built before the layout grew goes on working.
//   client_1_0 NAME     attaches, reads 20 frames, commands "hold" to 2.5 and waits until it shows
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 20000 }; // ms

static unsigned char *state, *command;
static uint64_t payload[1 << 14];

static uint32_t u32(const unsigned char *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t u64(const unsigned char *at)
{
    return atomic_load((const _Atomic uint64_t *)(const void *)at);
}

static void put(unsigned char *at, uint64_t value)
{
    atomic_store((_Atomic uint64_t *)(void *)at, value);
}

static void nap(void)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
}

static unsigned char *map(const char *name, const char *suffix, int access, int *file)
{
    char path[128];
    struct stat about;
    (void)snprintf(path, sizeof path, "/dev/shm/tactus.%s.%s", name, suffix);
    *file = open(path, access | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (*file < 0 || fstat(*file, &about) != 0) {
        return NULL;
    }
    int protection = access == O_RDWR ? PROT_READ | PROT_WRITE : PROT_READ;
    unsigned char *at = mmap(NULL, (size_t)about.st_size, protection, MAP_SHARED, *file, 0);
    return at != MAP_FAILED && u64(at + 16) == (uint64_t)about.st_size ? at : NULL;
}

// Frame `number`, if the segment holds it whole.
static int copy_frame(uint64_t number)
{
    const unsigned char *slot =
        state + u32(state + 60) + number % u32(state + 52) * u32(state + 56);
    size_t n = 7 + u32(state + 76) / 8;
    if (u64(slot) != 2 * number) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        payload[i] = u64(slot + 8 + 8 * i);
    }
    return u64(slot) == 2 * number;
}

static uint64_t read_newest(void)
{
    for (int i = 0; i < PATIENCE; i++, nap()) {
        uint64_t number = u64(state + 192);
        if (number > 0 && copy_frame(number)) {
            return number;
        }
    }
    return 0;
}

static double value_at(uint32_t offset)
{
    double value;
    memcpy(&value, (const unsigned char *)payload + 56 + offset, sizeof value);
    return value;
}

static const unsigned char *entry(const char *name)
{
    for (uint32_t i = 0; i < u32(state + 28); i++) {
        const unsigned char *e = state + u32(state + 36) + (uint64_t)i * u32(state + 32);
        if (strcmp((const char *)e, name) == 0) {
            return e;
        }
    }
    return NULL;
}

static int64_t own_start(void)
{
    char text[1024] = "", *at;
    long long start = 0;
    FILE *file = fopen("/proc/self/stat", "r");
    (void)!fread(text, 1, sizeof text - 1, file);
    fclose(file);
    at = strrchr(text, ')');
    for (int field = 2; field < 22; field++) {
        at = strchr(at + 1, ' ');
    }
    return sscanf(at, "%lld", &start) == 1 ? start : -1;
}

static int take_place(const char *name)
{
    int file;
    command = map(name, "cmd.0", O_RDWR, &file);
    if (!command || flock(file, LOCK_EX | LOCK_NB) != 0 || u64(command + 128) != 0 ||
        u64(command + 64) != u64(state + 96) || u64(command + 72) != u64(state + 104)) {
        return 0;
    }
    int32_t pid = (int32_t)getpid();
    uint32_t version = 1U << 16; // 1.0
    memcpy(command + 136, &pid, 4);
    memcpy(command + 140, &version, 4);
    put(command + 144, (uint64_t)own_start());
    put(command + 152, u64(state + 96));
    put(command + 128, u64(state + 104));
    const unsigned char *account = state + u32(state + 48);
    for (int i = 0; i < PATIENCE; i++, nap()) {
        if (u32(account) == 1 && u32(account + 4) == (uint32_t)pid) {
            return 1;
        }
    }
    return 0;
}

static int command_hold(double value)
{
    const unsigned char *hold = entry("hold");
    unsigned char *slot = command + u32(command + 40) + 1 % u32(command + 32) * u32(command + 36);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(slot, 1);
    put(slot + 8, 0);                       // at once
    put(slot + 64, 1);                      // the first command signal
    put(slot + 64 + u32(hold + 144), bits); // its value
    put(slot, 2);
    put(command + 192, 1);
    put(command + 200, 1);
    for (int i = 0; i < PATIENCE; i++, nap()) {
        put(command + 192, (uint64_t)i + 2);
        if (read_newest() && value_at(u32(hold + 188)) == value) {
            return 1;
        }
    }
    return 0;
}

static int fail(const char *what)
{
    printf("FAILED: %s\n", what);
    return 1;
}

int main(int argc, char **argv)
{
    int file;
    if (argc < 2 || !(state = map(argv[1], "state", O_RDONLY, &file))) {
        return fail("the state file");
    }
    if (u64(state) != 0x4554415453434154U || u32(state + 8) != 0x01020304 ||
        (u32(state + 12) & 0xffff) != 1 || u64(state + 256) != u64(state + 104) || !entry("hold")) {
        return fail("the header");
    }
    uint64_t last = 0;
    for (int i = 0; i < 20;) {
        uint64_t number = read_newest();
        const unsigned char *load = entry("load");
        if (number < last || !load || value_at(u32(load + 144)) != (double)payload[0]) {
            return fail("a frame");
        }
        i += number > last;
        last = number;
    }
    return !take_place(argv[1]) ? fail("a place") : !command_hold(2.5) ? fail("the command") : 0;
}
