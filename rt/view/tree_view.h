// The assembly tree for display: what the kernel's tree leaves implicit.
#ifndef TAC_TREE_VIEW_H
#define TAC_TREE_VIEW_H

#include "model_file.h"
#include "tree.h"

typedef struct tac_tree_view {
    const tac_tree *tree;
    const tac_model_file *file;
    int *first_home; // elements eliminated at node i: tree->order[first_home[i]] to
                     // [first_home[i + 1] - 1]                       (n_node + 1)
    int *first_edge; // the same for edge                             (n_node + 1)
    int *edge;       // elements on the boundary of a node, by node
    int *depth;      // 0 at roots                                    (n_node)
    int *n_body;     // bodies inside                                 (n_node)
} tac_tree_view;

// Returns 0 when there is no memory.
int tac_tree_view_init(tac_tree_view *v, const tac_tree *t, const tac_model_file *f);
void tac_tree_view_free(tac_tree_view *v);

// "body 'crank'" for a leaf, "node 12" for others.
void tac_tree_view_label(const tac_tree_view *v, int node, char *out, size_t size);

// "J1 (5), J2 (5) and 3 more": elements with their rows.
void tac_tree_view_elements(const tac_tree_view *v, const int *element, int n, char *out,
                            size_t size);

// "'chassis' (6)": carriers whose unknowns the node eliminates, or has on its boundary. False without any.
bool tac_tree_view_carriers(const tac_tree_view *v, int node, bool eliminated, char *out,
                            size_t size);

#endif
