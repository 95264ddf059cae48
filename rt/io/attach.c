#include "attach.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alive.h"
#include "guard.h"
#include "handle.h"
#include "history.h"
#include "segment_file.h"
#include "send_command.h"

const char *tac_io_status_name(tac_io_status status)
{
    static const char *const name[] = {"ok",      "none",    "incompatible", "damaged",
                                       "full",    "refused", "ended",        "stale",
                                       "invalid", "busy",    "system",       "foreign"};
    return (unsigned)status < sizeof name / sizeof name[0] ? name[status] : "unknown";
}

// ---- list ----------------------------------------------------------------------------------------

// "vehicle" of "tactus.vehicle.state"; 0 when the file is something else, or no rig can have that name.
static int instance_of(const char *file, const char *after, char out[TAC_NAME_SIZE])
{
    static const char before[] = "tactus.";
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    size_t n = strlen(file), a = sizeof before - 1, b = strlen(after);
    if (n <= a + b || n - a - b >= TAC_NAME_SIZE || strncmp(file, before, a) != 0 ||
        strcmp(file + n - b, after) != 0 || strspn(file, letters) != n) {
        return 0;
    }
    memcpy(out, file + a, n - a - b);
    out[n - a - b] = '\0';
    return 1;
}

int tac_io_list_files(const char *after, char (*name)[TAC_NAME_SIZE], int max)
{
    DIR *folder = opendir(TAC_IO_FOLDER);
    int n = 0;
    const struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        char instance[TAC_NAME_SIZE];
        int is_plain = entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN;
        if (is_plain && instance_of(entry->d_name, after, instance)) {
            if (n < max) {
                memcpy(name[n], instance, sizeof instance);
            }
            n++;
        }
    }
    if (folder) {
        closedir(folder);
    }
    return n;
}

int tac_io_list(char (*name)[48], int max)
{
    return tac_io_list_files(".state", name, max);
}

// ---- state segment -------------------------------------------------------------------------------

// Reads the header once more, now that `ready` says that it is complete. The copy is what is checked and
// used: the mapping may say something else a moment later.
static tac_io_status copy_header(tac_io *io, tac_io_error *error)
{
    // acquire: what was written before `ready` is visible
    uint64_t ready = atomic_load_explicit(&tac_io_live(io)->ready, memory_order_acquire);
    tac_state_header copy;
    memcpy(&copy, io->state, sizeof copy);
    tac_io_status status = tac_io_check_state_header(&copy, io->state_size, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    memcpy(&io->head, &copy, sizeof io->head);
    return ready == 0 || ready != io->head.generation
               ? tac_io_fail(error, TAC_IO_ENDED, "not ready: just starting, or at its end")
               : TAC_IO_OK;
}

static tac_io_status map_state(tac_io *io, int file, uint64_t size, tac_io_error *error)
{
    tac_state_header head;
    if (size < sizeof head || pread(file, &head, sizeof head, 0) != (ssize_t)sizeof head) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "too short for a state segment");
    }
    tac_io_status status = tac_io_check_state_header(&head, size, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    void *at = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) {
        return tac_io_fail(error, TAC_IO_SYSTEM, "cannot be mapped: %s", strerror(errno));
    }
    io->state = at;
    io->state_size = size;
    if (tac_io_guard_mapping(at, size) != TAC_IO_OK) {
        return tac_io_fail(error, TAC_IO_SYSTEM, "not enough memory");
    }
    return copy_header(io, error);
}

// Names and units of values, which an executive from before 1.1 does not have. The dictionary is there.
static tac_io_status copy_values(tac_io *io, tac_io_error *error)
{
    const tac_state_header *h = &io->head;
    uint64_t n = 0;
    io->first = calloc((size_t)h->n_signal + 1, sizeof *io->first);
    for (uint32_t i = 0; i < h->n_signal && io->first; i++) {
        io->first[i] = (int)n;
        n += (uint64_t)io->signal[i].rows * io->signal[i].columns;
    }
    if (io->first && (h->value_offset == 0 || n > h->state_size / TAC_WORD)) {
        return TAC_IO_OK;
    }
    io->value = calloc((size_t)n + 1, sizeof *io->value);
    if (!io->first || !io->value) {
        return tac_io_fail(error, TAC_IO_SYSTEM, "not enough memory");
    }
    const size_t size = h->value_size < sizeof *io->value ? h->value_size : sizeof *io->value;
    for (uint64_t k = 0; k < n; k++) {
        memcpy(&io->value[k], io->state + h->value_offset + k * h->value_size, size);
        if (!tac_io_is_value(&io->value[k])) {
            return tac_io_fail(error, TAC_IO_DAMAGED, "the name of value %llu is damaged",
                               (unsigned long long)k);
        }
    }
    return TAC_IO_OK;
}

