// program: accuracy
// Accuracy of the solver as a markdown page: reference solutions, published numbers, choices.
//
//   accuracy [--markdown FILE] [--root DIR] [SECTION ...]
//
// Without sections all are made. The program fails when one of their verdicts does. The text of the
// page is tests/accuracy/page.md, in which two kinds of lines are not text:
//
//   @section NAME   what follows belongs to this section
//   @tables         tables and verdicts of the section go here
#include <stdio.h>
#include <string.h>

#include "page.h"
#include "section.h"

#ifndef TAC_SOURCE_DIR
#define TAC_SOURCE_DIR "."
#endif

static const struct {
    const char *name;
    void (*run)(const char *root);
} sections[] = {
    {"references", references_section}, {"paper", paper_section},
    {"criterion", criterion_section},   {"modes", modes_section},
    {"orders", orders_section},         {"penalty", penalty_section},
    {"contacts", contacts_section},     {"stiff", stiff_section},
    {"rotations", rotations_section},   {"driveline", driveline_section},
    {"heavy", heavy_section},
};
enum { N_SECTION = sizeof sections / sizeof *sections };

typedef struct arguments {
    const char *root;
    const char *markdown; // NULL: standard output only
    int chosen[N_SECTION], n_chosen;
} arguments;

static int section_of(const char *name)
{
    for (int k = 0; k < N_SECTION; k++) {
        if (strcmp(name, sections[k].name) == 0) {
            return k;
        }
    }
    return -1;
}

// Returns 0 when there is something it does not know.
static int parse(arguments *a, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int k = section_of(argv[i]);
        if (k >= 0) {
            a->chosen[k] = 1;
            a->n_chosen++;
        } else if (strcmp(argv[i], "--markdown") == 0 && i + 1 < argc) {
            a->markdown = argv[++i];
        } else if (strcmp(argv[i], "--root") == 0 && i + 1 < argc) {
            a->root = argv[++i];
        } else {
            return 0;
        }
    }
    return 1;
}

// Copies the text and fills in the tables; returns the number of failed verdicts, or -1.
static int make_page(const arguments *a, FILE *text)
{
    char line[1024], name[32];
    int section = -1, failed = 0, wanted = 1;
    while (fgets(line, sizeof line, text)) {
        if (sscanf(line, "@section %31s", name) == 1) {
            section = section_of(name);
            wanted = section >= 0 && (a->n_chosen == 0 || a->chosen[section]);
        } else if (wanted && section >= 0 && strcmp(line, "@tables\n") == 0) {
            sections[section].run(a->root);
            failed += page_verdicts();
        } else if (wanted) {
            page_print("%s", line);
        }
    }
    return section < 0 ? -1 : failed;
}

static void usage(void)
{
    fprintf(stderr, "usage: accuracy [--markdown FILE] [--root DIR] [SECTION ...]\n"
                    "sections:");
    for (int k = 0; k < N_SECTION; k++) {
        fprintf(stderr, " %s", sections[k].name);
    }
    fprintf(stderr, "\n");
}

int main(int argc, char **argv)
{
    arguments a = {.root = TAC_SOURCE_DIR};
    if (!parse(&a, argc, argv)) {
        usage();
        return 2;
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/accuracy/page.md", a.root);
    FILE *text = fopen(path, "r");
    if (!text || !page_open(a.markdown)) {
        perror(text ? a.markdown : path);
        return 2;
    }
    int failed = make_page(&a, text);
    fclose(text);
    page_close();
    if (failed) {
        fprintf(stderr, "accuracy: %d verdict%s failed\n", failed, failed == 1 ? "" : "s");
    }
    return failed != 0;
}
