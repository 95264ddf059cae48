// fuzz: seeds=tests/config/flexible/imports
// libFuzzer target: any bytes as files of other programs' flexible bodies. Nothing may crash or leak, a refusal is
// exactly one line, and what is read is a modal file of finite numbers. Files of CalculiX are four, one after another,
// behind lines "=dof", "=sti" and "=mas".
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "modal_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ends[] = {"inp", "dof", "sti", "mas"};
static char folder[] = "/tmp/tactus-fuzz-XXXXXX";

static void name_file(const char *end, char path[64])
{
    (void)snprintf(path, 64, "%s/job.%s", folder, end);
}

static void remove_files(void)
{
    char path[64];
    for (int i = 0; i < 4; i++) {
        name_file(ends[i], path);
        (void)unlink(path);
    }
    (void)rmdir(folder);
}

static void look_at(const tac_modal *m, const tac_diag *diag)
{
    char *text = NULL;
    size_t size = 0;
    if ((!m) != (diag->text[0] != '\0') || strchr(diag->text, '\n')) {
        abort();
    }
    FILE *out = m ? open_memstream(&text, &size) : NULL;
    if (out) {
        (void)tac_modal_write(m, "fuzz", out);
        (void)fclose(out);
        if (!text || strstr(text, "nan") || strstr(text, "inf")) {
            abort();
        }
    }
    free(text);
}

static void read_one(const uint8_t *data, size_t size)
{
    char path[64];
    int file = memfd_create("import", 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0 || write(file, data, size) != (ssize_t)size) {
        abort();
    }
    const tac_import i = {.path = path};
    tac_modal *(*const read[])(const tac_import *, tac_diag *) = {tac_import_mbdyn, tac_import_sid};
    for (int k = 0; k < 2; k++) {
        tac_diag diag = {0};
        tac_modal *m = read[k](&i, &diag);
        look_at(m, &diag);
        tac_modal_free(m);
    }
    (void)close(file);
}

static void put(const char *end, const uint8_t *data, size_t size)
{
    char path[64];
    name_file(end, path);
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(data, 1, size, out) != size || fclose(out) != 0) {
        abort();
    }
}

static void read_matrices(const uint8_t *data, size_t size)
{
    const char *const interface[] = {"a=LEFT", "b=RIGHT"};
    char path[64];
    static bool is_made;
    if (!is_made && (!mkdtemp(folder) || atexit(remove_files) != 0)) {
        abort();
    }
    is_made = true;
    const uint8_t *end = data + size;
    for (int i = 0; i < 4; i++) {
        char mark[8];
        int n = snprintf(mark, sizeof mark, "=%s\n", ends[(i + 1) % 4]);
        const uint8_t *next = i < 3 ? memmem(data, (size_t)(end - data), mark, (size_t)n) : end;
        next = next ? next : end;
        put(ends[i], data, (size_t)(next - data));
        data = next < end ? next + n : end;
    }
    name_file("inp", path);
    const tac_import i = {.path = path, .interface = interface, .n_interface = 2, .modes = 8};
    tac_diag diag = {0};
    tac_modal *m = tac_import_calculix(&i, &diag);
    look_at(m, &diag);
    tac_modal_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_one(data, size);
    if (memmem(data, size, "=dof\n", 5)) {
        read_matrices(data, size);
    }
    return 0;
}
