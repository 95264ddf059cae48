// A part of the program in a process of its own: what it writes arrives, and however it ends, this one goes on.
#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "system/process_part.h"

static int run(void (*work)(FILE *out, void *context), void *context, char *text, size_t size)
{
    tac_process p;
    cr_assert(tac_process_part(&p, work, context));
    text[fread(text, 1, size - 1, p.out)] = '\0';
    return tac_process_end(&p);
}

static void greet(FILE *out, void *context)
{
    fprintf(out, "hello %s", (const char *)context);
    printf("nobody sees this\n");
    fprintf(stderr, "nor this\n");
}

Test(process_part, what_it_writes_arrives)
{
    char text[64], name[] = "reader";
    cr_expect_eq(run(greet, name, text, sizeof text), 0);
    cr_expect_str_eq(text, "hello reader");
}

static void change(FILE *out, void *context)
{
    *(int *)context = 2;
    fputs("changed", out);
}

Test(process_part, what_it_changes_stays_there)
{
    int number = 1;
    char text[64];
    cr_expect_eq(run(change, &number, text, sizeof text), 0);
    cr_expect_eq(number, 1);
}

static void fail(FILE *out, void *context)
{
    fputs("before", out);
    fflush(out);
    (void)context;
    signal(SIGABRT, SIG_DFL);
    abort();
}

Test(process_part, what_came_before_a_signal_is_there)
{
    char text[64];
    cr_expect_eq(run(fail, NULL, text, sizeof text), 128 + SIGABRT);
    cr_expect_str_eq(text, "before");
}

static void never_end(FILE *out, void *context)
{
    (void)out;
    (void)context;
    signal(SIGXCPU, SIG_DFL);
    if (tac_process_limit_time(1)) {
        for (volatile unsigned i = 0;; i++) {
        }
    }
}

Test(process_part, computing_beyond_the_limit_ends_it)
{
    char text[64];
    cr_expect_eq(run(never_end, NULL, text, sizeof text), 128 + SIGXCPU);
}

static void *map(size_t bytes)
{
    return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0);
}

static void want_more(FILE *out, void *context)
{
    (void)context;
    if (tac_process_limit_memory(64 << 20)) {
        bool within = map(16 << 20) != MAP_FAILED, beyond = map(128 << 20) != MAP_FAILED;
        fprintf(out, "%s %s", within ? "16" : "-", beyond ? "128" : "-");
    }
}

Test(process_part, memory_beyond_the_limit_is_refused)
{
    char text[64];
    cr_expect_eq(run(want_more, NULL, text, sizeof text), 0);
    cr_expect_str_eq(text, "16 -");
}

static void say_much(FILE *out, void *context)
{
    (void)context;
    for (int i = 0; i < 1 << 20 && fputs("so much that no pipe holds it\n", out) >= 0; i++) {
    }
}

Test(process_part, one_that_nobody_listens_to_ends)
{
    tac_process p;
    signal(SIGPIPE, SIG_IGN);
    cr_assert(tac_process_part(&p, say_much, NULL));
    cr_expect_eq(tac_process_end(&p), 1);
}
