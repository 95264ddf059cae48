// Control socket: verbs, values, checkpoints, and what is refused.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control/control_verbs.h"
#include "simulation/variables.h"
#include "stub_loop.h"
#include "system/control_socket.h"

enum { SIZE = 40000 };

static stub_loop s;
static int fd;
static char answer[SIZE];

// Sensors have values once the first cycle has published them.
static void await_outputs(void)
{
    for (int i = 0; i < 10000 && strncmp(stub_ask(fd, "read way.q", answer, SIZE), "ok 0", 4) != 0;
         i++) {
        usleep(1000);
    }
}

static void begin(void)
{
    stub_open(&s, "");
    fd = stub_connect(&s);
    await_outputs();
}

static void end(void)
{
    close(fd);
    stub_close(&s);
}

TestSuite(control, .init = begin, .fini = end, .timeout = 120);

#define EXPECT(request, expected) cr_expect_str_eq(stub_ask(fd, request, answer, SIZE), expected)
#define EXPECT_PART(request, part) \
    cr_expect(strstr(stub_ask(fd, request, answer, SIZE), part) != NULL, "%s: %s", request, answer)

Test(control, verbs_change_the_run_state)
{
    EXPECT("start", "ok");
    EXPECT_PART("status", "\"state\":\"running\"");
    EXPECT("pause", "ok");
    EXPECT_PART("status", "\"state\":\"paused\"");
    EXPECT("resume", "ok");
    EXPECT_PART("status", "\"state\":\"running\"");
    EXPECT("safe", "ok");
    EXPECT_PART("status", "\"state\":\"safe\"");
    EXPECT("stop", "ok");
    EXPECT("start", "error the run has ended");
}

Test(control, single_steps_while_paused_only)
{
    EXPECT("step", "ok");
    EXPECT("step 41", "ok");
    for (int i = 0; i < 10000 && strcmp(stub_ask(fd, "read step", answer, SIZE), "ok 42") != 0;
         i++) {
        usleep(1000); // the next cycle publishes it
    }
    EXPECT("read step", "ok 42");
    EXPECT("read t", "ok 0.042");
    EXPECT("start", "ok");
    EXPECT("step", "error not while running; pause first");
    EXPECT("step 0", "error step needs a whole number from 1 to 1000000000");
    EXPECT("step x", "error step needs a whole number from 1 to 1000000000");
}

Test(control, written_values_are_read_back)
{
    EXPECT("read push back.stiffness back.damping wave.gain", "ok 0.5 100 3 2");
    EXPECT("write push -2.25 back.stiffness 1e3", "ok");
    EXPECT("read push back.stiffness", "ok -2.25 1000");
    double x = 0.0;
    int i = tac_variables_find(s.e.variable, s.e.n_variable, "back.stiffness");
    tac_parameter_get(s.sim.model, s.e.variable[i].parameter, &x);
    cr_expect_eq(x, 1000.0);
    cr_expect_eq(s.sim.input[0], -2.25);
}

Test(control, one_line_is_one_batch)
{
    char request[2000] = "write";
    for (int i = 0; i < 64; i++) {
        char item[24];
        snprintf(item, sizeof item, " push %d", i);
        strncat(request, item, sizeof request - strlen(request) - 1);
    }
    EXPECT(request, "ok");
    cr_expect_eq(s.batches, 1);
    cr_expect_eq(s.largest, 64);
    strncat(request, " push 64", sizeof request - strlen(request) - 1);
    EXPECT(request, "error one write takes at most 64 variables");
    EXPECT("read push", "ok 63");
}

Test(control, a_bad_value_spoils_its_whole_batch)
{
    EXPECT("write push 1 back.stiffness -1", "error 'back.stiffness' cannot be negative");
    EXPECT("write push 1 back.stiffness nan", "error 'back.stiffness' needs a number, not 'nan'");
    EXPECT("write push 1 back.stiffness", "error 'back.stiffness' needs a number, not ''");
    EXPECT("write push 1 t 3", "error 't' can only be read");
    EXPECT("write psuh 1", "error no variable 'psuh'; did you mean 'push'?");
    EXPECT("write", "error write needs names and values: write NAME=VALUE ...");
    EXPECT("read xyz", "error no variable 'xyz'; 'variables' lists them");
    EXPECT("read push", "ok 0.5");
    cr_expect_eq(s.batches, 0);
}

