// program: needs=tests-parts
// Parts' files opened, loaded and closed: those that were built for it (CMakeLists.txt here), and what else can lie
// under a path.
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "part/part_file.h"

typedef struct expected {
    const char *name, *line;
} expected;

static const char *const good_part = PARTS "/good.so";
static char folder[64], path[128], text[512];

static void make_folder(void)
{
    (void)snprintf(folder, sizeof folder, "/tmp/tactus-part-XXXXXX");
    cr_assert(mkdtemp(folder));
    (void)snprintf(path, sizeof path, "%s/part.so", folder);
}

static void remove_folder(void)
{
    (void)remove(path);
    (void)rmdir(folder);
}

TestSuite(part_file, .init = make_folder, .fini = remove_folder);

static size_t read_all(const char *from, unsigned char *to, size_t most)
{
    FILE *in = fopen(from, "rb");
    cr_assert(in, "%s", from);
    const size_t n = fread(to, 1, most, in);
    fclose(in);
    return n;
}

static void write_all(const unsigned char *from, size_t n)
{
    FILE *out = fopen(path, "wb");
    cr_assert(out && fwrite(from, 1, n, out) == n);
    fclose(out);
    cr_assert(chmod(path, 0644) == 0);
}

static void copy_good(void)
{
    static unsigned char byte[1 << 16];
    write_all(byte, read_all(good_part, byte, sizeof byte));
}

// One line that begins with the path and names a remedy, or none.
static bool opens(tac_part_file *p, const char *of)
{
    memset(text, 'x', sizeof text);
    const bool good = tac_part_open(p, of, text, sizeof text);
    cr_assert_eq(good, text[0] == '\0');
    cr_assert_eq(good, p->table != NULL);
    if (!good) {
        const size_t n = strlen(of);
        cr_assert(strncmp(text, of, n) == 0 && strncmp(text + n, ": ", 2) == 0, "%s", text);
        cr_assert(strchr(text + n, ';') && !strchr(text, '\n'), "%s", text);
    }
    return good;
}

static void refused(const char *of, const char *line)
{
    tac_part_file p;
    cr_expect_not(opens(&p, of), "%s was opened", of);
    cr_expect(strstr(text, line), "'%s' in place of '%s'", text, line);
}

static int count_open(void)
{
    int n = 0;
    DIR *all = opendir("/proc/self/fd");
    while (readdir(all)) {
        n++;
    }
    closedir(all);
    return n;
}

// Objects that are still mapped.
static int count_mapped(void)
{
    char line[512];
    int n = 0;
    FILE *in = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, in)) {
        n += strstr(line, "/memfd:") != NULL;
    }
    fclose(in);
    return n;
}

Test(part_file, opens_what_is_good)
{
    static const char *const good[] = {"good",  "now",      "tyre",    "gap_spring", "whole_title",
                                       "sharp", "no_sharp", "no_cost", "with_form"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char of[256];
        tac_part_file p;
        (void)snprintf(of, sizeof of, "%s/%s.so", PARTS, good[i]);
        cr_assert(opens(&p, of), "%s", text);
        cr_expect_str_eq(p.path, of);
        tac_part_close(&p);
        tac_part_close(&p); // which may be done twice
    }
    cr_expect_eq(count_mapped(), 0);
}

Test(part_file, gives_the_table_and_calls_its_functions)
{
    tac_part_file p;
    cr_assert(opens(&p, good_part), "%s", text);
    const tac_part_table *t = p.table;
    cr_expect_str_eq(t->title, "good");
    cr_expect_str_eq(t->parameter[1].name, "second");
    cr_expect_str_eq(t->parameter[1].unit, "N/m");
    cr_expect_eq(t->parameter[1].value, 2.5);
    const double wrong[] = {-1, 0}, parameter[] = {1, 7}, from[] = {3};
    double to[] = {0};
    cr_expect_str_eq(t->check(wrong), "first should not be below 0");
    cr_expect_null(t->check(parameter));
    const tac_part_call call = {.t = 8, .parameter = parameter, .from = from};
    tac_part_answer answer = {.to = to};
    t->step(&call, &answer);
    cr_expect_eq(answer.wrench[0], 7);
    cr_expect_eq(to[0], 3); // by memcpy, which the linker has found
    tac_part_close(&p);
}

