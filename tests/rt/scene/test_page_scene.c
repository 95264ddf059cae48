// Scenes as the page takes them, read back: nothing is lost, and what is none is refused.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/page_scene.h"
#include "scene/page_text.h"

static void expect_same_again(const char *model)
{
    tac_simulation sim;
    tac_diag diag = {.text = ""};
    tac_json_buffer text = {0}, again = {0};
    cr_assert(tac_simulation_read(&sim, model), "%s", sim.diag.text);
    cr_assert(tac_simulation_prepare(&sim) && tac_simulation_start(&sim), "%s", sim.diag.text);
    tac_scene *scene = tac_scene_open(&sim, NULL, &diag);
    cr_assert(scene && tac_json_fill(&text, tac_put_page_scene, scene), "%s", diag.text);
    tac_scene *same = tac_page_scene_read(text.text, (size_t)text.n);
    cr_assert_not_null(same, "%s", model);
    cr_assert(tac_json_fill(&again, tac_put_page_scene, same));
    cr_expect_str_eq(again.text, text.text);
    cr_expect_eq(same->n_body, scene->n_body);
    cr_expect_arr_eq(same->first, scene->first, (size_t)(scene->n_body + 2) * sizeof *same->first);
    // cut off anywhere it is none
    for (int n = 0; n < text.n; n += 1 + text.n / 500) {
        cr_expect_null(tac_page_scene_read(text.text, (size_t)n), "%s, %d bytes", model, n);
    }
    tac_scene_close(same);
    tac_scene_close(scene);
    free(text.text);
    free(again.text);
    tac_simulation_close(&sim);
}

Test(page_scene, shipped_models_read_back)
{
    expect_same_again("config/models/vehicle.yaml");
    expect_same_again("config/models/car.yaml");
    expect_same_again("config/models/p6_ur5e.yaml");
    expect_same_again("config/models/p1_andrews.yaml");
}

static void expect_read_back(const char *text)
{
    tac_json_buffer once = {0}, again = {0};
    tac_scene *scene = tac_page_scene_read(text, strlen(text));
    cr_assert(scene && tac_json_fill(&once, tac_put_page_scene, scene), "%s", text);
    tac_scene *same = tac_page_scene_read(once.text, (size_t)once.n);
    cr_assert(same && tac_json_fill(&again, tac_put_page_scene, same), "%s", text);
    cr_expect_str_eq(again.text, once.text);
    tac_scene_close(same);
    tac_scene_close(scene);
    free(once.text);
    free(again.text);
}

// Broken UTF-8 takes more room when it is written, and a name that is too long may be cut off within a character.
Test(page_scene, names_of_any_bytes_read_back)
{
    static const char *const letter[] = {"\xe1", "\xc3\xa4", "\xe2\x82\xac", "\x1b"};
    for (size_t k = 0; k < sizeof letter / sizeof *letter; k++) {
        char text[1024] = "{\"title\":\"t\",\"up\":[0,0,1],\"size\":1,\"bodies\":[\"";
        for (int i = 0; i < 200; i++) {
            strcat(text, letter[k]);
        }
        strcat(text, "\"]}");
        expect_read_back(text);
    }
}

// There may be no body at all.
Test(page_scene, what_names_no_body_is_on_ground)
{
    expect_read_back(
        "{\"title\":\"t\",\"up\":[0,0,1],\"size\":1,\"lines\":[{\"name\":\"l\"}],"
        "\"solids\":[{\"kind\":\"box\"}],\"forces\":[{\"name\":\"f\",\"kind\":\"joint\"}]}");
}

static bool is_scene(const char *middle)
{
    char text[1024];
    int n =
        snprintf(text, sizeof text,
                 "{\"title\":\"t\",\"up\":[0,0,1],\"size\":1,\"bodies\":[\"a\",\"b\"],%s}", middle);
    tac_scene *s = tac_page_scene_read(text, (size_t)n);
    tac_scene_close(s);
    return s != NULL;
}

Test(page_scene, what_points_nowhere_is_refused)
{
    cr_expect(
        is_scene("\"solids\":[{\"kind\":\"box\",\"body\":1},{\"kind\":\"sphere\",\"body\":-1}]"));
    cr_expect(is_scene(
        "\"more\":[{},[1,{\"x\":\"]\"}]],\"lines\":[{\"name\":\"l\",\"a\":{\"body\":0}}]"));
    cr_expect_not(is_scene("\"solids\":[{\"kind\":\"box\",\"body\":2}]"));
    cr_expect_not(is_scene("\"solids\":[{\"kind\":\"box\",\"body\":-2}]"));
    cr_expect_not(is_scene("\"solids\":[{\"kind\":\"box\",\"body\":0.5}]"));
    cr_expect_not(is_scene("\"solids\":[{\"kind\":\"cone\",\"body\":0}]"));
    cr_expect_not(is_scene("\"solids\":[{\"kind\":\"box\",\"size\":[1,2]}]"));
    cr_expect_not(
        is_scene("\"solids\":[{\"kind\":\"box\",\"body\":1},{\"kind\":\"box\",\"body\":0}]"));
    cr_expect_not(is_scene("\"solids\":[{\"kind\":\"mesh\",\"body\":1,\"mesh\":0}]"));
    cr_expect_not(is_scene("\"lines\":[{\"a\":{\"body\":0}}]"));
    cr_expect_not(is_scene("\"lines\":[{\"name\":\"l\",\"b\":{\"body\":7}}]"));
    // one point, and a triangle of it; then of a second one that is not there
    cr_expect(is_scene(
        "\"meshes\":[{\"points\":\"AAAAAAAAAAAAAAAA\",\"corners\":\"AAAAAAAAAAAAAAAA\"}]"));
    cr_expect_not(is_scene(
        "\"meshes\":[{\"points\":\"AAAAAAAAAAAAAAAA\",\"corners\":\"AAAAAAAAAAABAAAA\"}]"));
    cr_expect_not(
        is_scene("\"meshes\":[{\"points\":\"AAAAAAAAAAAAAAA\",\"corners\":\"AAAAAAAAAAAAAAAA\"}]"));
    cr_expect_not(is_scene("\"meshes\":[{\"points\":\"\",\"corners\":\"\"}]"));
}
