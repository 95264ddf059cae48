// Numbered streams by script: loss, repetition, overtaking, wrapping, a sender that begins anew.
#include <criterion/criterion.h>

#include "bridge/sequence.h"

// Sees the numbers and compares what is said of each: n next, t twice, l late, r restarted.
static void script(tac_sequence *s, const uint64_t *number, const char *expected)
{
    static const char letter[] = {[TAC_SEQUENCE_NEXT] = 'n',
                                  [TAC_SEQUENCE_TWICE] = 't',
                                  [TAC_SEQUENCE_LATE] = 'l',
                                  [TAC_SEQUENCE_NEW] = 'r'};
    for (int i = 0; expected[i] != '\0'; i++) {
        char found = letter[tac_sequence_see(s, number[i])];
        cr_expect_eq(found, expected[i], "number %d (%llu): '%c', expected '%c'", i,
                     (unsigned long long)number[i], found, expected[i]);
    }
}

static tac_sequence stream(uint64_t step, uint64_t modulo)
{
    tac_sequence s;
    tac_sequence_init(&s, step, modulo);
    return s;
}

Test(sequence, loss_is_counted_in_packets_and_in_gaps)
{
    tac_sequence s = stream(1, 256);
    script(&s, (const uint64_t[]){10, 11, 14, 15, 20}, "nnnnn");
    cr_expect_eq(s.gaps, 2);
    cr_expect_eq(s.missing, 2 + 4);
}

Test(sequence, a_late_packet_is_no_longer_missing)
{
    tac_sequence s = stream(1, 65536);
    script(&s, (const uint64_t[]){1, 2, 5, 3, 4, 6}, "nnnlln");
    cr_expect_eq(s.gaps, 1);
    cr_expect_eq(s.missing, 0);
}

Test(sequence, a_repeated_packet_is_seen_also_when_it_was_late)
{
    tac_sequence s = stream(1, 65536);
    script(&s, (const uint64_t[]){1, 1, 3, 2, 2, 3, 1, 4}, "ntnltttn");
    cr_expect_eq(s.missing, 0);
}

Test(sequence, packets_before_the_first_were_never_missing)
{
    tac_sequence s = stream(1, 65536);
    script(&s, (const uint64_t[]){100, 103, 99, 101}, "nnll");
    cr_expect_eq(s.missing, 1); // 102
}

Test(sequence, numbers_wrap)
{
    tac_sequence s = stream(1, 256);
    script(&s, (const uint64_t[]){254, 255, 0, 1, 4, 255}, "nnnnnt");
    cr_expect_eq(s.missing, 2);
    s = stream(1, 16);
    script(&s, (const uint64_t[]){14, 15, 0, 2, 1, 3}, "nnnnln");
    cr_expect_eq(s.missing, 0);
    s = stream(1, 0);
    script(&s, (const uint64_t[]){UINT64_MAX - 1, UINT64_MAX, 0, 2, 1}, "nnnnl");
    cr_expect_eq(s.missing, 0);
}

Test(sequence, steps_other_than_one)
{
    tac_sequence s = stream(4, 256);
    script(&s, (const uint64_t[]){248, 252, 0, 8, 4, 4, 9, 12}, "nnnnltln");
    cr_expect_eq(s.gaps, 1);
    cr_expect_eq(s.missing, 0);
}

Test(sequence, wrapping_for_ever_loses_nothing)
{
    tac_sequence s = stream(3, 255);
    for (uint64_t i = 0; i < 10000; i++) {
        cr_assert_eq(tac_sequence_see(&s, i * 3 % 255), TAC_SEQUENCE_NEXT);
    }
    cr_expect_eq(s.missing, 0);
}

Test(sequence, a_sender_that_begins_anew_is_followed_from_its_second_packet)
{
    tac_sequence s = stream(1, 65536);
    script(&s, (const uint64_t[]){5000, 5001, 0, 1, 2}, "nnlrn");
    cr_expect_eq(s.missing, 0);
    // one stray old packet is no new stream
    script(&s, (const uint64_t[]){3, 900, 4, 60000, 901}, "nnlln");
}

Test(sequence, after_a_rest_it_is_followed_at_once)
{
    tac_sequence s = stream(1, 65536);
    script(&s, (const uint64_t[]){500, 501}, "nn");
    tac_sequence_rest(&s);
    script(&s, (const uint64_t[]){0, 1}, "rn");
    tac_sequence_rest(&s);
    script(&s, (const uint64_t[]){5, 6}, "nn"); // the same stream, with a gap
    cr_expect_eq(s.missing, 3);
}

Test(sequence, a_jump_too_far_is_a_new_stream)
{
    tac_sequence s = stream(1, UINT64_C(1) << 32);
    script(&s, (const uint64_t[]){7, 1000000000, 1000000001, 1000000002}, "nlrn");
    cr_expect_eq(s.missing, 0);
}

Test(sequence, numbers_beyond_the_modulo_belong_to_nobody)
{
    tac_sequence s = stream(1, 16);
    script(&s, (const uint64_t[]){200, 3, 16, 255, 4}, "lnlln");
    cr_expect_eq(s.missing, 0);
}

// A random script with at most 40 packets under way, against a list that remembers everything.
Test(sequence, random_loss_and_overtaking_against_a_list)
{
    enum { N = 4000 };
    static unsigned char seen[N];
    tac_sequence s = stream(1, 65536);
    uint64_t random = 1, newest = 0, lowest = 0;
    uint64_t missing = 0;
    for (int i = 0; i < 20000 && newest < N - 50; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
        uint64_t back = random >> 60, number = newest + 3 >= back ? newest + 3 - back : 0;
        tac_sequence_place place = tac_sequence_see(&s, number);
        if (i == 0) {
            lowest = newest = number;
            seen[number] = 1;
            continue;
        }
        cr_assert_eq(place, number > newest ? TAC_SEQUENCE_NEXT
                            : seen[number]  ? TAC_SEQUENCE_TWICE
                                            : TAC_SEQUENCE_LATE);
        newest = number > newest ? number : newest;
        seen[number] = 1;
    }
    for (uint64_t k = lowest; k < newest; k++) {
        missing += !seen[k];
    }
    cr_expect_gt(newest, 1000);
    cr_expect_eq(s.missing, missing);
}
