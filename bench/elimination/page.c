#include "page.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "latency/environment.h"

#define TEMPLATE "bench/elimination/page.md"

static void put_environment(const study *s, FILE *f)
{
    tac_environment e;
    (void)s;
    tac_environment_read(&e, 0);
    fprintf(f, "| | |\n| --- | --- |\n| processor | %s, %ld cores%s |\n| measured | %s |\n", e.cpu,
            e.cores, e.virtual_machine ? ", virtual machine" : "", e.time);
}

static void put_structure(const study *s, FILE *f)
{
    fputs("| mechanism | order | band, blocks | L, blocks | kflop | longest path, kflop | height, "
          "blocks | on ten |\n| --- | --- | --: | --: | --: | --: | --: | --: |\n",
          f);
    for (int i = 0; i < N_STRUCTURE * N_ORDER; i++) {
        const mechanism_case *of = &structure_case[i / N_ORDER];
        const structure *t = &s->structure[i / N_ORDER][i % N_ORDER];
        if (!s->applies[i / N_ORDER][i % N_ORDER]) {
            continue;
        }
        fprintf(f, "| %s of %d", of->ring ? "ring" : "chain", of->n);
        if (of->n_part > 1) {
            fprintf(f, ", one body in %d", of->n_part);
        }
        fprintf(f, " | %s | %d | %.1f | %.1f | %.1f | %d | %.1f |\n", order_name[i % N_ORDER],
                t->band, t->fill, t->operations / 1e3, t->path / 1e3, t->height, t->together);
    }
}

static void put_numeric(FILE *f, const char *what, int n, int modes, const char *order,
                        const numeric *t)
{
    fprintf(f, "| %s of %d | %d | %s | %.0f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", what, n, modes,
            order, t->fill, t->operations / 1e3, t->form_operations / 1e3, t->form, t->factor,
            t->solve);
}

static void put_numbers(const study *s, FILE *f)
{
    fputs(
        "| mechanism | modes | order | numbers of L | kflop | kflop to form A | form, us | factor, "
        "us | solve, us |\n| --- | --: | --- | --: | --: | --: | --: | --: | --: |\n",
        f);
    for (int i = 0; i < 2 * N_SIZE * N_MODE; i++) {
        int ring = i / N_SIZE / N_MODE, size = i / N_MODE % N_SIZE, mode = i % N_MODE;
        for (int kind = 0; kind < N_ORDER; kind++) {
            if (kind != AS_PAPER && (mode == 0 || kind == BY_TREE)) {
                put_numeric(f, ring ? "ring" : "chain", study_size[size], study_mode[mode],
                            order_name[kind], &s->numeric[ring][size][mode][kind]);
            }
        }
        if (ring) {
            put_numeric(f, "divided ring", study_size[size], study_mode[mode], order_name[AS_PAPER],
                        &s->divided[size][mode]);
        }
    }
}

static void put_condition(const study *s, FILE *f)
{
    fputs("| ring of |", f);
    for (int k = 0; k < N_DIVISION; k++) {
        fprintf(f, " %s |", division_name[k]);
    }
    fputs("\n| --: | --: | --: | --: | --: |\n", f);
    for (int i = 0; i < 2 * N_RING; i++) {
        fprintf(f, "| %d%s |", study_ring[i % N_RING], i / N_RING ? ", scaled" : "");
        for (int k = 0; k < N_DIVISION; k++) {
            fprintf(f, " %.1e |", s->condition[i % N_RING][k][i / N_RING]);
        }
        fputc('\n', f);
    }
}

// ---- claims ----------------------------------------------------------------------------------------------

