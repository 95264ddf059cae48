#include "pieces.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "header.h"
#include "system/clock.h"
#include "system/fail.h"

int tac_pieces_is_open(const tac_log_store *s)
{
    return s->file.descriptor >= 0;
}

int tac_pieces_is_current(const tac_log_store *s)
{
    return s->piece.block == s->newest.number;
}

// ---- opening -------------------------------------------------------------------------------------

// The header, with what this piece alone has: the recording, its number, and that of the piece it follows.
static size_t put_header(tac_log_store *s, int number)
{
    char id[20], piece[32];
    size_t size = s->header_size;
    snprintf(id, sizeof id, "%016" PRIx64, s->id);
    snprintf(piece, sizeof piece, "%d %d", number, s->follows ? s->piece.number : 0);
    tac_log_header_append(s->header, &size, "recording", id);
    tac_log_header_append(s->header, &size, "piece", piece);
    return size;
}

// Under the first number whose name is free: what others, or an earlier recording, have left there stays.
static int begin_file(tac_log_store *s)
{
    tac_piece *p = &s->piece;
    int named = p->number > 0 || s->numbered;
    for (int n = p->number + 1; n <= TAC_PIECE_MOST_NUMBER; n++) {
        if (!tac_piece_name(s->recording, named ? n : 0, p->path)) {
            s->file.error = ENAMETOOLONG;
            return 0;
        }
        size_t size = put_header(s, n);
        if (tac_log_file_begin(&s->file, p->path, named ? O_EXCL : 0, s->header, size)) {
            tac_log_header_drop(s->header, 2);
            p->number = n;
            return 1;
        }
        tac_log_header_drop(s->header, 2);
        if (!named || s->file.error != EEXIST) {
            return 0;
        }
    }
    return 0;
}

int tac_pieces_open(tac_log_store *s, int64_t step)
{
    if (!begin_file(s)) {
        return 0;
    }
    tac_piece *p = &s->piece;
    p->steps = p->cycles = p->records = p->lost = 0;
    p->chain = 0;
    p->block = s->newest.number;
    p->began = tac_now_ns();
    p->producer_lost = s->lost_by_producer;
    s->needs_piece = 0;
    s->now.state.pieces++;
    atomic_store(&s->synced, s->file.descriptor);
    s->anchor = tac_wall_anchor_take();
    const tac_log_note_row clock = tac_log_note_anchor(&s->anchor, step);
    tac_log_store_note(s, &clock);
    return 1;
}

// ---- ending --------------------------------------------------------------------------------------

// Whoever asks the disk closes it as well, for that may take seconds.
static int close_piece(tac_log_store *s)
{
    int none = -1;
    atomic_store(&s->synced, -1);
    if (s->ends_now && s->ends_on_disk && s->file.descriptor >= 0) {
        (void)fdatasync(s->file.descriptor);
    }
    if (!s->ends_now && atomic_load(&s->has_sync) && s->file.error == 0 &&
        atomic_compare_exchange_strong(&s->parting, &none, s->file.descriptor)) {
        s->file.descriptor = -1;
        return 1;
    }
    return tac_log_file_finish(&s->file);
}

// As it is when all is in it.
static void remember(tac_log_store *s)
{
    struct stat about;
    int keeps = s->how.keep_pieces > 0 || s->how.keep_free > 0;
    if (!keeps || fstat(s->file.descriptor, &about) != 0) {
        return;
    }
    if (s->n_kept == TAC_MOST_PIECES) { // of a free disk only: the oldest stays for ever
        s->first_kept = (s->first_kept + 1) % TAC_MOST_PIECES;
        s->n_kept--;
    }
    s->kept[(s->first_kept + s->n_kept++) % TAC_MOST_PIECES] =
        (tac_kept_piece){.number = s->piece.number,
                         .device = about.st_dev,
                         .inode = about.st_ino,
                         .size = about.st_size,
                         .modified = about.st_mtim};
}

// A piece that took nothing but its header.
static void remove_empty(tac_log_store *s)
{
    struct stat own, named;
    if (fstat(s->file.descriptor, &own) == 0 && lstat(s->piece.path, &named) == 0 &&
        own.st_dev == named.st_dev && own.st_ino == named.st_ino && S_ISREG(own.st_mode)) {
        (void)unlink(s->piece.path);
        s->now.state.pieces--;
    }
}

int tac_pieces_end(tac_log_store *s, int64_t step, const uint64_t *state)
{
    const tac_wall_anchor now = tac_wall_anchor_take();
    const tac_log_note_row clock = tac_log_note_anchor(&now, step);
    const tac_piece *p = &s->piece;
    int64_t lost = p->lost + s->lost_by_producer - p->producer_lost;
    const tac_log_end end = {.steps = p->steps,
                             .lost = lost,
                             .cycles = p->cycles,
                             .chain = p->chain,
                             .complete = lost == 0};
    state = tac_pieces_is_current(s) ? state : NULL;
    tac_log_store_note(s, &clock);
    int ended = tac_log_file_end(&s->file, &end, state, state ? s->shape->n_state : 0, s->end);
    if (!ended && p->records == 0) {
        remove_empty(s);
    } else {
        remember(s);
    }
    if (!ended && p->records > 0) {
        tac_store_lose_end(s);
    }
    s->follows = ended && state != NULL;
    return close_piece(s) && ended;
}