Test(control, sensors_are_read_as_published)
{
    EXPECT("read way.q way.qd", "ok 0 0");
}

Test(control, variables_lists_all)
{
    EXPECT("variables", "ok {\"total\":12,\"variables\":["
                        "{\"name\":\"push\",\"value\":0.5,\"writable\":true},"
                        "{\"name\":\"back.stiffness\",\"value\":100,\"writable\":true},"
                        "{\"name\":\"back.damping\",\"value\":3,\"writable\":true},"
                        "{\"name\":\"wave.offset\",\"value\":0,\"writable\":true},"
                        "{\"name\":\"wave.gain\",\"value\":2,\"writable\":true},"
                        "{\"name\":\"t\",\"value\":0,\"writable\":false},"
                        "{\"name\":\"step\",\"value\":0,\"writable\":false},"
                        "{\"name\":\"slack\",\"value\":0.0009999,\"writable\":false},"
                        "{\"name\":\"phase_error\",\"value\":0,\"writable\":false},"
                        "{\"name\":\"locked\",\"value\":1,\"writable\":false},"
                        "{\"name\":\"way.q\",\"value\":0,\"writable\":false},"
                        "{\"name\":\"way.qd\",\"value\":0,\"writable\":false}],\"next\":null}");
    EXPECT("variables 11", "ok {\"total\":12,\"variables\":["
                           "{\"name\":\"way.qd\",\"value\":0,\"writable\":false}],\"next\":null}");
    EXPECT("variables -1", "error variables takes the index of the first one");
}

Test(control, unknown_verbs_get_the_nearest_one)
{
    EXPECT("strat", "error unknown verb 'strat'; did you mean 'start'?");
    EXPECT(
        "",
        "error unknown verb ''; it is start, resume, pause, step, stop, reset, safe, rearm, read, "
        "write, variables, status, save, restore, trace, record, fault");
    EXPECT("\x01\xff",
           "error unknown verb '?\?'; it is start, resume, pause, step, stop, reset, "
           "safe, rearm, read, write, variables, status, save, restore, trace, record, fault");
    EXPECT("pause now", "error pause takes no argument");
    EXPECT("  pause \r", "ok");
}

// No library lies beside this program; rt.trace and security.trace_page load it.
Test(control, tracing_is_switched_or_says_why_not)
{
    EXPECT("trace off", "ok");
    EXPECT("trace", "error trace needs one word, on or off");
    EXPECT("trace on now", "error trace needs one word, on or off");
    EXPECT("trace maybe", "error trace needs one word, on or off");
    EXPECT_PART("trace on", "error libtactus-trace.so is not found, neither in '");
    EXPECT_PART("status", "\"tracing\":\"off\"");
}

static void file_name(char path[128], const char *end)
{
    snprintf(path, 128, "%s.%s", s.model, end);
}

Test(control, a_checkpoint_brings_everything_back)
{
    char path[128], request[256];
    file_name(path, "a b");
    EXPECT("write push 7 back.damping 9", "ok");
    EXPECT("step 5", "ok");
    snprintf(request, sizeof request, "save %s", path);
    EXPECT(request, "ok");
    void *saved = malloc(s.sim.state.size);
    memcpy(saved, s.sim.state.data, s.sim.state.size);

    EXPECT("step 5", "ok");
    EXPECT("write push 1 back.damping 2 wave.gain 3", "ok");
    snprintf(request, sizeof request, "restore %s", path);
    EXPECT(request, "ok");
    cr_expect_arr_eq(s.sim.state.data, saved, s.sim.state.size);
    EXPECT("read push back.damping wave.gain", "ok 7 9 2");
    cr_expect_eq(s.sim.input[0], 7.0);

    EXPECT("reset", "ok");
    EXPECT("read push back.damping", "ok 0.5 9");
    free(saved);
    unlink(path);
}