Test(part_file, refuses_what_its_table_says)
{
    static const expected all[] = {
        {"hidden", "exports neither a function 'tactus_part', as part.h says, nor a 'tactus_law'"},
        {"abi", "is made for version 10 of parts, and this program has version 9; build it anew"},
        {"earlier_abi",
         "is made for version 8 of parts, and this program has version 9; build it anew"},
        {"size", "has a table of 96 bytes in place of 88; "},
        {"no_table", "lacks a table; "},
        {"no_title", "lacks its title; "},
        {"long_title", "its title is too long; at most 63 bytes"},
        {"wild_title", "its title has bytes that cannot be printed, 'a?[2J'; "},
        {"wild_unit", "the unit of its parameter 'second' has bytes that cannot be printed, 'N?m'"},
        {"no_name", "lacks the name of its parameter 2; "},
        {"empty_name", "the name of its parameter 2 is empty; "},
        {"bad_name", "the name of its parameter 2 is 'k-1'; use letters, digits and underscores"},
        {"long_name", "the name of its parameter 2 is too long; at most 63 bytes"},
        {"same_parameters", "has two of its parameters with the name 'first'; rename one"},
        {"same_inputs", "has two of its inputs with the name 'first'; rename one"},
        {"same_outputs", "has two of its outputs with the name 'first'; rename one"},
        {"many", "has 65 parameters; at most 64"},
        {"many_states", "has 257 states; at most 256"},
        {"no_list", "lacks the list of its parameters; "},
        {"nan", "the value of its parameter 'second' is nan; it should be finite"},
        {"infinite", "the value of its parameter 'second' is inf; it should be finite"},
        {"given_output", "the value of its output 'second' is 1; it should be 0"},
        {"no_step", "lacks a function 'step' in its table; "},
        {"no_bodies", "lacks a function of its table 'bodies'; "},
        {"negative_sharp", "has a number of 'sharp' that is negative or not finite; "},
        {"nan_sharp", "has a number of 'sharp' that is negative or not finite; "},
        {"negative_cost", "has a number of 'cost' that is negative or not finite; "},
        {"infinite_cost", "has a number of 'cost' that is negative or not finite; "},
        {"no_piece", "lacks 'piece' of its table 'bodies'; "},
    };
    const int n_open = count_open();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char of[256];
        (void)snprintf(of, sizeof of, "%s/%s.so", PARTS, all[i].name);
        refused(of, all[i].line);
    }
    cr_expect_eq(count_open(), n_open);
    cr_expect_eq(count_mapped(), 0);
}

Test(part_file, takes_plain_files_of_its_user_alone)
{
    const int n_open = count_open();
    refused(path, "cannot be opened: No such file or directory; ");
    refused(folder, "is no plain file; ");
    refused("/dev/null", "is no plain file; ");
    cr_assert(mkfifo(path, 0600) == 0);
    refused(path, "is no plain file; "); // and nobody waits
    (void)remove(path);
    write_all((const unsigned char *)"", 0);
    refused(path, "has 0 bytes; ");
    cr_assert(truncate(path, (off_t)TAC_PART_MOST_BYTES + 1) == 0);
    refused(path, "has 67108865 bytes; a part has at most 67108864");
    copy_good();
    cr_assert(chmod(path, 0664) == 0);
    refused(path, "can be written by others; run chmod go-w on it");
    cr_assert(chmod(path, 0646) == 0);
    refused(path, "can be written by others; run chmod go-w on it");
    tac_part_file p;
    cr_assert(chmod(path, 0400) == 0);
    cr_assert(opens(&p, path), "%s", text);
    tac_part_close(&p);
    cr_expect_eq(count_open(), n_open);
}

