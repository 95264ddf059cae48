#include "check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

tac_io_status tac_io_fail(tac_io_error *error, tac_io_status status, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        error->status = status;
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
    }
    return status;
}

// n items of `size` bytes at `offset`, 8-byte aligned, inside `whole` bytes and behind the header.
static int is_inside(uint64_t whole, uint64_t header, uint64_t offset, uint64_t n, uint64_t size)
{
    return offset % TAC_WORD == 0 && size % TAC_WORD == 0 && offset >= header && offset <= whole &&
           (n == 0 || size <= (whole - offset) / n);
}

static int is_text(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

static tac_io_status check_kind(uint64_t magic, uint64_t wanted, uint32_t order, unsigned major,
                                unsigned minor, tac_io_error *error)
{
    if (magic != wanted) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "not a segment of Tactus (magic number %016llx)",
                           (unsigned long long)magic);
    }
    if (order != TAC_BYTE_ORDER_MARK) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "another byte order (mark %08x)", order);
    }
    if (major != TAC_LAYOUT_MAJOR || minor != TAC_LAYOUT_MINOR) {
        return tac_io_fail(error, TAC_IO_INCOMPATIBLE,
                           "layout version %u.%u; this library reads %d.%d; build the client with "
                           "the library of the executive",
                           major, minor, TAC_LAYOUT_MAJOR, TAC_LAYOUT_MINOR);
    }
    return TAC_IO_OK;
}

static const char *find_contradiction(const tac_state_header *h, uint64_t file_size)
{
    uint64_t size = h->size;
    return size != file_size || size > TAC_MAX_SEGMENT           ? "the size of the file"
           : h->header_size < sizeof *h || h->header_size > size ? "the size of the header"
           : h->n_signal > TAC_MAX_SIGNALS || h->signal_size < sizeof(tac_signal_entry) ||
                   h->signal_size > TAC_MAX_ITEM ||
                   !is_inside(size, h->header_size, h->signal_offset, h->n_signal, h->signal_size)
               ? "the place of the dictionary"
           : h->n_client > TAC_MAX_CLIENTS || h->client_size < sizeof(tac_client_account) ||
                   h->client_size > TAC_MAX_ITEM ||
                   !is_inside(size, h->header_size, h->client_offset, h->n_client, h->client_size)
               ? "the place of the accounts"
           : h->n_event == 0 || h->event_size != sizeof(tac_log_event) ||
                   !is_inside(size, h->header_size, h->event_offset, h->n_event, h->event_size)
               ? "the place of the events"
           : h->value_offset != 0 &&
                   (h->value_size < sizeof(tac_value_entry) || h->value_size > TAC_MAX_ITEM ||
                    !is_inside(size, h->header_size, h->value_offset, h->state_size / TAC_WORD,
                               h->value_size))
               ? "the place of the names of values"
           : h->n_slot < 2 || h->n_slot > 1024 || h->slot_size < TAC_SLOT_HEAD ||
                   !is_inside(size, h->header_size, h->slot_offset, h->n_slot, h->slot_size)
               ? "the place of the slots"
           : h->state_size % TAC_WORD != 0 || h->state_size > TAC_MAX_PAYLOAD ||
                   h->state_size > h->slot_size - TAC_SLOT_HEAD ||
                   h->command_size % TAC_WORD != 0 || h->command_size > TAC_MAX_PAYLOAD ||
                   h->mask_size % TAC_WORD != 0 || h->mask_size > h->command_size
               ? "the sizes of the frames"
           : !(h->dt > 0.0) || !isfinite(h->dt) || h->period_ns <= 0 ? "step and period"
           : h->pid <= 0 || !is_text(h->instance, sizeof h->instance) || strchr(h->instance, '/')
               ? "the owner"
               : NULL;
}

