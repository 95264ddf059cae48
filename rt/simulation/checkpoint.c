#include "checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "given.h"
#include "known_parts.h"
#include "system/fail.h"
#include "system/files.h"

#define HASH_START 14695981039346656037u

static uint64_t hash(uint64_t h, const void *data, size_t n) // FNV-1a
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < n; i++) {
        h = (h ^ byte[i]) * 1099511628211u;
    }
    return h;
}

int tac_same_bits(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static int fail(tac_diag *diag, const char *path, const char *text)
{
    return tac_diag_say(diag, "'%.400s' %s", path, text);
}

static int fail_errno(tac_diag *diag, const char *path, const char *text)
{
    return tac_diag_say_errno(diag, errno, "'%.400s' %s: %s", path, text, tac_output_error(errno));
}

static int hash_file(const char *path, uint64_t *h)
{
    char block[4096];
    size_t n;
    FILE *in = tac_open_plain(path);
    if (!in) {
        return 0;
    }
    while ((n = fread(block, 1, sizeof block, in)) > 0) {
        *h = hash(*h, block, n);
    }
    int ok = !ferror(in);
    fclose(in);
    *h = hash(*h, "", 1); // where files end matters
    return ok;
}

int tac_checkpoint_model(const tac_model_file *f, uint64_t *result, tac_diag *diag)
{
    uint64_t h = HASH_START;
    for (int i = 0; i < f->n_file; i++) {
        if (!hash_file(f->file_name[i], &h)) {
            return fail_errno(diag, f->file_name[i], "cannot be read");
        }
    }
    const tac_given given = tac_model_file_given(f);
    for (int i = 0; i < given.n; i++) {
        h = hash(h, given.text[i], strlen(given.text[i]) + 1);
    }
    for (int i = 0; i < f->desc.n_part; i++) { // objects are no files of the model
        const tac_known_part *part = &tac_model_file_parts(f)[i].known;
        h = hash(h, part->hash, sizeof part->hash);
    }
    int n;
    const tac_model_part *law = tac_model_file_laws(f, &n);
    for (int i = 0; i < n; i++) {
        h = hash(h, law[i].known.hash, sizeof law[i].known.hash);
    }
    *result = h;
    return 1;
}

static tac_checkpoint_header header_of(const tac_checkpoint *c)
{
    tac_checkpoint_header h = {.magic = TAC_CHECKPOINT_MAGIC,
                               .version = TAC_CHECKPOINT_VERSION,
                               .header_size = sizeof h,
                               .model_hash = c->model_hash,
                               .state_size = c->state_size,
                               .n_variable = (uint64_t)c->n_value,
                               .step = c->step,
                               .dt = c->dt};
    return h;
}

static uint64_t checksum(tac_checkpoint_header h, const tac_checkpoint *c)
{
    h.checksum = 0;
    uint64_t sum = hash(HASH_START, &h, sizeof h);
    sum = hash(sum, c->state, c->state_size);
    return hash(sum, c->value, (size_t)c->n_value * sizeof *c->value);
}

int tac_checkpoint_write(const char *path, const tac_checkpoint *c, tac_diag *diag)
{
    tac_successor new;
    const char *kept = tac_keeps_its_place(path); // a link would be gone, such as /dev/stdout
    if (kept) {
        return fail(diag, path, kept);
    }
    if (!tac_begin_successor(&new, path, 0640)) {
        return fail_errno(diag, path, "cannot be written");
    }
    tac_checkpoint_header h = header_of(c);
    h.checksum = checksum(h, c);
    int ok = tac_write_all(new.fd, &h, sizeof h) &&
             tac_write_all(new.fd, c->state, c->state_size) &&
             tac_write_all(new.fd, c->value, (size_t)c->n_value * sizeof *c->value);
    return tac_end_successor(&new, path, ok) || fail_errno(diag, path, "cannot be written");
}

// Everything in the header that must fit before the rest is worth reading.
static int check_header(const char *path, const tac_checkpoint_header *h, const tac_checkpoint *c,
                        tac_diag *diag)
{
    char text[160];
    if (h->magic != TAC_CHECKPOINT_MAGIC || h->header_size != sizeof *h) {
        return fail(diag, path, "is not a checkpoint");
    }
    if (h->version != TAC_CHECKPOINT_VERSION) {
        snprintf(text, sizeof text,
                 "is a checkpoint of version %" PRIu32
                 ", this program reads %d; save one with this program",
                 h->version, TAC_CHECKPOINT_VERSION);
        return fail(diag, path, text);
    }
    if (h->model_hash != c->model_hash || h->state_size != c->state_size ||
        h->n_variable != (uint64_t)c->n_value) {
        return fail(diag, path,
                    "is a checkpoint of another model, or of this one before its files "
                    "were changed");
    }
    if (!tac_same_bits(h->dt, c->dt)) {
        snprintf(text, sizeof text, "was saved with a step of %g s, this rig has %g s", h->dt,
                 c->dt);
        return fail(diag, path, text);
    }
    return 1;
}

static int read_checked(int fd, const char *path, tac_checkpoint *c, tac_diag *diag)
{
    tac_checkpoint_header h;
    char beyond;
    struct stat s;
    if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || !tac_read_all(fd, &h, sizeof h)) {
        return fail(diag, path, "is not a checkpoint");
    }
    if (!check_header(path, &h, c, diag)) {
        return 0;
    }
    if (!tac_read_all(fd, c->state, c->state_size) ||
        !tac_read_all(fd, c->value, (size_t)c->n_value * sizeof *c->value) ||
        read(fd, &beyond, 1) != 0 || checksum(h, c) != h.checksum) {
        return fail(diag, path, "is damaged: its checksum or its length is wrong");
    }
    c->step = h.step;
    return 1;
}

int tac_checkpoint_read(const char *path, tac_checkpoint *c, tac_diag *diag)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return fail_errno(diag, path, "cannot be read");
    }
    int ok = read_checked(fd, path, c, diag);
    close(fd);
    return ok;
}
