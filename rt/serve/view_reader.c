#include "view_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "instance/shared_file.h"
#include "io/segment_file.h"
#include "io/slot.h"
#include "io/tactus_io.h"
#include "system/fail.h"

enum { HEAD = sizeof(tac_state_head) / TAC_WORD, ATTEMPTS = 16 };

static bool is_good(const tac_view_header *h, uint64_t size, uint64_t generation)
{
    uint64_t payload =
        ((uint64_t)h->n_body * TAC_POSE_WORDS + (uint64_t)h->n_force * TAC_WRENCH_WORDS) * TAC_WORD;
    return h->magic == TAC_VIEW_MAGIC && h->byte_order == TAC_BYTE_ORDER_MARK &&
           h->major == TAC_LAYOUT_MAJOR && h->minor == TAC_LAYOUT_MINOR && h->size == size &&
           size <= (uint64_t)TAC_MAX_SCENE + TAC_MAX_SEGMENT && h->generation == generation &&
           h->header_size >= sizeof *h && h->n_body >= 1 && h->n_body <= TAC_MAX_VIEW_BODIES &&
           h->n_force <= TAC_MAX_VIEW_FORCES && h->n_slot >= 1 && h->n_slot <= TAC_MAX_HISTORY &&
           h->slot_size % 64 == 0 && h->slot_size >= TAC_SLOT_HEAD + payload &&
           h->slot_size <= 2 * TAC_MAX_PAYLOAD && h->slot_offset % 64 == 0 &&
           h->slot_offset <= size && (size - h->slot_offset) / h->slot_size >= h->n_slot &&
           h->scene_offset <= size && h->scene_size <= TAC_MAX_SCENE &&
           h->scene_size <= size - h->scene_offset;
}

static bool map(tac_view_reader *v, int file, size_t size, uint64_t generation)
{
    if (pread(file, &v->head, sizeof v->head, 0) != (ssize_t)sizeof v->head ||
        !is_good(&v->head, size, generation)) {
        return false;
    }
    void *at = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) {
        return false;
    }
    if (tac_io_guard_mapping(at, size) != TAC_IO_OK) {
        munmap(at, size);
        return false;
    }
    v->at = at;
    v->size = size;
    v->words =
        HEAD + (size_t)v->head.n_body * TAC_POSE_WORDS + (size_t)v->head.n_force * TAC_WRENCH_WORDS;
    v->frame = calloc(v->words, sizeof *v->frame);
    return v->frame != NULL;
}

bool tac_view_reader_open(tac_view_reader *v, const char *instance, uint64_t generation,
                          tac_diag *diag)
{
    char name[TAC_SHARED_NAME];
    struct stat about;
    tac_io_error error;
    *v = (tac_view_reader){0};
    tac_shared_name(instance, "view", name);
    int file = tac_io_open_plain(name, O_RDONLY, &about, &error);
    if (file < 0) {
        return tac_diag_say(diag, "%s", error.text);
    }
    bool good = tac_io_check_owner(name, &about, &error) == TAC_IO_OK;
    if (!good) {
        (void)tac_diag_say(diag, "%s", error.text);
    } else if (!map(v, file, (size_t)about.st_size, generation)) {
        good = tac_diag_say(diag, "%s is damaged, or belongs to another start", name);
        tac_view_reader_close(v);
    }
    close(file);
    return good;
}

void tac_view_reader_close(tac_view_reader *v)
{
    if (v->at) {
        tac_io_unguard_mapping(v->at);
        munmap((void *)v->at, v->size);
    }
    free(v->frame);
    *v = (tac_view_reader){0};
}

bool tac_view_reader_next(tac_view_reader *v)
{
    const tac_view_header *live = (const tac_view_header *)(const void *)v->at;
    for (int i = 0; v->at && i < ATTEMPTS; i++) {
        // acquire: with the number comes the view
        uint64_t number = atomic_load_explicit(&live->newest, memory_order_acquire);
        if (number == 0 || number == v->number) {
            return false;
        }
        const void *slot =
            v->at + v->head.slot_offset + number % v->head.n_slot * (uint64_t)v->head.slot_size;
        if (tac_slot_read(slot, number, v->frame, v->words)) {
            v->number = number;
            return true;
        }
    }
    return false;
}

const char *tac_view_reader_scene(const tac_view_reader *v)
{
    return (const char *)v->at + v->head.scene_offset;
}
