// Threads on one ring of slots: none reads a torn frame. For ThreadSanitizer and drd, without
// Criterion. The words of a frame are atomic; what its writer did before it is not, and may be looked
// at by whoever has read the frame.
//   plain_slot [READERS [READS]]    every reader reads so many; the writer goes on until then
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/layout.h"
#include "io/slot.h"

enum { WORDS = 24, MAX_READERS = 16, MOST_NOTED = 4096 };

static _Alignas(64) _Atomic uint64_t ring[TAC_SLOTS][WORDS + 1];
static _Alignas(64) _Atomic uint64_t newest;
static uint64_t done_before[MOST_NOTED]; // (number) written before the frame, and never again
static _Atomic int reading;
static uint64_t reads = 20000;

typedef struct reader {
    pthread_t id;
    uint64_t read, missed, torn, backwards;
} reader;

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
    return x ^ x >> 31;
}

static void *run_reader(void *argument)
{
    reader *r = argument;
    uint64_t last = 0, word[WORDS];
    while (r->read < reads) {
        // relaxed: says where to look, what comes with a frame comes with its own number
        uint64_t number = atomic_load_explicit(&newest, memory_order_relaxed);
        if (number == 0 || !tac_slot_read(ring[number % TAC_SLOTS], number, word, WORDS)) {
            r->missed++;
            continue;
        }
        r->read++;
        r->backwards += number < last;
        last = number;
        r->torn += number < MOST_NOTED && done_before[number] != mix(number);
        for (int i = 0; i < WORDS; i++) {
            r->torn += word[i] != mix(number + (uint64_t)i);
        }
    }
    atomic_fetch_sub(&reading, 1);
    return NULL;
}

// At full speed, with a breath now and then: a real writer has a period.
static uint64_t write_all(void)
{
    uint64_t word[WORDS], number = 0;
    while (atomic_load_explicit(&reading, memory_order_relaxed) > 0) {
        number++;
        for (int i = 0; i < WORDS; i++) {
            word[i] = mix(number + (uint64_t)i);
        }
        if (number < MOST_NOTED) {
            done_before[number] = mix(number);
        }
        tac_slot_write(ring[number % TAC_SLOTS], number, word, WORDS);
        atomic_store_explicit(&newest, number, memory_order_relaxed);
        for (uint64_t i = 0; i < word[0] % 512; i++) {
            atomic_signal_fence(memory_order_seq_cst);
        }
    }
    return number;
}

int main(int argc, char **argv)
{
    static reader list[MAX_READERS];
    int n = argc > 1 ? atoi(argv[1]) : 4;
    reads = argc > 2 ? strtoull(argv[2], NULL, 10) : reads;
    uint64_t read = 0, missed = 0, bad = 0;
    n = n < 1 ? 1 : n > MAX_READERS ? MAX_READERS : n;
    atomic_store(&reading, n);
    for (int i = 0; i < n; i++) {
        pthread_create(&list[i].id, NULL, run_reader, &list[i]);
    }
    uint64_t frames = write_all();
    for (int i = 0; i < n; i++) {
        pthread_join(list[i].id, NULL);
        read += list[i].read;
        missed += list[i].missed;
        bad += list[i].torn + list[i].backwards;
    }
    printf("%d readers, %llu frames written, %llu read, %llu attempts missed, %llu torn\n", n,
           (unsigned long long)frames, (unsigned long long)read, (unsigned long long)missed,
           (unsigned long long)bad);
    return bad != 0;
}
