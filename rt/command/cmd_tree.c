// tactus tree: shows in which order bodies are joined and joints eliminated, and which worker computes what.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "format/text_output.h"
#include "model_options.h"
#include "printable.h"
#include "simulation/carriers.h"
#include "simulation/simulation.h"
#include "simulation/substeps.h"
#include "system/files.h"
#include "view/kept_view.h"
#include "view/schedule_view.h"
#include "view/tree_view.h"

#define MAX_LINES 60  // nodes shown without --full
#define MAX_INDENT 64 // levels that are indented

typedef struct settings {
    const char *path, *dot;
    tac_model_options model;
    bool full;
    int workers;          // 0: do not show their shares
    const char *carriers; // NULL: as in the model
} settings;

static const tac_option options[] = {
    {"dot", "FILE", "write the tree for Graphviz; - is standard output",
     TAC_ARG_TEXT(settings, dot)},
    {"full", NULL, "show every node of a large tree", TAC_ARG_FLAG(settings, full)},
    {TAC_OPTION_CARRIERS(settings, carriers)},
    {"workers", "N", "show who does what when N threads share a step",
     TAC_ARG_WHOLE(settings, workers, 1, TAC_SCHEDULE_MOST)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(settings, model)}},
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = TAC_NO_MODEL,
    .surplus = TAC_TWO_MODELS,
};

static void print_head(const tac_simulation *s, const tac_tree_view *v)
{
    const tac_tree *t = s->tree;
    int n_body = s->file->desc.n_body;
    double total, critical, *in_parts = calloc((size_t)n_body + 1, sizeof *in_parts);
    int unknown = in_parts ? tac_part_operations(&s->file->desc, in_parts) : 0;
    tac_tree_cost(t, in_parts, &total, &critical);
    free(in_parts);
    printf("tree          %d bodies, %d nodes, height %d, %d root%s\n", n_body, t->n_node,
           t->height, t->n_root, t->n_root == 1 ? "" : "s");
    printf("cost          %.4g operations per factorization, %.4g on the longest path", total,
           critical);
    if (critical > 0.0) {
        printf(": at most %.3g times faster in parallel", total / critical);
    }
    if (unknown > 0) {
        printf("; without %d compiled sub-model%s that do not say what they take", unknown,
               unknown == 1 ? "" : "s");
    }
    putchar('\n');
    tac_print_carriers(stdout, s);
    tac_print_substeps(stdout, s);
    tac_print_kept(stdout, v);
    puts("\nlevel  nodes  eliminated rows  largest boundary");
    for (int level = 0; level <= t->height; level++) {
        int nodes = 0, rows = 0, largest = 0;
        for (int i = 0; i < t->n_node; i++) {
            if (t->level[i] == level) {
                nodes++;
                rows += t->n_e[i];
                largest = t->n_r[i] > largest ? t->n_r[i] : largest;
            }
        }
        printf("%5d %6d %16d %17d\n", level, nodes, rows, largest);
    }
    putchar('\n');
}

// Deepest level at which all nodes down to it fit into the lines.
static int choose_depth(const tac_tree_view *v, int lines)
{
    for (int depth = 0;; depth++) {
        int shown = 0, deeper = 0;
        for (int i = 0; i < v->tree->n_node; i++) {
            shown += v->depth[i] <= depth;
            deeper += v->depth[i] > depth;
        }
        if (shown > lines) {
            return depth > 0 ? depth - 1 : 0;
        }
        if (deeper == 0) {
            return depth;
        }
    }
}

// What a node eliminates, or its boundary: elements and carriers.
static void print_part(const tac_tree_view *v, int node, const char *what, bool eliminated,
                       const int *element, int n)
{
    char text[512], carriers[256];
    bool carries = tac_tree_view_carriers(v, node, eliminated, carriers, sizeof carriers);
    tac_tree_view_elements(v, element, n, text, sizeof text);
    if (carries || n > 0) {
        printf("  %s %s%s%s", what, carries ? carriers : "", carries && n > 0 ? ", " : "", text);
    }
}

static void print_node(const tac_tree_view *v, int node, int depth)
{
    const tac_tree *t = v->tree;
    char label[128];
    tac_tree_view_label(v, node, label, sizeof label);
    fputs(label, stdout);
    int home = v->first_home[node], edge = v->first_edge[node];
    print_part(v, node, "eliminates", true, v->tree->order + home, v->first_home[node + 1] - home);
    print_part(v, node, "boundary", false, v->edge + edge, v->first_edge[node + 1] - edge);
    printf("  front %d + %d", t->n_e[node], t->n_r[node]);
    int inner = t->child[2 * node] != TAC_NONE;
    if (inner && v->depth[node] == depth) {
        printf("  ... %d bodies", v->n_body[node]);
    }
    putchar('\n');
}

// Whether the last child was taken at each depth on the way to the current node.
typedef struct branch {
    char last[MAX_INDENT + 1];
} branch;

static void print_indent(const branch *way, int depth)
{
    for (int i = 1; i < depth; i++) {
        fputs(way->last[i] ? "   " : "│  ", stdout);
    }
    if (depth > 0) {
        fputs(way->last[depth] ? "└─ " : "├─ ", stdout);
    }
}

