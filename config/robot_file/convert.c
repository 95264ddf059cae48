// A tree of elements to the text of a model: by its root element, in the mode and locale for text.
#define _XOPEN_SOURCE 700
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mjcf_read.h"
#include "robot_tree.h"
#include "robot_yaml.h"
#include "sdf_read.h"
#include "text_mode.h"
#include "urdf.h"

#define MEMORY ((size_t)1 << 30)

enum { SHOWN_LINES = 8 };

bool tac_robot_is_xml(const char *bytes, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf"; // in front of UTF-8
    const bool is_wide = size >= 4 && (memcmp(bytes, "\xff\xfe<", 4) == 0 ||
                                       memcmp(bytes, "\xfe\xff\0<", 4) == 0); // UTF-16
    size_t at = size >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
    while (at < size && strchr(" \t\r\n", bytes[at]) && bytes[at] != '\0') {
        at++;
    }
    return is_wide || (at < size && bytes[at] == '<');
}

static void read_root(tac_robot *r, tac_xml_node *root)
{
    root->seen = true;
    if (tac_robot_is(root, "robot")) {
        r->format = "URDF";
        tac_robot_read_urdf(r, root);
    } else if (tac_robot_is(root, "mujoco") || tac_robot_is(root, "mujocoinclude")) {
        r->format = "MJCF";
        tac_robot_read_mjcf(r, root);
    } else if (tac_robot_is(root, "sdf")) {
        r->format = "SDF";
        tac_robot_read_sdf(r, root);
    } else {
        tac_robot_refuse(
            r, root, "<%.60s> is no robot; <robot> of URDF, <mujoco> of MJCF and <sdf> are read",
            root->name);
    }
}

// A note as a line: where it is first, what, and where else.
static void put_note(const tac_robot_note *note, FILE *out)
{
    fprintf(out, "%s:%d: %s", note->file, note->line[0], note->text);
    if (note->n > 1) {
        fprintf(out, "; %d times, lines", note->n);
        for (int i = 0; i < note->n && i < SHOWN_LINES; i++) {
            fprintf(out, "%s%d", i > 0 ? ", " : " ", note->line[i]);
        }
        fprintf(out, "%s", note->n > SHOWN_LINES ? " ..." : "");
    }
    fputc('\n', out);
}

static int compare_notes(const void *a, const void *b)
{
    const tac_robot_note *x = a, *y = b;
    const int file = strcmp(x->file, y->file);
    return file != 0                  ? file
           : x->line[0] != y->line[0] ? (x->line[0] < y->line[0] ? -1 : 1)
                                      : strcmp(x->text, y->text);
}

// In the order of the lines, of one file after the other.
static void sort_notes(tac_robot *r)
{
    if (r->note.n > 1) {
        qsort(r->note.data, (size_t)r->note.n, sizeof(tac_robot_note), compare_notes);
    }
}

static void put_notes(const tac_robot *r, FILE *out)
{
    const tac_robot_note *note = r->note.data;
    for (int i = 0; i < r->note.n; i++) {
        put_note(&note[i], out);
    }
}

static void count(const tac_robot *r, tac_robot_text *text)
{
    text->format = r->format;
    text->n_note = r->note.n;
    text->held = r->held;
    for (int i = 0; i < r->link.n; i++) {
        const tac_robot_link *l = tac_robot_link_at(r, i);
        if (l->holder == i) {
            text->n_body++;
            text->mass += l->solid.mass;
        }
    }
    for (int i = 0; i < r->coupler.n; i++) {
        text->n_coupler += ((const tac_robot_coupler *)r->coupler.data)[i].said != NULL;
    }
    for (int i = 0; i < r->joint.n; i++) {
        text->n_joint += tac_robot_joint_at(r, i)->said != NULL;
    }
}

// False when something refused it.
static bool convert(tac_robot *r, tac_xml_node *root, FILE *model, FILE *notes)
{
    if (setjmp(r->escape) != 0) {
        return false;
    }
    read_root(r, root);
    if (r->request->is_floating && strcmp(r->format, "URDF") != 0) {
        tac_robot_tell(r, root, "--floating changes nothing: %s says itself what is free",
                       r->format);
    }
    tac_robot_assemble(r);
    tac_robot_tell_unseen(r, root);
    sort_notes(r);
    put_notes(r, notes);
    tac_robot_write(r, model);
    return true;
}

static bool run(tac_robot *r, tac_xml_node *root, tac_robot_text *text)
{
    size_t size[2];
    FILE *model = open_memstream(&text->model, &size[0]),
         *notes = open_memstream(&text->notes, &size[1]);
    bool good = model && notes && convert(r, root, model, notes);
    good = (!model || fclose(model) == 0) && good;
    good = (!notes || fclose(notes) == 0) && good;
    if (good) {
        count(r, text);
    } else if (r->diag->text[0] == '\0') {
        tac_diag_no_memory(r->diag, "%.400s:1:1: out of memory; make it smaller or free some",
                           r->request->path);
    }
    return good;
}

bool tac_robot_convert(tac_xml_node *root, const tac_robot_request *request, tac_robot_text *text,
                       tac_diag *diag)
{
    tac_robot *r = calloc(1, sizeof *r);
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    bool good = false;
    *text = (tac_robot_text){0};
    if (r && plain != (locale_t)0) {
        const locale_t before = uselocale(plain);
        const tac_text_mode callers = tac_set_text_mode();
        r->pool.limit = MEMORY;
        r->diag = diag;
        r->request = request;
        good = run(r, root, text);
        tac_restore_text_mode(callers);
        (void)uselocale(before);
        tac_pool_free(&r->pool);
    } else {
        tac_diag_no_memory(diag, "%.400s:1:1: out of memory; free some", request->path);
    }
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    if (!good) {
        tac_robot_text_free(text);
    }
    free(r);
    return good;
}

void tac_robot_text_free(tac_robot_text *text)
{
    free(text->model);
    free(text->notes);
    *text = (tac_robot_text){0};
}