static void put_claims(const study *s, FILE *f)
{
    const structure *ring7 = s->structure[1], *chain = s->structure[3], *ring = s->structure[4];
    const structure *chain1000 = s->structure[9], *ring1000 = s->structure[10];
    const structure *divided1000 = s->structure[11];
    fprintf(f, "| [003] says | found |\n| --- | --- |\n");
    fprintf(
        f,
        "| dividing one body of the loop of seven in three brings the band from seven blocks to "
        "four | yes, %d to %d. Numbering the same loop folded gives %d, nothing divided |\n",
        ring7[AS_NUMBERED].band, s->structure[2][AS_PAPER].band, ring7[FOLDED].band);
    fprintf(
        f,
        "| the price of more bodies is logarithmic, so negligible | no: %.2f times the operations "
        "for seven bodies, %.2f for a thousand; one loop fills one block row of L wherever it is "
        "cut, and the band says nothing of it |\n",
        s->structure[2][AS_PAPER].operations / ring7[AS_NUMBERED].operations,
        divided1000[AS_PAPER].operations / ring1000[AS_NUMBERED].operations);
    fprintf(f,
            "| loops are as efficient as chains | in tree order and without dividing, from some 20 "
            "bodies "
            "on: %.2f, %.2f, %.2f times the chain's operations for 7, 20, 1000 bodies, longest "
            "path %.2f, "
            "%.2f, %.2f |\n",
            ring7[BY_TREE].operations / s->structure[0][BY_TREE].operations,
            ring[BY_TREE].operations / chain[BY_TREE].operations,
            ring1000[BY_TREE].operations / chain1000[BY_TREE].operations,
            ring7[BY_TREE].path / s->structure[0][BY_TREE].path,
            ring[BY_TREE].path / chain[BY_TREE].path,
            ring1000[BY_TREE].path / chain1000[BY_TREE].path);
    fprintf(f,
            "| log2(n) levels | yes: heights %d, %d, %d, %d for chains of 7, 20, 100, 1000 in the "
            "assembly tree |\n",
            s->structure[0][BY_TREE].height, chain[BY_TREE].height, s->structure[6][BY_TREE].height,
            chain1000[BY_TREE].height);
    double sequence = chain[AS_NUMBERED].operations,
           leaves = s->numeric[0][1][2][BY_TREE].form_operations;
    fprintf(
        f,
        "| ten times on ten processors, 20 bodies of ten modes | not in this linear problem: %.1f "
        "against the same order on one, in operations and with free communication. The chain as "
        "numbered has %.1f kflop beside %.1f in tree order, so against the better program on one "
        "processor it is less. Forming A is %.1f kflop for all bodies (six modes); what else a "
        "body computes of itself is not counted, and brings it nearer to ten |\n",
        chain[BY_TREE].together, sequence / 1e3, chain[BY_TREE].operations / 1e3, leaves / 1e3);
    fprintf(
        f,
        "| parts of a tenth to a hundredth of the mass keep the matrix reasonable | the condition "
        "of the ring of seven goes from %.0e to %.0e with equal parts and %.0e with parts of a "
        "hundredth (scaled rows %.0e, %.0e, %.0e) |\n",
        s->condition[0][0][0], s->condition[0][1][0], s->condition[0][3][0], s->condition[0][0][1],
        s->condition[0][1][1], s->condition[0][3][1]);
}

// ---- the page --------------------------------------------------------------------------------------------

static const struct {
    const char *word;
    void (*put)(const study *s, FILE *f);
} part_of_page[] = {
    {"@environment\n", put_environment}, {"@claims\n", put_claims},
    {"@structure\n", put_structure},     {"@numbers\n", put_numbers},
    {"@condition\n", put_condition},
};

static void put_line(const study *s, const char *line, FILE *f)
{
    for (size_t i = 0; i < sizeof part_of_page / sizeof *part_of_page; i++) {
        if (strcmp(line, part_of_page[i].word) == 0) {
            part_of_page[i].put(s, f);
            return;
        }
    }
    fputs(line, f);
}

bool page_write(const study *s, const char *path)
{
    char line[4096];
    FILE *from = fopen(TEMPLATE, "r"), *to = from ? fopen(path, "w") : NULL;
    while (to && fgets(line, sizeof line, from)) {
        put_line(s, line, to);
    }
    bool good = to && !ferror(from) && !ferror(to);
    good = to && fclose(to) == 0 && good;
    if (!good) {
        fprintf(stderr, "'%s' cannot be made from '%s': %s\n", path, TEMPLATE, strerror(errno));
    }
    if (from) {
        (void)fclose(from);
    }
    return good;
}
