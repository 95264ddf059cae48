// A fuzz target for some thousand inputs without libFuzzer: files of the tree, damaged at random but always in the
// same way. Built with every compiler, so that the tests of each build, those with sanitizers too, have a sample of what
// `./dev check fuzz` does for a minute.
//   NAME ROUNDS [FOLDER...]      the seeds lie in the folders; without any they are random bytes
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_SEEDS = 512, MAX_SIZE = 1 << 16, MOST_DAMAGES = 8 };

typedef struct input {
    size_t size;
    uint8_t *byte;
} input;

static input seed[MAX_SEEDS];
static int n_seed;

// A fixed sequence: xorshift, 64 bits.
static uint64_t draw(uint64_t below)
{
    static uint64_t state = 0x9e3779b97f4a7c15U;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below > 0 ? state % below : 0;
}

static void read_seed(const char *folder, const char *name)
{
    char path[1024];
    input *s = &seed[n_seed];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    s->byte = malloc(MAX_SIZE);
    s->size = in && s->byte ? fread(s->byte, 1, MAX_SIZE, in) : 0;
    if (in) {
        fclose(in);
    }
    if (s->size > 0) {
        n_seed++;
    } else {
        free(s->byte);
    }
}

static void read_folder(const char *folder)
{
    struct dirent **entry;
    int n = scandir(folder, &entry, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        if (entry[i]->d_name[0] != '.' && n_seed < MAX_SEEDS) {
            read_seed(folder, entry[i]->d_name);
        }
        free(entry[i]);
    }
    if (n >= 0) {
        free(entry);
    }
}

static void random_bytes(input *to)
{
    to->size = draw(4096);
    for (size_t i = 0; i < to->size; i++) {
        to->byte[i] = (uint8_t)draw(256);
    }
}

// Overwrites a stretch with one of another seed, at another place.
static void splice(input *to)
{
    const input *from = &seed[draw((uint64_t)n_seed)];
    size_t at = draw(to->size), source = draw(from->size);
    size_t most = to->size - at < from->size - source ? to->size - at : from->size - source;
    memcpy(to->byte + at, from->byte + source, draw(most + 1));
}

static void damage(input *to)
{
    static const uint64_t odd[] = {0,          1,          0x7f,      0x80,      0xff,
                                   0x7fffffff, UINT32_MAX, INT64_MAX, UINT64_MAX};
    size_t at = draw(to->size), room = to->size - at;
    uint64_t word = odd[draw(sizeof odd / sizeof odd[0])];
    switch (draw(5)) {
    case 0:
        to->byte[at] ^= (uint8_t)(1U << draw(8));
        break;
    case 1:
        to->byte[at] = (uint8_t)draw(256);
        break;
    case 2:
        memcpy(to->byte + at, &word, room < sizeof word ? room : (size_t)1 << draw(4));
        break;
    case 3:
        to->size = draw(8) == 0 ? at : to->size;
        break;
    default:
        n_seed > 0 ? splice(to) : (void)0;
        break;
    }
}

int main(int argc, char **argv)
{
    long rounds = argc > 1 ? atol(argv[1]) : 0;
    input work = {.byte = malloc(MAX_SIZE)};
    for (int i = 2; i < argc; i++) {
        read_folder(argv[i]);
    }
    if (!work.byte || rounds < 1 || (argc > 2 && n_seed == 0)) {
        fprintf(stderr, "usage: %s ROUNDS [FOLDER...] with seeds in the folders\n", argv[0]);
        return 2;
    }
    for (long round = 0; round < rounds; round++) {
        if (n_seed > 0) {
            const input *s = &seed[draw((uint64_t)n_seed)];
            work.size = s->size;
            memcpy(work.byte, s->byte, s->size);
        } else {
            random_bytes(&work);
        }
        for (uint64_t n = draw(MOST_DAMAGES); n > 0 && work.size > 0; n--) {
            damage(&work);
        }
        (void)LLVMFuzzerTestOneInput(work.byte, work.size);
    }
    printf("%ld inputs from %d seeds\n", rounds, n_seed);
    for (int i = 0; i < n_seed; i++) {
        free(seed[i].byte);
    }
    free(work.byte);
    return 0;
}
