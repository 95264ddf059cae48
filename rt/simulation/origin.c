#include "origin.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "build.h"
#include "printable.h"
#include "system/files.h"

// FNV-1a of 64 bits.
#define HASH_START 14695981039346656037u
#define HASH_PRIME 1099511628211u

static uint64_t hash(uint64_t h, const char *byte, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        h = (h ^ (unsigned char)byte[i]) * HASH_PRIME;
    }
    return h;
}

static bool hash_file(const char *path, const tac_file_source *files, uint64_t *h)
{
    char block[4096];
    size_t n = 0;
    const char *found = files ? files->find(files->context, path, &n) : NULL;
    FILE *in = files ? NULL : tac_open_plain(path);
    if (found) {
        *h = hash(*h, found, n);
    }
    while (in && (n = fread(block, 1, sizeof block, in)) > 0) {
        *h = hash(*h, block, n);
    }
    bool good = found || (in && !ferror(in));
    if (in) {
        fclose(in);
    }
    *h = hash(*h, "", 1); // where files end matters
    return good;
}

static void say_hash(char text[TAC_ORIGIN_TEXT], const tac_simulation *s,
                     const tac_file_source *files)
{
    uint64_t h = HASH_START;
    bool good = true;
    for (int i = 0; i < s->file->n_file; i++) {
        good = good && hash_file(s->file->file_name[i], files, &h);
    }
    text[0] = '\0';
    if (good) {
        snprintf(text, TAC_ORIGIN_TEXT, "fnv1a64 %016" PRIx64, h);
    }
}

void tac_origin_of(tac_origin *o, const tac_simulation *s, const tac_file_source *files)
{
    static const char *const key[TAC_ORIGIN_PAIRS] = {"title",  "model", "model_hash",
                                                      "method", "step",  "tactus"};
    (void)tac_printable(o->text[0], sizeof o->text[0], s->file->title);
    (void)tac_printable(o->text[1], sizeof o->text[1], s->path);
    say_hash(o->text[2], s, files);
    if (tac_simulation_has_one_order(s)) {
        snprintf(o->text[3], sizeof o->text[3], "%s", s->method->name);
    } else {
        snprintf(o->text[3], sizeof o->text[3], "%s, order %d", s->method->name, s->options.order);
    }
    snprintf(o->text[4], sizeof o->text[4], "%.9g s", s->options.dt);
    snprintf(o->text[5], sizeof o->text[5], "%s", TAC_VERSION);
    for (int i = 0; i < TAC_ORIGIN_PAIRS; i++) {
        o->pair[i][0] = key[i];
        o->pair[i][1] = o->text[i];
    }
}
