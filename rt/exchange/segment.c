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
#include "io/segment_file.h"
#include "system/fail.h"

void tac_state_segment_name(const char *instance, char out[TAC_SEGMENT_NAME])
{
    snprintf(out, TAC_SEGMENT_NAME, "/tactus.%s.state", instance);
}

void tac_history_segment_name(const char *instance, char out[TAC_SEGMENT_NAME])
{
    snprintf(out, TAC_SEGMENT_NAME, "/tactus.%s.history", instance);
}

void tac_view_segment_name(const char *instance, char out[TAC_SEGMENT_NAME])
{
    snprintf(out, TAC_SEGMENT_NAME, "/tactus.%s.view", instance);
}

void tac_command_segment_name(const char *instance, int place, char out[TAC_SEGMENT_NAME])
{
    snprintf(out, TAC_SEGMENT_NAME, "/tactus.%s.cmd.%d", instance, place);
}

void tac_port_unlink(const char *instance, int place)
{
    char name[TAC_SEGMENT_NAME];
    tac_command_segment_name(instance, place, name);
    (void)shm_unlink(name);
}

uint64_t tac_segment_left(const char *instance, int32_t *living)
{
    char name[TAC_SEGMENT_NAME];
    tac_state_header h;
    struct stat about;
    tac_io_error unwanted;
    *living = 0;
    tac_state_segment_name(instance, name);
    int file = tac_io_open_plain(name + 1, O_RDONLY, &about, &unwanted);
    if (file < 0) {
        return 0;
    }
    int good = about.st_uid == geteuid() && pread(file, &h, sizeof h, 0) == (ssize_t)sizeof h &&
               h.magic == TAC_STATE_MAGIC && h.major == TAC_LAYOUT_MAJOR &&
               h.minor == TAC_LAYOUT_MINOR && strncmp(h.instance, instance, sizeof h.instance) == 0;
    // of a process that lives it is only while it is ready
    if (good && h.ready != 0 && tac_maker_lives(file, h.pid, h.start, h.pid_space)) {
        *living = h.pid;
    }
    close(file);
    if (!good) {
        return 0;
    }
    return h.generation;
}

_Static_assert(TAC_MAX_GUARDS >= 4 * (TAC_MAX_CLIENTS + 6), "a guard for every segment");

void *tac_segment_create(const char *name, size_t size, unsigned mode, tac_new_segment *made)
{
    made->file = tac_shared_make(name + 1, (mode_t)mode, made->fresh);
    if (made->file < 0) {
        return NULL;
    }
    // the size once and with all its memory
    int reason = posix_fallocate(made->file, 0, (off_t)size);
    void *at = MAP_FAILED;
    if (reason == 0) {
        at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, made->file, 0);
        reason = errno;
    }
    if (at == MAP_FAILED || !tac_guard_add(at, size)) {
        if (at != MAP_FAILED) {
            munmap(at, size);
            reason = ENOMEM;
        }
        close(made->file);
        (void)tac_shared_remove(made->fresh);
        errno = reason;
        return NULL;
    }
    return at;
}

static void fill_command(const tac_exchange *x, int place, tac_command_header *h)
{
    uint32_t slot_size = tac_up_64(TAC_SLOT_HEAD + x->command_size);
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
                              .payload_size = x->command_size,
                              .mask_size = x->mask_size,
                              .hash = x->hash,
                              .generation = x->generation};
    h->slot_offset = h->event_offset + h->n_event * h->event_size;
    memcpy(h->instance, x->name, sizeof h->instance);
}

static void unmap(const tac_exchange *x, const tac_command_header *map, int file)
{
    tac_guard_remove(map);
    munmap((void *)map, x->command_segment);
    close(file);
}

void tac_port_drop(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    if (p->map) {
        tac_port_unlink(x->name, place);
        unmap(x, p->map, p->file);
        p->map = NULL;
    }
}

int tac_port_renew(tac_exchange *x, int place, tac_diag *diag)
{
    tac_port *p = &x->port[place];
    char name[TAC_SEGMENT_NAME];
    tac_new_segment made;
    struct stat about;
    tac_command_segment_name(x->name, place, name);
    tac_command_header *h = tac_segment_create(name, x->command_segment, 0660, &made);
    if (!h) {
        (void)tac_diag_say(diag, "exchange '%s': no shared memory for client %d: %s", x->name,
                           place, strerror(errno));
        tac_port_drop(x, place);
        return 0;
    }
    fill_command(x, place, h);
    memcpy(p->header, h, sizeof p->header);
    // from here on the executive only reads it
    if (mprotect(h, x->command_segment, PROT_READ) != 0 || fstat(made.file, &about) != 0 ||
        !tac_shared_put(made.fresh, name + 1, diag)) {
        (void)tac_shared_remove(made.fresh);
        unmap(x, h, made.file);
        tac_port_drop(x, place);
        return 0;
    }
    if (p->map) { // the name went from the old file to the new one, it was never free for others
        unmap(x, p->map, p->file);
    }
    p->map = h;
    p->file = made.file;
    p->device = about.st_dev;
    p->inode = about.st_ino;
    return 1;
}