Test(part_file, refuses_files_of_other_users)
{
    if (geteuid() != 0) {
        cr_skip_test("only root can give files away");
    }
    copy_good();
    cr_assert(chown(path, 12345, 0) == 0);
    refused(path, "belongs to another user, 12345; make it root's or your own");
    cr_assert(chmod(folder, 0755) == 0 && chown(folder, 12345, 0) == 0 && seteuid(12345) == 0);
    tac_part_file p;
    const bool own = opens(&p, path);
    tac_part_close(&p);
    cr_assert(seteuid(0) == 0 && chown(path, 0, 0) == 0 && seteuid(12345) == 0);
    const bool of_root = opens(&p, path);
    tac_part_close(&p);
    cr_assert(seteuid(0) == 0);
    cr_expect(own && of_root);
}

Test(part_file, refuses_long_paths)
{
    static char longest[TAC_PART_PATH_SIZE + 1];
    tac_part_file p;
    memset(longest, 'a', TAC_PART_PATH_SIZE);
    cr_expect_not(tac_part_open(&p, longest, text, sizeof text));
    cr_expect(strncmp(text, "...aaa", 6) == 0 && strstr(text, "aa: is too long a path; "), "%s",
              text);
}

Test(part_file, has_the_hash_of_the_file)
{
    static unsigned char byte[1 << 16];
    tac_part_file p, q;
    const XXH128_hash_t h = XXH3_128bits(byte, read_all(good_part, byte, sizeof byte));
    cr_assert(opens(&p, good_part) && opens(&q, PARTS "/now.so"), "%s", text);
    cr_expect(p.hash[0] == h.high64 && p.hash[1] == h.low64);
    cr_expect(p.hash[0] != q.hash[0] && p.hash[1] != q.hash[1]);
    tac_part_close(&p);
    tac_part_close(&q);
}

// The linker knows a library by the name it was loaded by, which is that of a descriptor.
Test(part_file, keeps_files_apart)
{
    tac_part_file p, q, r;
    cr_assert(opens(&p, good_part) && opens(&q, good_part), "%s", text);
    cr_expect_neq(p.table, q.table);
    tac_part_close(&p);
    cr_assert(opens(&r, PARTS "/tyre.so"), "%s", text); // takes the descriptor of the first
    cr_expect_str_eq(r.table->title, "tyre with relaxation length");
    cr_expect_str_eq(q.table->title, "good");
    tac_part_close(&q);
    cr_expect_eq(r.table->n_state, 2);
    tac_part_close(&r);
    cr_expect_eq(count_mapped(), 0);
}

// What was read is what runs.
Test(part_file, does_not_see_later_changes)
{
    static unsigned char zeros[1 << 16];
    tac_part_file p;
    copy_good();
    cr_assert(opens(&p, path), "%s", text);
    const int fd = open(path, O_WRONLY);
    cr_assert(fd >= 0 && write(fd, zeros, sizeof zeros) == sizeof zeros);
    close(fd);
    const double parameter[] = {1, 7};
    const tac_part_call call = {.parameter = parameter};
    tac_part_answer answer = {0};
    cr_expect_str_eq(p.table->title, "good");
    p.table->step(&call, &answer);
    cr_expect_eq(answer.wrench[0], 7);
    cr_expect_lt(pwrite(p.copy, zeros, 1, 0), 0);
    cr_expect_neq(ftruncate(p.copy, 0), 0);
    tac_part_close(&p);
    refused(path, "is no shared object; ");
}

Test(part_file, refuses_what_was_cut_short)
{
    static unsigned char byte[1 << 16];
    for (int i = 0; i < 2; i++) {
        const size_t n = read_all(i ? PARTS "/seeds/tyre.so" : good_part, byte, sizeof byte);
        for (size_t size = 1; size < n; size += 16) {
            write_all(byte, size);
            refused(path, size < 6 ? "is no shared object; " : "is damaged: it is cut short; ");
        }
    }
    cr_expect_eq(count_mapped(), 0);
}
