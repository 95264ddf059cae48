#include "header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "format.h"

#define MAX_ITEMS 100000 // files of a model and a few more

// ---- items ---------------------------------------------------------------------------------------

void tac_log_header_free(tac_log_header *h)
{
    for (size_t i = 0; i < h->n; i++) {
        free(h->item[i].name);
        free(h->item[i].bytes);
    }
    free(h->item);
    *h = (tac_log_header){0};
}

const tac_log_item *tac_log_find(const tac_log_header *h, const char *name)
{
    for (size_t i = 0; i < h->n; i++) {
        if (strcmp(h->item[i].name, name) == 0) {
            return &h->item[i];
        }
    }
    return NULL;
}

const char *tac_log_text(const tac_log_header *h, const char *name)
{
    const tac_log_item *item = tac_log_find(h, name);
    return item ? (const char *)item->bytes : "";
}

static int add(tac_log_header *h, const char *name, size_t length, const void *bytes, size_t size)
{
    if (h->n == h->capacity) {
        size_t capacity = h->capacity ? 2 * h->capacity : 32;
        tac_log_item *item = realloc(h->item, capacity * sizeof *item);
        if (!item) {
            return 0;
        }
        h->item = item;
        h->capacity = capacity;
    }
    tac_log_item *item = &h->item[h->n];
    *item = (tac_log_item){calloc(1, length + 1), calloc(1, size + 1), size};
    if (!item->name || !item->bytes) {
        free(item->name);
        free(item->bytes);
        return 0;
    }
    memcpy(item->name, name, length);
    if (size > 0) {
        memcpy(item->bytes, bytes, size);
    }
    h->n++;
    return 1;
}

int tac_log_header_add(tac_log_header *h, const char *name, const void *bytes, size_t size)
{
    return add(h, name, strlen(name), bytes, size);
}

void tac_log_header_remove(tac_log_header *h, const char *name)
{
    for (size_t i = 0; i < h->n; i++) {
        if (strcmp(h->item[i].name, name) == 0) {
            free(h->item[i].name);
            free(h->item[i].bytes);
            h->item[i] = h->item[--h->n];
            return;
        }
    }
}

unsigned char *tac_log_header_put(const tac_log_header *h, size_t *size)
{
    *size = 4;
    for (size_t i = 0; i < h->n; i++) {
        *size += 10 + strlen(h->item[i].name) + h->item[i].size;
    }
    unsigned char *out = malloc(*size), *at = out;
    if (!out) {
        return NULL;
    }
    tac_log_put(at, h->n, 4);
    at += 4;
    for (size_t i = 0; i < h->n; i++) {
        const tac_log_item *item = &h->item[i];
        size_t length = strlen(item->name);
        tac_log_put(at, length, 2);
        tac_log_put(at + 2, item->size, 8);
        memcpy(at + 10, item->name, length);
        memcpy(at + 10 + length, item->bytes, item->size);
        at += 10 + length + item->size;
    }
    return out;
}

void tac_log_header_append(unsigned char *bytes, size_t *size, const char *name, const char *text)
{
    size_t length = strlen(name), n = strlen(text);
    unsigned char *at = bytes + *size;
    tac_log_put(bytes, tac_log_get(bytes, 4) + 1, 4);
    tac_log_put(at, length, 2);
    tac_log_put(at + 2, n, 8);
    memcpy(at + 10, name, length);
    memcpy(at + 10 + length, text, n);
    *size += 10 + length + n;
}

void tac_log_header_drop(unsigned char *bytes, unsigned n)
{
    tac_log_put(bytes, tac_log_get(bytes, 4) - n, 4);
}

// ---- shape ---------------------------------------------------------------------------------------

static int read_shape(tac_log_header *h)
{
    const uint64_t limit = 1 << 25; // words
    const tac_log_item *item = tac_log_find(h, "shape");
    uint64_t word[4];
    if (!item || item->size != sizeof word) {
        return 0;
    }
    tac_log_get_words(item->bytes, word, 4);
    if (word[0] > limit || word[1] > limit || word[2] > limit || word[3] > 1) {
        return 0;
    }
    h->shape = (tac_log_shape){word[0], word[1], word[2], (int)word[3]};
    const tac_log_item *state = tac_log_find(h, "state"), *input = tac_log_find(h, "input");
    const tac_log_item *parameter = tac_log_find(h, "parameter");
    return state && state->size == 8 * word[1] && input && input->size == 8 * word[0] &&
           parameter && parameter->size == 8 * word[2];
}

int tac_log_header_get(tac_log_header *h, const unsigned char *bytes, size_t size)
{
    *h = (tac_log_header){0};
    size_t n = size >= 4 ? (size_t)tac_log_get(bytes, 4) : MAX_ITEMS + 1, at = 4;
    int ok = n <= MAX_ITEMS, no_memory = 0;
    for (size_t i = 0; ok && i < n; i++) {
        ok = size - at >= 10;
        size_t length = ok ? (size_t)tac_log_get(bytes + at, 2) : 0;
        uint64_t content = ok ? tac_log_get(bytes + at + 2, 8) : 0;
        ok = ok && size - at - 10 >= length && size - at - 10 - length >= content;
        no_memory = ok && !add(h, (const char *)bytes + at + 10, length, bytes + at + 10 + length,
                               (size_t)content);
        ok = ok && !no_memory;
        at += ok ? 10 + length + (size_t)content : 0;
    }
    if (!ok || at != size || !read_shape(h)) {
        tac_log_header_free(h);
        return no_memory ? -1 : 0;
    }
    return 1;
}

// ---- what built it -------------------------------------------------------------------------------

const char *tac_log_cpu(void)
{
#if defined __x86_64__
    __builtin_cpu_init();
    static char text[96];
    snprintf(
        text, sizeof text, "x86-64%s%s%s%s%s", __builtin_cpu_supports("sse4.2") ? " sse4.2" : "",
        __builtin_cpu_supports("avx") ? " avx" : "", __builtin_cpu_supports("avx2") ? " avx2" : "",
        __builtin_cpu_supports("fma") ? " fma" : "",
        __builtin_cpu_supports("avx512f") ? " avx512f" : "");
    return text;
#elif defined __aarch64__
    return "aarch64";
#else
    return "other";
#endif
}

static int differs(const tac_log_header *h, const char *item, const char *here, const char *what,
                   char *out, size_t size)
{
    const char *there = tac_log_text(h, item);
    if (strcmp(there, here) == 0) {
        return 0;
    }
    size_t n = strlen(out);
    snprintf(out + n, size - n, "  %s: recorded by '%s', this is '%s'\n", what, there, here);
    return 1;
}

int tac_log_header_differs(const tac_log_header *h, char *out, size_t size)
{
    out[0] = '\0';
    return differs(h, "build", TAC_VERSION, "version", out, size) +
           differs(h, "compiler", TAC_COMPILER, "compiler", out, size) +
           differs(h, "flags", TAC_BUILD_FLAGS, "flags", out, size);
}
