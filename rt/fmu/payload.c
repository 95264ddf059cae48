#include "payload.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "given.h"
#include "system/fail.h"
#include "system/files.h"

#define MAGIC 0x0131554d46434154u // "TACFMU1\1" where the low byte comes first

typedef struct payload_head {
    uint64_t magic;
    uint32_t version, n_file, n_given, unused;
    char token[TAC_FMU_TOKEN];
} payload_head;

// ---- gathering -----------------------------------------------------------------------------------

// The whole file, with a zero behind it, to be freed.
static char *read_whole(const char *path, size_t *size, tac_diag *diag)
{
    char *text = NULL, block[4096];
    size_t n;
    FILE *in = tac_open_plain(path), *out = in ? open_memstream(&text, size) : NULL;
    while (out && (n = fread(block, 1, sizeof block, in)) > 0) {
        (void)fwrite(block, 1, n, out);
    }
    bool good = in && !ferror(in) && out && !ferror(out);
    int error = errno;
    if (in) {
        fclose(in);
    }
    if (out && fclose(out) != 0) {
        good = false;
    }
    if (!good) {
        free(text);
        (void)tac_diag_say_errno(diag, error, "'%.400s' cannot be read: %s", path, strerror(error));
        return NULL;
    }
    return text;
}

// Letters of the folder that all files lie in with the first one.
static size_t common_folder(const tac_model_file *f)
{
    const char *slash = strrchr(f->file_name[0], '/');
    size_t n = slash ? (size_t)(slash + 1 - f->file_name[0]) : 0;
    for (int i = 1; i < f->n_file && n > 0; i++) {
        n = strncmp(f->file_name[i], f->file_name[0], n) == 0 ? n : 0;
    }
    return n;
}

// Takes letters off the names of all files, or puts them back.
static void move_names(tac_fmu_payload *p, ptrdiff_t letters)
{
    for (int i = 0; i < p->n_file; i++) {
        p->text[2 * i].bytes += letters;
        p->text[2 * i].size -= (size_t)letters;
    }
}

static const char *find_text(const void *context, const char *path, size_t *size)
{
    const tac_fmu_payload *p = context;
    for (int i = 0; i < p->n_file; i++) {
        if (strcmp(p->text[2 * i].bytes, path) == 0) {
            *size = p->text[2 * i + 1].size;
            return p->text[2 * i + 1].bytes;
        }
    }
    return NULL;
}

// Leaves out the folder that all files are in, where they find each other without it: those that name others by their
// whole path do not.
static void shorten(tac_fmu_payload *p, const tac_model_file *f, int bounds)
{
    tac_diag diag = {0};
    ptrdiff_t folder = (ptrdiff_t)common_folder(f);
    const tac_file_source source = {.find = find_text, .context = p};
    tac_given given = tac_model_file_given(f);
    given.bounds = bounds;
    move_names(p, folder);
    tac_model_file *again = tac_model_file_read_given(p->text[0].bytes, &source, &given, &diag);
    if (!again) {
        move_names(p, -folder);
    }
    tac_model_file_free(again);
}

int tac_fmu_payload_gather(tac_fmu_payload *p, const tac_simulation *s, tac_fmi_version version,
                           const char *const *given, int n, tac_diag *diag)
{
    const tac_model_file *f = s->file;
    int all = 2 * f->n_file + n;
    *p = (tac_fmu_payload){.version = version, .text = calloc((size_t)all + 1, sizeof *p->text)};
    if (!p->text || f->n_file > TAC_FMU_MOST_FILES) {
        return p->text ? tac_diag_say(diag, "%s: of more than %d files; an FMU holds no more",
                                      s->path, TAC_FMU_MOST_FILES)
                       : tac_diag_say_memory(diag, "not enough memory for the files of an FMU");
    }
    for (; p->n_file < f->n_file; p->n_file++) {
        tac_fmu_text *text = &p->text[2 * p->n_file];
        const char *name = f->file_name[p->n_file];
        text[0] = (tac_fmu_text){name, strlen(name)};
        text[1].bytes = read_whole(f->file_name[p->n_file], &text[1].size, diag);
        if (!text[1].bytes) {
            return 0;
        }
    }
    for (; p->n_given < n; p->n_given++) {
        const char *text = given[p->n_given];
        p->text[2 * p->n_file + p->n_given] = (tac_fmu_text){text, strlen(text)};
    }
    shorten(p, f, s->bounds);
    return 1;
}

