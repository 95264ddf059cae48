#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reading.h"

static int find(const char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    cr_assert_fail("no '%s'", name);
    return -1;
}

static int body_named(const tac_model_file *f, const char *name)
{
    return find(f->body_name, f->desc.n_body, name);
}

static const tac_joint_desc *joint_named(const tac_model_file *f, const char *name)
{
    return &f->desc.joint[find(f->joint_name, f->desc.n_joint, name)];
}

static tac_model_file *f;

static void open_model(void)
{
    f = read_good_file("files/include.yaml");
}

static void close_model(void)
{
    tac_model_file_free(f);
}

TestSuite(include, .init = open_model, .fini = close_model);

Test(include, the_pose_carries_positions_axes_and_velocities)
{
    const tac_body_desc *b = &f->desc.body[body_named(f, "left/link")];
    expect_vec3(b->r, 1.0, 4.0, 3.0); // half of length 4 along the turned x
    expect_rotation(b->p, 1.0, 0.0, 0.0, 1.0);
    expect_vec3(b->v, 0.0, 1.0, 0.0);
    expect_vec3(b->w, 0.0, 1.0, 0.0); // body axes are the file's axes here
    const tac_joint_desc *pin = joint_named(f, "left/pin");
    expect_vec3(pin->a.s, 1.0, 2.0, 3.0);
    expect_vec3(col3(rotation(pin->a.q), 2), -1.0, 0.0, 0.0);
    expect_vec3(origin_of(f, &pin->b), 1.0, 2.0, 3.0);
}

Test(include, parameters_given_outside_replace_those_of_the_file)
{
    const tac_load_desc *push = &f->desc.load[find(f->load_name, f->desc.n_load, "left/push")];
    expect_vec3(push->at.s, 2.0, 0.0, 0.0);
    push = &f->desc.load[find(f->load_name, f->desc.n_load, "right/push")];
    expect_vec3(push->at.s, 0.5, 0.0, 0.0);
    cr_assert_eq(push->in_body, 0, "world axes stay the world's");
}

Test(include, ground_may_be_a_body)
{
    const tac_joint_desc *pin = joint_named(f, "right/pin");
    cr_assert_eq(pin->a.body, body_named(f, "chassis"));
    expect_vec3(pin->a.s, 0.0, 0.0, 0.0);
    expect_vec3(col3(rotation(axes_of(f, &pin->a)), 2), 0.0, 1.0, 0.0);
    // a frame in the file's frame becomes a frame on the body where it is at the start
    const tac_bushing_desc *mount =
        &f->desc.bushing[find(f->bushing_name, f->desc.n_bushing, "right/mount")];
    cr_assert_eq(mount->a.body, body_named(f, "chassis"));
    expect_vec3(mount->a.s, 0.0, 0.0, 1.0);
    expect_rotation(axes_of(f, &mount->a), 1.0, 0.0, 0.0, 0.0);
}

Test(include, models_nest_and_the_hierarchy_is_kept)
{
    cr_assert_eq(f->desc.n_group, 8);
    static const char *const names[] = {"left",        "right", "pair", "pair/first",
                                        "pair/second", "row1",  "row2", "row3"};
    static const int parents[] = {-1, -1, -1, 2, 2, -1, -1, -1};
    for (int i = 0; i < 8; i++) {
        cr_assert_str_eq(f->group_name[i], names[i]);
        cr_assert_eq(f->desc.group[i].parent, parents[i]);
    }
    int second = body_named(f, "pair/second/link");
    cr_assert_eq(f->desc.body[second].group, 4);
    cr_assert_eq(joint_named(f, "pair/second/pin")->group, 4);
    cr_assert_eq(joint_named(f, "weld")->group, TAC_NONE);
    expect_vec3(f->desc.body[second].r, 0.0, 2.5, 0.0);
    const tac_joint_desc *pin = joint_named(f, "pair/second/pin");
    cr_assert_eq(pin->a.body, body_named(f, "pair/first/link"));
    expect_vec3(pin->a.s, 1.0, 0.0, 0.0);
}

Test(include, names_reach_inside)
{
    cr_assert_eq(joint_named(f, "weld")->b.body, body_named(f, "pair/second/link"));
    const tac_load_desc *pull = &f->desc.load[find(f->load_name, f->desc.n_load, "pull")];
    cr_assert_str_eq(f->source_name[pull->force[0]], "left/twice");
    cr_assert_str_eq(f->source_name[pull->force[1]], "row2/motor");
    cr_assert_str_eq(f->joint_name[f->desc.sensor[0].element], "pair/first/pin");
    cr_assert_str_eq(f->bushing_name[f->desc.sensor[1].element], "right/mount");
    cr_assert_eq(f->desc.n_input, 7);
}

Test(include, a_repeated_inclusion_repeats_the_whole_file)
{
    expect_vec3(f->desc.body[body_named(f, "row3/link")].r, 30.5, 0.0, 0.0);
}

Test(include, every_file_is_listed_once)
{
    cr_assert_eq(f->n_file, 3);
    cr_assert_not_null(strstr(f->file_name[0], "include.yaml"));
    cr_assert_not_null(strstr(f->file_name[1], "parts/arm.yaml"));
    cr_assert_not_null(strstr(f->file_name[2], "parts/pair.yaml"));
}

// Writes files 0 to n - 1, each including the next, the last with a body; reads the first.
static tac_model_file *read_nested(int n, tac_diag *diag)
{
    char folder[] = "/tmp/tac_nested_XXXXXX", path[100];
    cr_assert_not_null(mkdtemp(folder));
    for (int i = 0; i < n; i++) {
        (void)snprintf(path, sizeof path, "%s/%d.yaml", folder, i);
        FILE *out = fopen(path, "w");
        cr_assert_not_null(out);
        if (i < n - 1) {
            (void)fprintf(out, "include: [{file: %d.yaml, name: m}]\n", i + 1);
        } else {
            (void)fprintf(out, "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n");
        }
        (void)fclose(out);
    }
    (void)snprintf(path, sizeof path, "%s/0.yaml", folder);
    tac_model_file *nested = tac_model_file_read(path, diag);
    for (int i = 0; i < n; i++) {
        (void)snprintf(path, sizeof path, "%s/%d.yaml", folder, i);
        (void)unlink(path);
    }
    (void)rmdir(folder);
    return nested;
}

Test(nesting, is_allowed_32_deep)
{
    tac_diag diag;
    tac_model_file *nested = read_nested(33, &diag);
    cr_assert_not_null(nested, "%s", diag.text);
    cr_assert_eq(nested->desc.n_group, 32);
    tac_model_file_free(nested);
    cr_assert_null(read_nested(34, &diag));
    cr_assert_not_null(strstr(diag.text, "more than 32 deep"), "%s", diag.text);
}
