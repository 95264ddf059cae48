// fuzz: seeds=tests/golden
// libFuzzer target: any bytes as a log. Nothing may crash or leak, and what opens can be walked. The
// first byte chooses where the bytes enter: as a file, or as a header, a layout or an unpacked block,
// which checksums would otherwise keep out of reach. Seeds: tests/golden.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "log/capture.h"
#include "log/layout.h"
#include "log/tools.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void as_file(const uint8_t *data, size_t size)
{
    tac_log l;
    tac_diag diag = {0};
    uint64_t chain;
    int opened = tac_log_open_memory(&l, "fuzz", data, size, &diag);
    if (opened == (diag.text[0] != '\0')) {
        abort();
    }
    if (opened) {
        (void)tac_log_check(&l, &chain, &diag);
    }
    tac_log_close(&l);
}

// Every word of what is taken for a layout has a name.
static void as_layout(const char *text)
{
    tac_log_layout l;
    if (tac_log_layout_read(&l, text) > 0 && l.n_word < 4096) {
        char name[160];
        int whole;
        for (size_t w = 0; w < l.n_word; w++) {
            tac_log_layout_name(&l, w, name, sizeof name, &whole);
        }
    }
    tac_log_layout_free(&l);
}

static void as_header(const uint8_t *data, size_t size)
{
    tac_log_header h;
    tac_options o;
    if (tac_log_header_get(&h, data, size) > 0) {
        (void)tac_log_options(&h, &o);
        as_layout(tac_log_text(&h, "layout"));
    }
    tac_log_header_free(&h);
}

// A block that is understood has one form only.
static void as_block(const tac_log_shape *s, const uint8_t *data, size_t size)
{
    tac_log_block b = {0};
    if (tac_log_block_get(s, data, size, &b) <= 0) {
        return;
    }
    unsigned char *again = malloc(size + 1);
    if (tac_log_block_size(s, &b) != size) {
        abort();
    }
    if (again) {
        tac_log_block_put(s, &b, again);
        if (memcmp(again, data, size) != 0) {
            abort();
        }
    }
    free(again);
    free(b.kind);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tac_log_shape shapes[] = {{0, 3, 0, 0}, {2, 4, 1, 1}};
    if (size == 0) {
        return 0;
    }
    switch (data[0]) {
    case 0:
        as_header(data + 1, size - 1);
        break;
    case 3: {
        char *text = strndup((const char *)data + 1, size - 1);
        as_layout(text);
        free(text);
        break;
    }
    case 1:
    case 2:
        as_block(&shapes[data[0] - 1], data + 1, size - 1);
        break;
    default:
        as_file(data, size);
    }
    return 0;
}