// The piece at hand and its file; the memory for packing is the store's.
static void exchange_piece(tac_log_store *s, tac_piece *piece, tac_log_file *file)
{
    const tac_piece other_piece = *piece;
    const tac_log_file other = *file;
    *piece = s->piece;
    *file = s->file;
    s->piece = other_piece;
    s->file.path = s->piece.path;
    s->file.descriptor = other.descriptor;
    s->file.error = other.error;
    s->file.bytes = other.bytes;
    s->file.sequence = other.sequence;
    s->file.run = other.run;
}

int tac_pieces_follow(tac_log_store *s, int64_t step, const uint64_t *state)
{
    tac_piece piece = s->piece;
    tac_log_file file = s->file;
    s->follows = state != NULL && tac_pieces_is_current(s);
    if (!tac_pieces_open(s, step)) {
        int error = s->file.error;
        exchange_piece(s, &piece, &file);
        atomic_store(&s->synced, s->file.descriptor);
        errno = error;
        return 0;
    }
    exchange_piece(s, &piece, &file); // the old one
    (void)tac_pieces_end(s, step, state);
    exchange_piece(s, &piece, &file);
    atomic_store(&s->synced, s->file.descriptor);
    return 1;
}

void tac_pieces_give_up(tac_log_store *s)
{
    s->follows = 0;
    remember(s);
    atomic_store(&s->synced, -1);
    (void)tac_log_file_finish(&s->file);
}

// ---- keeping -------------------------------------------------------------------------------------

static int is_same(const tac_kept_piece *k, const struct stat *about)
{
    return about->st_dev == k->device && about->st_ino == k->inode && about->st_size == k->size &&
           about->st_mtim.tv_sec == k->modified.tv_sec &&
           about->st_mtim.tv_nsec == k->modified.tv_nsec;
}

// Only what this recording has written; a file that took the name since then stays.
static void remove_oldest(tac_log_store *s)
{
    const tac_kept_piece *k = &s->kept[s->first_kept];
    char path[TAC_PIECE_PATH];
    struct stat about;
    int named = s->numbered || k->number > 1;
    if (tac_piece_name(s->recording, named ? k->number : 0, path) && lstat(path, &about) == 0 &&
        is_same(k, &about)) {
        (void)unlink(path);
    }
    s->first_kept = (s->first_kept + 1) % TAC_MOST_PIECES;
    s->n_kept--;
}

// The folder of the recording.
static const char *folder_of(const tac_log_store *s, char folder[TAC_PIECE_PATH])
{
    const char *slash = strrchr(s->recording, '/');
    int n = slash > s->recording ? (int)(slash - s->recording) : slash ? 1 : 0;
    snprintf(folder, TAC_PIECE_PATH, "%.*s", n > 0 ? n : 1, n > 0 ? s->recording : ".");
    return folder;
}

// Whether the disk is as free as it should be; true where that cannot be known.
static int is_free(const tac_log_store *s)
{
    struct statvfs disk;
    char folder[TAC_PIECE_PATH];
    return statvfs(folder_of(s, folder), &disk) != 0 ||
           (double)disk.f_bavail * (double)disk.f_frsize >= (double)s->how.keep_free;
}

int tac_pieces_check(const tac_log_store *s, tac_diag *diag)
{
    struct statvfs disk;
    char folder[TAC_PIECE_PATH];
    folder_of(s, folder);
    if (access(folder, W_OK | X_OK) != 0) {
        return tac_diag_say(diag, "tactus: '%s' cannot be written: its folder: %s", s->recording,
                            strerror(errno));
    }
    double all = statvfs(folder, &disk) == 0 ? (double)disk.f_blocks * (double)disk.f_frsize : 0.0;
    if (all > 0.0 && (double)s->how.keep_free >= all) {
        return tac_diag_say(diag,
                            "tactus: '%s' would never be written: %.4g bytes of its disk are to "
                            "stay free, which has %.4g; lower 'keep: {free: ...}'",
                            s->recording, (double)s->how.keep_free, all);
    }
    return 1;
}

int tac_pieces_keep(tac_log_store *s)
{
    int open = tac_pieces_is_open(s);
    while (s->how.keep_pieces > 0 && s->n_kept > 0 && s->n_kept + open > s->how.keep_pieces) {
        remove_oldest(s);
    }
    int good = s->how.keep_free == 0 || is_free(s);
    while (!good && s->n_kept > 0) {
        remove_oldest(s);
        good = is_free(s);
    }
    return good;
}
