// fuzz: rounds=300 seeds=tests/golden
// libFuzzer target: any bytes as a recording that is viewed. As they are, and, where they open, with an item of the header
// damaged and all checksums made to fit, which is what somebody hands over who means harm. Nothing may crash, leak or
// leave the memory of the playback; a refusal has a line. Seeds: tests/golden.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "log_fixture.h"
#include "playback/motion.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH = 64, MOST_DAMAGES = 4 };

static void demand(int truth)
{
    if (!truth) {
        abort();
    }
}

// A file without a name, and a path to it.
static int new_file(char path[PATH])
{
    int file = memfd_create("fuzz.tlog", 0);
    demand(file >= 0);
    (void)snprintf(path, PATH, "/proc/self/fd/%d", file);
    return file;
}

static void check_rows(const tac_playback_header *h)
{
    uint64_t n = atomic_load(&h->n_row);
    demand(h->every >= 1 && n <= h->most_row && atomic_load(&h->n_miss) <= TAC_PLAYBACK_MISSES);
    demand(h->row_at + h->most_row * h->row_words * sizeof(double) == h->size);
    demand(h->n_value <= TAC_PLAYBACK_VALUES && atomic_load(&h->state) != TAC_PLAYBACK_COMPUTES);
    demand(memchr(h->why, '\0', sizeof h->why) && memchr(h->note, '\0', sizeof h->note) &&
           memchr(h->name, '\0', sizeof h->name));
}

static void view(const char *path)
{
    tac_seen_motion m;
    tac_diag diag = {.text = ""};
    bool good = tac_motion_open(&m, path, 0.01, 1e-3, 1, &diag);
    demand(good == (diag.text[0] == '\0'));
    if (good && m.is_log) {
        tac_motion_solve(&m);
        check_rows(m.playback.head);
    }
    tac_motion_close(&m);
}

static void leave_as_it_is(const tac_log_shape *s, tac_log_block *b, size_t index, void *context)
{
    (void)s, (void)b, (void)index, (void)context;
}

// A sequence out of the bytes: FNV-1a.
static uint64_t mix(uint64_t x, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        x = (x ^ data[i]) * UINT64_C(0x100000001b3);
    }
    return x;
}

static void damage(tac_log_header *h, uint64_t with)
{
    static const char letters[] = "0019-.e:#[]{}, \n\xff";
    for (int k = 0; k < MOST_DAMAGES && h->n > 0; k++) {
        tac_log_item *item = &h->item[with % h->n];
        with = mix(with, (const uint8_t *)&k, sizeof k);
        if (item->size > 0) {
            item->bytes[(with >> 8) % item->size] =
                with & 0x80 ? (unsigned char)(with >> 40)
                            : (unsigned char)letters[(with >> 48) % (sizeof letters - 1)];
        }
        with = mix(with, (const uint8_t *)&k, sizeof k);
    }
}

static void view_damaged(const uint8_t *data, size_t size)
{
    tac_log l;
    tac_diag diag = {.text = ""};
    if (tac_log_open_memory(&l, "fuzz", data, size, &diag)) {
        char path[PATH];
        int file = new_file(path);
        damage(&l.header, mix(UINT64_C(0xcbf29ce484222325), data, size));
        if (rewrite_log(&l, path, leave_as_it_is, NULL)) {
            view(path);
        }
        close(file);
    }
    tac_log_close(&l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[PATH];
    int file = new_file(path);
    demand(write(file, data, size) == (ssize_t)size);
    view(path);
    close(file);
    view_damaged(data, size);
    return 0;
}
