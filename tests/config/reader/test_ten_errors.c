// A file with several mistakes is told up to ten of them: the first one as if it were alone, none that only
// follows from another.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "bridge_file/bridge_text.h"
#include "platform_file/platform_text.h"
#include "reading.h"
#include "rig_file/rig_text.h"

// The lines of a diagnosis, one below the other, each without the name of the file.
static const char *lines_of(const tac_diag *diag)
{
    static char all[8192];
    char text[8192];
    all[0] = '\0';
    (void)snprintf(text, sizeof text, "%s\n%s", diag->text, diag->more);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        const char *at = strchr(line, ':');
        strcat(all, at ? at + 1 : line);
        strcat(all, "\n");
    }
    return all;
}

static tac_diag diag_of_model(const char *text)
{
    tac_diag diag;
    cr_assert_null(
        tac_model_file_read_text("m.yaml", text, strlen(text), &tac_default_limits, &diag));
    return diag;
}

static int count_lines(const tac_diag *diag)
{
    int n = 1;
    for (const char *c = diag->more; *c != '\0'; c++) {
        n += *c == '\n';
    }
    return n;
}

Test(ten_errors, independent_mistakes_of_a_model_are_said_together)
{
    tac_diag diag =
        diag_of_model("step: 1 kg\n"
                      "solver: {iterations: 0, order: 9}\n"
                      "bodies:\n"
                      "  - {name: a, mass: -1, inertia: [1, 1, 1]}\n"
                      "  - {name: b, mass: 1, inertia: [1, 1, 1]}\n"
                      "joints:\n"
                      "  - {name: j, type: fixed, bodies: [ground, zzz], at: [0, 0, 0]}\n"
                      "  - {name: k, type: fixed, bodies: [ground, b], att: [0, 0, 0]}\n"
                      "sensors:\n"
                      "  - {name: s, type: pose, body: none}\n");
    cr_expect_str_eq(
        lines_of(&diag),
        "1:7: 'step' must be a time but 'kg' is a mass; units that fit: s, ms, us, min or h\n"
        "2:22: 'iterations' must be a whole number from 1 to 50\n"
        "2:32: 'order' must be a whole number from 2 to 6\n"
        "4:21: 'mass' must be greater than zero, not -1\n"
        "7:45: no body 'zzz'; define it or correct the name\n"
        "8:49: unknown key 'att' in a joint; did you mean 'at'?\n"
        "10:33: no body 'none'; define it or correct the name\n");
}

Test(ten_errors, what_follows_from_a_mistake_is_not_one)
{
    tac_diag diag = diag_of_model(
        "parameters:\n"
        "  l: 2 mn\n"
        "  twice: ${2 * l}\n"
        "tables:\n"
        "  - {name: t, points: [[0, 1]]}\n"
        "sources:\n"
        "  - {name: s, table: t}\n"
        "bodies:\n"
        "  - {name: a, mass: 0, inertia: [1, 1, 1]}\n"
        "  - {name: b, mass: 1, inertia: [1, 1, 1], position: [\"${twice}\", 0, 0]}\n"
        "  - {name: c, mass: 1, inertia: [1, 1, 1], relative_to: a}\n"
        "  - {name: d, mass: 1, inertia: [1, 1, 1]}\n"
        "joints:\n"
        "  - {name: j, type: fixed, bodies: [d, a], at: [0, 0, 0]}\n"
        "  - {name: k, type: revolute, bodies: [ground, c], at: [0, 0, 0], axis: [0, 1, 0]}\n"
        "  - {name: m, type: revolute, bodies: [ground, d], at: [0, 0, 0], axis: [0, 1, 0],\n"
        "     drive: s}\n"
        "sensors:\n"
        "  - {name: r, type: reaction, joint: j}\n"
        "  - {name: q, type: coordinates, joint: m}\n");
    const char *lines = lines_of(&diag);
    cr_expect_eq(count_lines(&diag), 3, "%s", lines);
    cr_expect(strstr(lines, "2:6: "), "%s", lines);
    cr_expect(strstr(lines, "5:"), "%s", lines);
    cr_expect(strstr(lines, "9:21: 'mass'"), "%s", lines);
}