void tac_fmu_payload_free(tac_fmu_payload *p)
{
    for (int i = 0; i < p->n_file; i++) {
        free((char *)p->text[2 * i + 1].bytes);
    }
    free(p->text);
    *p = (tac_fmu_payload){.text = NULL};
}

// ---- bytes ---------------------------------------------------------------------------------------

static void write_texts(const tac_fmu_payload *p, FILE *out)
{
    for (int i = 0; i < 2 * p->n_file + p->n_given; i++) {
        const uint64_t size = p->text[i].size;
        (void)fwrite(&size, sizeof size, 1, out);
        (void)fwrite(p->text[i].bytes, 1, p->text[i].size, out);
        (void)fputc('\0', out);
    }
}

static void set_token(tac_fmu_payload *p, const char *bytes, size_t size)
{
    const XXH128_hash_t h = XXH3_128bits(bytes, size);
    (void)snprintf(p->token, sizeof p->token,
                   "{%08" PRIx32 "-%04" PRIx32 "-%04" PRIx32 "-%04" PRIx32 "-%012" PRIx64 "}",
                   (uint32_t)(h.high64 >> 32), (uint32_t)(h.high64 >> 16 & 0xffff),
                   (uint32_t)(h.high64 & 0xffff), (uint32_t)(h.low64 >> 48),
                   h.low64 & 0xffffffffffff);
}

char *tac_fmu_payload_pack(tac_fmu_payload *p, size_t *size)
{
    char *bytes = NULL;
    payload_head head = {.magic = MAGIC,
                         .version = (uint32_t)p->version,
                         .n_file = (uint32_t)p->n_file,
                         .n_given = (uint32_t)p->n_given};
    FILE *out = open_memstream(&bytes, size);
    if (!out) {
        return NULL;
    }
    (void)fwrite(&head, sizeof head, 1, out);
    write_texts(p, out);
    bool good = !ferror(out);
    if (fclose(out) != 0 || !good) {
        free(bytes);
        return NULL;
    }
    set_token(p, bytes, *size);
    memcpy(head.token, p->token, sizeof head.token);
    memcpy(bytes, &head, sizeof head);
    return bytes;
}

// The next text; 0: there is none.
static int take_text(const char **at, const char *end, tac_fmu_text *text)
{
    uint64_t size;
    if ((size_t)(end - *at) < sizeof size + 1) {
        return 0;
    }
    memcpy(&size, *at, sizeof size);
    *at += sizeof size;
    if (size >= (uint64_t)(end - *at) || (*at)[size] != '\0') {
        return 0;
    }
    *text = (tac_fmu_text){*at, size};
    *at += size + 1;
    return 1;
}

int tac_fmu_payload_unpack(tac_fmu_payload *p, const char *bytes, size_t size, tac_fmu_text *text,
                           int most)
{
    payload_head head;
    if (size < sizeof head) {
        return 0;
    }
    memcpy(&head, bytes, sizeof head);
    if (head.magic != MAGIC || head.n_file < 1 || head.n_file > TAC_FMU_MOST_FILES ||
        head.n_given > TAC_FMU_MOST_GIVEN || head.token[TAC_FMU_TOKEN - 1] != '\0') {
        return 0;
    }
    *p = (tac_fmu_payload){.version = head.version == TAC_FMI_2 ? TAC_FMI_2 : TAC_FMI_3,
                           .text = text,
                           .n_file = (int)head.n_file,
                           .n_given = (int)head.n_given};
    memcpy(p->token, head.token, sizeof p->token);
    const char *at = bytes + sizeof head, *end = bytes + size;
    int n = 2 * p->n_file + p->n_given, good = n <= most;
    for (int i = 0; i < n && good; i++) {
        good = take_text(&at, end, &text[i]);
    }
    return good && at == end;
}