Test(control, only_fitting_checkpoints_are_restored)
{
    char path[128], request[256];
    file_name(path, "checkpoint");
    snprintf(request, sizeof request, "save %s", path);
    EXPECT(request, "ok");
    snprintf(request, sizeof request, "restore %s", path);

    // one bit of the state
    FILE *f = fopen(path, "r+");
    fseek(f, 100, SEEK_SET);
    int byte = fgetc(f);
    fseek(f, 100, SEEK_SET);
    fputc(byte ^ 1, f);
    fclose(f);
    EXPECT_PART(request, "is damaged");

    // an end that is missing, nothing at all, not a file
    cr_assert_eq(truncate(path, 120), 0);
    EXPECT_PART(request, "is damaged");
    cr_assert_eq(truncate(path, 0), 0);
    EXPECT_PART(request, "is not a checkpoint");
    unlink(path);
    EXPECT_PART(request, "cannot be read");
    EXPECT_PART("restore /tmp", "is not a checkpoint");
    EXPECT_PART("restore here", "named from the root");
    EXPECT_PART("save /no/such/folder/x", "cannot be written");
    cr_expect_eq(s.batches, 2); // both saves reached the loop, no restore did
}

Test(control, checkpoints_of_another_model_are_refused)
{
    char path[128], request[256];
    file_name(path, "checkpoint");
    snprintf(request, sizeof request, "save %s", path);
    EXPECT(request, "ok");
    end();
    stub_open(&s, "title: another\n");
    fd = stub_connect(&s);
    snprintf(request, sizeof request, "restore %s", path);
    EXPECT_PART(request, "is a checkpoint of another model");
    unlink(path);
}

Test(control, a_loop_that_does_not_answer_is_reported)
{
    s.deaf = 1;
    EXPECT("pause", "error the loop has not taken the command within 2 s");
    EXPECT("pause", "error an earlier command still waits for the loop");
    EXPECT_PART("status", "\"state\":\"paused\"");
    s.deaf = 0;
    for (int i = 0; i < 500 && strcmp(stub_ask(fd, "pause", answer, SIZE), "ok") != 0; i++) {
        usleep(10000); // until the loop has taken the first one
    }
    EXPECT("pause", "ok");
    s.deaf = 1;
    EXPECT("stop", "error the loop has not taken the command within 2 s");
    cr_expect_eq(s.e.flags.stop, 2);
}

Test(control, requests_may_be_sent_ahead)
{
    const char *text = "write push 1\nread push\nwrite push 2\nread push\n";
    cr_assert_eq(send(fd, text, strlen(text), 0), (ssize_t)strlen(text));
    char got[64] = "";
    for (size_t n = 0; strcmp(got, "ok\nok 1\nok\nok 2\n") != 0;) {
        ssize_t more = recv(fd, got + n, sizeof got - 1 - n, 0);
        cr_assert_gt(more, 0);
        n += (size_t)more;
    }
}

Test(control, one_instance_per_place)
{
    tac_diag diag = {0};
    cr_expect_null(tac_control_open(&s.e, &tac_control_loop_verbs, s.place, &diag));
    cr_expect(strstr(diag.text, "a running instance of that name listens there") != NULL);
    struct stat st;
    cr_assert_eq(stat(s.place, &st), 0);
    cr_expect_eq(st.st_mode & 0777, 0660);
}

Test(control, a_left_over_socket_is_replaced)
{
    tac_diag diag = {0};
    char place[128], got[TAC_CONTROL_PLACE];
    snprintf(place, sizeof place, "%s.old", s.place);
    int old = tac_control_listen("old", place, got, &diag);
    cr_assert_geq(old, 0);
    close(old);
    int again = tac_control_listen("old", place, got, &diag);
    cr_expect_geq(again, 0, "%s", diag.text);
    close(again);
    unlink(place);
}
