#include "segment.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exchange_parts.h"
#include "io/alive.h"

void tac_state_segment_name(const char *instance, char out[TAC_SEGMENT_NAME])
{
    snprintf(out, TAC_SEGMENT_NAME, "/tactus.%s.state", instance);
}

void tac_command_segment_name(const char *instance, int place, char out[TAC_SEGMENT_NAME])
{
    snprintf(out, TAC_SEGMENT_NAME, "/tactus.%s.cmd.%d", instance, place);
}

static void new_segment_name(const char *instance, int place, char out[TAC_SEGMENT_NAME])
{
    snprintf(out, TAC_SEGMENT_NAME, "/tactus.%s.cmd.%d.new", instance, place);
}

void tac_port_unlink(const char *instance, int place)
{
    char name[TAC_SEGMENT_NAME];
    tac_command_segment_name(instance, place, name);
    (void)shm_unlink(name);
    new_segment_name(instance, place, name);
    (void)shm_unlink(name);
}

uint64_t tac_segment_left(const char *name, int32_t *living)
{
    tac_state_header h;
    *living = 0;
    int file = shm_open(name, O_RDONLY, 0);
    if (file < 0) {
        return 0;
    }
    int good = pread(file, &h, sizeof h, 0) == (ssize_t)sizeof h && h.magic == TAC_STATE_MAGIC &&
               h.major == TAC_LAYOUT_MAJOR;
    close(file);
    if (!good) {
        return 0;
    }
    // of a process that lives it is only while it is ready
    if (h.ready != 0 && tac_pid_lives(h.pid, h.start)) {
        *living = h.pid;
    }
    return h.generation;
}

_Static_assert(TAC_MAX_GUARDS >= 4 * (TAC_MAX_CLIENTS + 1), "a guard for every segment");

void *tac_segment_create(const char *name, size_t size, unsigned mode, int *file)
{
    (void)shm_unlink(name);
    *file = shm_open(name, O_CREAT | O_EXCL | O_RDWR, (mode_t)mode);
    if (*file < 0) {
        return NULL;
    }
    // the mode as it is, whatever the process's mask; then the size, once and with all its memory
    int reason = fchmod(*file, (mode_t)mode) != 0 ? errno : posix_fallocate(*file, 0, (off_t)size);
    void *at = MAP_FAILED;
    if (reason == 0) {
        at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, *file, 0);
        reason = errno;
    }
    if (at == MAP_FAILED || !tac_guard_add(at, size)) {
        if (at != MAP_FAILED) {
            munmap(at, size);
            reason = ENOMEM;
        }
        close(*file);
        (void)shm_unlink(name);
        errno = reason;
        return NULL;
    }
    return at;
}

static void fill_command(const tac_exchange *x, int place, tac_command_header *h)
{
    const tac_state_header *s = x->state;
    uint32_t slot_size = tac_up_64(TAC_SLOT_HEAD + s->command_size);
    *h = (tac_command_header){.magic = TAC_COMMAND_MAGIC,
                              .byte_order = TAC_BYTE_ORDER_MARK,
                              .major = TAC_LAYOUT_MAJOR,
                              .minor = TAC_LAYOUT_MINOR,
                              .size = x->command_segment,
                              .header_size = sizeof *h,
                              .place = (uint32_t)place,
                              .n_slot = TAC_SLOTS,
                              .slot_size = slot_size,
                              .n_event = TAC_CLIENT_EVENTS,
                              .event_size = sizeof(tac_client_event),
                              .event_offset = sizeof *h,
                              .payload_size = s->command_size,
                              .mask_size = s->mask_size,
                              .hash = x->hash,
                              .generation = x->generation};
    h->slot_offset = h->event_offset + h->n_event * h->event_size;
    memcpy(h->instance, x->name, sizeof h->instance);
}

void tac_port_drop(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    char name[TAC_SEGMENT_NAME];
    if (p->map) {
        tac_command_segment_name(x->name, place, name);
        (void)shm_unlink(name);
        tac_guard_remove(p->map);
        munmap((void *)p->map, x->command_segment);
        close(p->file);
        p->map = NULL;
    }
}

int tac_port_renew(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    char name[TAC_SEGMENT_NAME], fresh[TAC_SEGMENT_NAME];
    struct stat about;
    tac_port_drop(x, place);
    // under its own name only when it is complete, so that no client finds half a header
    tac_command_segment_name(x->name, place, name);
    new_segment_name(x->name, place, fresh);
    tac_command_header *h = tac_segment_create(fresh, x->command_segment, 0660, &p->file);
    if (!h) {
        return 0;
    }
    fill_command(x, place, h);
    memcpy(p->header, h, sizeof p->header);
    // from here on the executive only reads it
    char from[2 * TAC_SEGMENT_NAME], to[2 * TAC_SEGMENT_NAME];
    snprintf(from, sizeof from, "/dev/shm%s", fresh);
    snprintf(to, sizeof to, "/dev/shm%s", name);
    int good = mprotect(h, x->command_segment, PROT_READ) == 0 && fstat(p->file, &about) == 0 &&
               rename(from, to) == 0;
    p->map = h;
    if (!good) {
        (void)shm_unlink(fresh);
        tac_port_drop(x, place);
        return 0;
    }
    p->device = about.st_dev;
    p->inode = about.st_ino;
    return 1;
}