Test(ten_errors, parts_and_files_of_numbers_have_mistakes_of_their_own)
{
    char path[1024];
    tac_diag diag;
    (void)snprintf(path, sizeof path, "%s/tests/config/mistakes/three_mistakes.yaml",
                   TAC_SOURCE_DIR);
    cr_assert_null(tac_model_file_read(path, &diag));
    cr_expect_eq(count_lines(&diag), 3, "%s\n%s", diag.text, diag.more);
    cr_expect(strstr(diag.text, "three_mistakes_part.yaml:3:"), "%s", diag.text);
    cr_expect(strstr(diag.more, "three_mistakes.csv:3:"), "%s", diag.more);
    cr_expect(strstr(diag.more, "three_mistakes.yaml:6:"), "%s", diag.more);
}

Test(ten_errors, ten_are_enough)
{
    char text[4096] = "bodies:\n";
    for (int i = 0; i < 30; i++) {
        (void)snprintf(text + strlen(text), sizeof text - strlen(text),
                       "  - {name: b%d, mass: -1, inertia: [1, 1, 1]}\n", i);
    }
    tac_diag diag = diag_of_model(text);
    cr_expect_eq(count_lines(&diag), TAC_MOST_ERRORS);
    cr_expect(strstr(diag.more, "m.yaml:11:"), "%s", diag.more);
    // what is no YAML, or cannot be the whole, is alone
    diag = diag_of_model("bodies: [\n");
    cr_expect_str_empty(diag.more);
    diag = diag_of_model("bodies:\n  - {name: a, mass: 0, inertia: [1, 1, 1]}\n");
    cr_expect_str_empty(diag.more, "%s", diag.more);
}

Test(ten_errors, a_rig)
{
    static const char text[] = "name: a/b\nmodel: config/models/m2_four_bar.yaml\nstep: 1 ms\n"
                               "threads: {priority: 100}\nwake: {margin: 2 ms}\n"
                               "policy: cuont\ntick: {udp: 0}\n"
                               "groups:\n  - {name: g, sensors: [nothing]}\n"
                               "log: {fiel: x}\nstart: soon\n";
    tac_diag diag;
    cr_assert_null(
        tac_rig_file_read_text("r.yaml", text, strlen(text), &tac_default_limits, &diag));
    cr_expect_eq(count_lines(&diag), 8, "%s", lines_of(&diag));
    cr_expect(strstr(diag.text, "r.yaml:1:7: "), "%s", diag.text);
    // a period that is wrong makes no margin wrong
    static const char base[] = "name: a\nmodel: config/models/m2_four_bar.yaml\nstep: 2 s\n"
                               "wake: {margin: 1 s}\nwatchdog: 1 ms\nstart: soon\n";
    cr_assert_null(
        tac_rig_file_read_text("r.yaml", base, strlen(base), &tac_default_limits, &diag));
    cr_expect_eq(count_lines(&diag), 2, "%s", lines_of(&diag));
}

Test(ten_errors, a_bridge)
{
    static const char text[] =
        "name: b c\ninstance: i\nflows:\n"
        "  - {name: f, peer: '10.0.0.1:1', dscp: 99, send: {packet: [{signal: a, type: u8}]}}\n"
        "  - {name: g, peer: '10.0.0.1:1', send: {packet: [{signal: a, type: u9}]}}\n"
        "  - {name: h, peer: '10.0.0.1:1', send: {packet: [{signal: a, type: u8}]}}\n";
    tac_diag diag;
    cr_assert_null(
        tac_bridge_file_read_text("b.yaml", text, strlen(text), &tac_default_limits, &diag));
    cr_expect_eq(count_lines(&diag), 3, "%s", lines_of(&diag));
}

Test(ten_errors, a_platform)
{
    static char text[16384];
    FILE *in = fopen(TAC_SOURCE_DIR "/config/platforms/motion_platform.yaml", "rb");
    cr_assert_not_null(in);
    size_t n = fread(text, 1, sizeof text - 1, in);
    (void)fclose(in);
    text[n] = '\0';
    for (char *at = text; (at = strstr(at, "\nramps:")) || (at = strstr(text, "\nthread:"));) {
        at[1] = '#'; // given anew below
    }
    strcat(text, "\nramps: {engage: 1 kg}\nthread: {priority: 100}\n");
    tac_diag diag;
    cr_assert_null(
        tac_platform_file_read_text("p.yaml", text, strlen(text), &tac_default_limits, &diag));
    cr_expect_eq(count_lines(&diag), 2, "%s", lines_of(&diag));
}
