#include "reader/yaml_tree.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "reading.h"

// Reads a text of n bytes that a function fills, and expects a refusal.
static void expect_refusal_of(char *text, const char *part)
{
    expect_refusal(text, part);
    free(text);
}

static char *repeated(const char *head, const char *piece, int n, const char *tail)
{
    size_t length = strlen(piece);
    char *text = malloc(strlen(head) + length * (size_t)n + strlen(tail) + 1);
    cr_assert_not_null(text);
    char *at = text + strlen(strcpy(text, head));
    for (int i = 0; i < n; i++, at += length) {
        memcpy(at, piece, length);
    }
    strcpy(at, tail);
    return text;
}

Test(yaml_tree, depth_is_bounded)
{
    expect_refusal_of(repeated("bodies: ", "[", 65, ""), "nested more than 64 deep");
    expect_refusal_of(repeated("bodies: ", "[", 100000, ""), "deep");
    expect_refusal_of(repeated("bodies: ", "{a: ", 100000, ""), "deep");
}

Test(yaml_tree, the_number_of_values_is_bounded)
{
    expect_refusal_of(repeated("bodies: [", "1,", 4200000, "]\n"), "more than 4 million values");
}

Test(yaml_tree, the_number_of_anchors_is_bounded)
{
    expect_refusal_of(repeated("bodies: [", "&a 1,", 1025, "]\n"), "more than 1024 anchors");
}

Test(yaml_tree, the_number_of_keys_is_bounded)
{
    char *text = malloc(100000), *at = text;
    cr_assert_not_null(text);
    for (int i = 0; i < 4097; i++) {
        at += sprintf(at, "k%d: 1\n", i);
    }
    expect_refusal_of(text, "more than 4096 keys");
}

Test(yaml_tree, aliases_do_not_multiply_memory)
{
    // each level holds the one before twice: expanded it would have 2^40 entries
    char text[4000] = "sources:\n  - {name: s, sum: &s0 [1, 1]}\n", line[100];
    for (int i = 1; i <= 40; i++) {
        (void)snprintf(line, sizeof line, "  - {name: s%d, sum: &s%d [{sum: *s%d}, {sum: *s%d}]}\n",
                       i, i, i - 1, i - 1);
        strcat(text, line);
    }
    strcat(text, TWO_BODIES);
    expect_refusal(text, "more than 1000000 items");
}

Test(yaml_tree, positions_are_those_of_an_editor)
{
    expect_refusal("bodies:\n"
                   "  - name: a\n"
                   "    mass: \"${1 + x}\"\n"
                   "    inertia: [1, 1, 1]\n",
                   "test.yaml:3:18: no parameter 'x'");
    expect_refusal("title: \xc3\xa9t\xc3\xa9\n"
                   "bodies: [{name: \xc3\xa9}]\n",
                   "test.yaml:2:");
}