tac_io_status tac_io_copy_dictionary(tac_io *io, tac_io_error *error)
{
    const tac_state_header *h = &io->head;
    size_t size = (size_t)h->n_signal * h->signal_size;
    unsigned char *copy = malloc(size + 1);
    io->signal = calloc((size_t)h->n_signal + 1, sizeof *io->signal);
    io->bit = calloc((size_t)h->n_signal + 1, sizeof *io->bit);
    io->frame_words = (TAC_SLOT_HEAD - TAC_WORD + h->state_size) / TAC_WORD;
    io->frame = calloc(io->frame_words, sizeof *io->frame);
    io->spare = calloc(io->frame_words, sizeof *io->spare);
    tac_io_status status = TAC_IO_SYSTEM;
    if (!copy || !io->signal || !io->bit || !io->frame || !io->spare || !io->state) {
        tac_io_fail(error, status, "not enough memory");
    } else {
        memcpy(copy, io->state + h->signal_offset, size);
        status = tac_io_check_dictionary(h, (const tac_signal_entry *)(const void *)copy, error);
    }
    int bit = 0;
    for (uint32_t i = 0; i < h->n_signal && status == TAC_IO_OK; i++) {
        memcpy(&io->signal[i], copy + (size_t)i * h->signal_size, sizeof *io->signal);
        io->bit[i] = io->signal[i].direction == TAC_SIGNAL_COMMAND ? bit++ : -1;
    }
    free(copy);
    return status == TAC_IO_OK ? copy_values(io, error) : status;
}

// A second name of another instance's file would show that instance under this name.
static tac_io_status check_name(const tac_io *io, const char *instance, const struct stat *about,
                                tac_io_error *error)
{
    return about->st_nlink > 1 && strcmp(io->head.instance, instance) != 0
               ? tac_io_fail(error, TAC_IO_DAMAGED, "the segment of '%s' is one of '%s', linked",
                             instance, io->head.instance)
               : TAC_IO_OK;
}

tac_io_status tac_io_open_state(tac_io *io, const char *instance, int any_owner,
                                tac_io_error *error)
{
    char name[TAC_IO_PATH];
    struct stat about;
    if (!instance || *instance == '\0' || strlen(instance) >= TAC_NAME_SIZE ||
        strchr(instance, '/')) {
        return tac_io_fail(error, TAC_IO_INVALID, "an instance has a name of 1 to %d letters",
                           TAC_NAME_SIZE - 1);
    }
    snprintf(name, sizeof name, "tactus.%s.state", instance);
    int file = tac_io_open_plain(name, O_RDONLY, &about, error);
    if (file < 0) {
        return error->status == TAC_IO_NONE
                   ? tac_io_fail(error, TAC_IO_NONE, "nothing named '%s' runs here", instance)
                   : error->status;
    }
    tac_io_status status = any_owner ? TAC_IO_OK : tac_io_check_owner(name, &about, error);
    if (status == TAC_IO_OK) {
        io->owner = about.st_uid;
        status = map_state(io, file, (uint64_t)about.st_size, error);
    }
    io->state_file = file;
    status = status == TAC_IO_OK ? check_name(io, instance, &about, error) : status;
    return status == TAC_IO_OK ? tac_io_copy_dictionary(io, error) : status;
}

// ---- handles -------------------------------------------------------------------------------------

tac_io *tac_io_new(void)
{
    tac_io *io = calloc(1, sizeof *io);
    if (io) {
        io->place = io->file = io->state_file = -1;
    }
    return io;
}

// What lives behind the file, by its lock.
static int owner_lives(const tac_io *io)
{
    return tac_maker_lives(io->state_file, io->head.pid, io->head.start, io->head.pid_space);
}

tac_io *tac_io_attach(const char *instance, int mode, const char *client, tac_io_error *error)
{
    tac_io_error unwanted;
    error = error ? error : &unwanted;
    *error = (tac_io_error){.status = TAC_IO_OK};
    tac_io *io = tac_io_new();
    if (!io) {
        tac_io_fail(error, TAC_IO_SYSTEM, "not enough memory");
        return NULL;
    }
    tac_io_guard_renew();
    tac_io_status status = tac_io_open_state(io, instance, mode & TAC_IO_ANY_OWNER, error);
    if (status == TAC_IO_OK && !owner_lives(io)) {
        tac_io_health health;
        tac_io_get_health(io, &health);
        status = tac_io_fail(error, TAC_IO_ENDED, "%s", health.text);
    }
    if (status == TAC_IO_OK && (mode & TAC_IO_COMMAND)) {
        status = tac_io_claim(io, client ? client : "", error);
    }
    if (status != TAC_IO_OK) {
        tac_io_detach(io);
        return NULL;
    }
    *error = (tac_io_error){.status = TAC_IO_OK};
    return io;
}

void tac_io_detach(tac_io *io)
{
    if (!io) {
        return;
    }
    tac_io_leave(io);
    tac_io_history_close(io);
    if (io->state) {
        tac_io_unguard_mapping(io->state);
        munmap((void *)io->state, io->state_size);
    }
    if (io->state_file >= 0) {
        close(io->state_file);
    }
    free(io->signal);
    free(io->bit);
    free(io->first);
    free(io->value);
    free(io->frame);
    free(io->spare);
    free(io);
}

void tac_io_get_info(const tac_io *io, tac_io_info *info)
{
    const tac_state_header *h = &io->head;
    *info = (tac_io_info){.pid = h->pid,
                          .generation = h->generation,
                          .dt = h->dt,
                          .period_ns = h->period_ns,
                          .clients = h->n_client};
    memcpy(info->instance, h->instance, sizeof info->instance);
}

tac_io_status tac_io_check_state(const tac_io *io)
{
    // relaxed: compared with what is known already
    uint64_t ready = atomic_load_explicit(&tac_io_live(io)->ready, memory_order_relaxed);
    return ready == io->head.generation && owner_lives(io) ? TAC_IO_OK : TAC_IO_ENDED;
}

tac_io_status tac_io_check(const tac_io *io)
{
    tac_io_guard_renew();
    return tac_io_lost_place(io) || !tac_io_is_own(io) ? TAC_IO_ENDED : tac_io_check_state(io);
}