tac_io_status tac_io_check_state_header(const tac_state_header *h, uint64_t file_size,
                                        tac_io_error *error)
{
    tac_io_status status =
        check_kind(h->magic, TAC_STATE_MAGIC, h->byte_order, h->major, h->minor, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    const char *what = find_contradiction(h, file_size);
    return what ? tac_io_fail(error, TAC_IO_DAMAGED, "the header contradicts itself: %s", what)
                : TAC_IO_OK;
}

// Values of one signal inside its payload; *next_command is counted along.
static int is_entry(const tac_state_header *h, const tac_signal_entry *e, uint64_t *n_command)
{
    if (!is_text(e->name, sizeof e->name) || e->name[0] == '\0' ||
        !is_text(e->unit, sizeof e->unit) || e->direction > TAC_SIGNAL_COMMAND ||
        e->type != TAC_TYPE_F64 || e->fallback > TAC_FALL_ZERO || e->rows == 0 || e->columns == 0 ||
        e->rows > 1024 || e->columns > 1024) {
        return 0;
    }
    uint64_t n = (uint64_t)e->rows * e->columns;
    if (e->direction == TAC_SIGNAL_STATE) {
        return is_inside(h->state_size, 0, e->offset, n, TAC_WORD);
    }
    ++*n_command;
    return is_inside(h->command_size, h->mask_size, e->offset, n, TAC_WORD) &&
           is_inside(h->state_size, 0, e->echo, n, TAC_WORD);
}

tac_io_status tac_io_check_dictionary(const tac_state_header *h, const tac_signal_entry *entry,
                                      tac_io_error *error)
{
    uint64_t n_command = 0;
    const unsigned char *at = (const unsigned char *)entry;
    for (uint32_t i = 0; i < h->n_signal; i++, at += h->signal_size) {
        tac_signal_entry e;
        memcpy(&e, at, sizeof e);
        if (!is_entry(h, &e, &n_command)) {
            return tac_io_fail(error, TAC_IO_DAMAGED, "signal %u of the dictionary is damaged", i);
        }
    }
    if (n_command > (uint64_t)h->mask_size * 8 ||
        tac_fnv1a(entry, (size_t)h->n_signal * h->signal_size) != h->hash) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "the dictionary does not match its hash");
    }
    return TAC_IO_OK;
}

bool tac_io_is_value(const tac_value_entry *e)
{
    return is_text(e->name, sizeof e->name) && is_text(e->unit, sizeof e->unit) &&
           is_text(e->model, sizeof e->model);
}

tac_io_status tac_io_check_command_header(const tac_state_header *s, const tac_command_header *h,
                                          uint64_t file_size, tac_io_error *error)
{
    tac_io_status status =
        check_kind(h->magic, TAC_COMMAND_MAGIC, h->byte_order, h->major, h->minor, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    uint64_t size = h->size;
    if (size != file_size || size != s->command_segment || size > TAC_MAX_SEGMENT ||
        h->header_size < sizeof *h || h->payload_size != s->command_size ||
        h->mask_size != s->mask_size || h->n_slot < 2 || h->n_slot > 1024 ||
        h->slot_size < TAC_SLOT_HEAD || h->payload_size > h->slot_size - TAC_SLOT_HEAD ||
        !is_inside(size, h->header_size, h->slot_offset, h->n_slot, h->slot_size) ||
        h->n_event == 0 || h->event_size != sizeof(tac_client_event) ||
        !is_inside(size, h->header_size, h->event_offset, h->n_event, h->event_size)) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "the sizes of the command segment are wrong");
    }
    if (h->hash != s->hash || h->generation != s->generation) {
        return tac_io_fail(error, TAC_IO_DAMAGED,
                           "the command segment belongs to another start of the executive");
    }
    return TAC_IO_OK;
}

tac_io_status tac_io_check_history_header(const tac_state_header *s, const tac_history_header *h,
                                          uint64_t file_size, tac_io_error *error)
{
    tac_io_status status =
        check_kind(h->magic, TAC_HISTORY_MAGIC, h->byte_order, h->major, h->minor, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    uint64_t size = h->size;
    if (size != file_size || size != s->history_size || size > TAC_MAX_SEGMENT ||
        h->header_size < sizeof *h || h->state_size != s->state_size || h->n_slot < 2 ||
        h->n_slot > TAC_MAX_HISTORY || h->slot_size < TAC_SLOT_HEAD ||
        h->state_size > h->slot_size - TAC_SLOT_HEAD ||
        !is_inside(size, h->header_size, h->slot_offset, h->n_slot, h->slot_size)) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "the sizes of the history segment are wrong");
    }
    if (h->hash != s->hash || h->generation != s->generation) {
        return tac_io_fail(error, TAC_IO_DAMAGED,
                           "the history segment belongs to another start of the executive");
    }
    return TAC_IO_OK;
}