static void print_subtree(const tac_tree_view *v, int node, int max_depth, branch *way)
{
    int depth = v->depth[node];
    print_indent(way, depth < MAX_INDENT ? depth : MAX_INDENT);
    print_node(v, node, max_depth);
    const int *child = &v->tree->child[2 * node];
    for (int c = 0; c < 2 && depth < max_depth && child[0] != TAC_NONE; c++) {
        if (depth + 1 <= MAX_INDENT) {
            way->last[depth + 1] = (char)(c == 1);
        }
        print_subtree(v, child[c], max_depth, way);
    }
}

static void print_tree(const tac_tree_view *v, bool full)
{
    const tac_tree *t = v->tree;
    int depth = full ? t->height : choose_depth(v, MAX_LINES);
    int roots = 0;
    for (int i = t->n_node - 1; i >= 0; i--) {
        if (t->parent[i] == TAC_NONE && (full || roots < MAX_LINES)) {
            branch way = {{0}};
            print_subtree(v, i, depth, &way);
            roots++;
        }
    }
    if (roots < t->n_root || depth < t->height) {
        puts("\n(shortened; --full shows every node)");
    }
}

static void dot_node(const tac_tree_view *v, int i, FILE *out)
{
    const tac_tree *t = v->tree;
    char label[128], text[512], own[256];
    tac_tree_view_label(v, i, label, sizeof label);
    int home = v->first_home[i], edge = v->first_edge[i];
    bool carries = tac_tree_view_carriers(v, i, true, own, sizeof own);
    tac_tree_view_elements(v, t->order + home, v->first_home[i + 1] - home, text, sizeof text);
    fprintf(out, "  n%d [label=\"%s\\n%s%s%s%sfront %d + %d\"%s];\n", i, label, carries ? own : "",
            carries ? "\\n" : "", text, *text ? "\\n" : "", t->n_e[i], t->n_r[i],
            t->child[2 * i] == TAC_NONE ? " style=rounded" : "");
    if (t->parent[i] != TAC_NONE) {
        tac_tree_view_elements(v, v->edge + edge, v->first_edge[i + 1] - edge, text, sizeof text);
        char columns[256];
        bool has = tac_tree_view_carriers(v, i, false, columns, sizeof columns);
        fprintf(out, "  n%d -> n%d [label=\"%s%s%s\"];\n", i, t->parent[i], text,
                has && *text ? "\\n" : "", has ? columns : "");
    }
}

static int write_dot(const tac_tree_view *v, const char *path)
{
    FILE *out = tac_text_open(path);
    int ok = out != NULL;
    if (out) {
        fputs("digraph tactus {\n  rankdir=BT;\n  node [shape=box fontname=\"sans-serif\"];\n"
              "  edge [fontname=\"sans-serif\" fontsize=10];\n",
              out);
        for (int i = 0; i < v->tree->n_node; i++) {
            dot_node(v, i, out);
        }
        fputs("}\n", out);
        ok = tac_text_close(out);
    }
    if (!ok) {
        fprintf(stderr, "tactus: '%s' cannot be written: %s\n", TAC_SHOWN(path),
                tac_output_error(errno));
        return TAC_EXIT_OUTPUT;
    }
    return TAC_EXIT_OK;
}

static int show(const tac_simulation *s, const settings *set)
{
    tac_tree_view v;
    if (!tac_tree_view_init(&v, s->tree, s->file)) {
        return tac_command_fail(TAC_EXIT_MEMORY, "tactus: not enough memory");
    }
    int code = set->dot ? write_dot(&v, set->dot) : TAC_EXIT_OK;
    if (code == TAC_EXIT_OK && !(set->dot && strcmp(set->dot, "-") == 0)) {
        print_head(s, &v);
        print_tree(&v, set->full);
        tac_schedule_print(s, stdout);
        if (set->workers > 0) {
            tac_schedule_print_shares(s, set->workers, stdout);
        }
    }
    tac_tree_view_free(&v);
    return code;
}

static int run_tree(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_simulation s;
    const tac_given given = tac_model_options_given(&set.model);
    bool ok = tac_simulation_read_any(&s, set.path, &given);
    tac_command_tell(s.notes);
    tac_command_apply_method(&s, set.model.method);
    ok = ok &&
         ((tac_command_apply_carriers(a, &s, set.carriers) &&
           tac_command_spares(a, set.path, set.dot) &&
           tac_command_spares_model(a, s.file, set.dot)) ||
          tac_diag_say(&s.diag, "%s", a->error)) &&
         tac_simulation_prepare(&s);
    int result = ok ? show(&s, &set) : tac_command_refuse(&s.diag, TAC_EXIT_INPUT);
    tac_simulation_close(&s);
    return result;
}

const tac_command tac_command_tree = {
    .name = "tree",
    .arguments = "MODEL|RIG [options]",
    .summary = "show the assembly tree of a model and how workers share it",
    .syntax = &syntax,
    .run = run_tree,
};
