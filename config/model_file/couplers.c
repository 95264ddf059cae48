// Couplers: factor times coordinate, or a table of it, of several joints, held together by one
// constraint.
#include "couplers.h"

#include <string.h>

#include "element_types.h"
#include "model_reader.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "sources.h"
#include "tables.h"

static const char *const coordinates[TAC_N_COORDINATE] = {
    [TAC_DISTANCE] = "distance", [TAC_ANGLE] = "angle", [TAC_SLIDE] = "displacement"};

// Refuses a joint inside of an object: its coordinates are not known here.
static void check_compiled(const tac_place *p, const tac_node *joint, const char *coupler)
{
    const tac_model_reader *model = tac_model_of(p);
    const char *name = tac_text(p, joint, "joint"), *slash = strchr(name, '/');
    if (!slash || tac_names_find(&model->joint_names, tac_full_name(p, name)) >= 0) {
        return;
    }
    const char *sub_model = tac_copy_text(p->rd, name, (size_t)(slash - name));
    if (tac_names_find(&model->force_names, tac_full_name(p, sub_model)) >= 0) {
        tac_refuse(p->rd, joint,
                   "coupler '%.60s': joint '%.60s' lies in the compiled sub-model '%.60s'; put the "
                   "coupler into its file or include the file",
                   coupler, name, sub_model);
    }
}

// The one named, else the joint's own where it has one.
static tac_coordinate read_coordinate(const tac_place *p, const tac_node *item,
                                      const tac_joint_desc *j)
{
    const tac_node *node = tac_find(item, "coordinate");
    if (!node) {
        const tac_joint_type *type = tac_joint_type_of(j->kind);
        if (type->n_coordinate == 1 && tac_joint_type_frees(type, TAC_ANGLE)) {
            return TAC_ANGLE;
        }
        if (type->n_coordinate == 1 && tac_joint_type_frees(type, TAC_SLIDE)) {
            return TAC_SLIDE;
        }
        tac_refuse(p->rd, item,
                   "a term of this joint needs 'coordinate': angle, displacement or distance");
    }
    tac_coordinate c =
        (tac_coordinate)tac_choice(p, node, "coordinate", coordinates, TAC_N_COORDINATE);
    if (!tac_joint_type_frees(tac_joint_type_of(j->kind), c)) {
        tac_refuse(p->rd, node, "the joint has no free %s; choose another coordinate or joint",
                   coordinates[c]);
    }
    return c;
}

static void read_term(const tac_place *p, const tac_node *item, const char *coupler)
{
    static const char *const keys[] = {"joint", "coordinate", "factor", "table", NULL};
    tac_model_reader *model = tac_model_of(p);
    tac_check_keys(p, item, "a term of a coupler", keys);
    const tac_node *joint = tac_need(p, item, "joint", "a term of a coupler");
    check_compiled(p, joint, coupler);
    int i = tac_reference(p, joint, "joint", &model->joint_names);
    const tac_joint_desc *j = (const tac_joint_desc *)model->joint.data + i;
    tac_term_desc t = {.a = j->a, .b = j->b, .table = TAC_NONE};
    t.coordinate = read_coordinate(p, item, j);
    t.factor = tac_number_or(p, item, "factor", TAC_Q_ANY, 1.0);
    if (t.factor == 0.0) {
        tac_refuse_key(p->rd, item, "factor", "a term with factor 0 does nothing; remove it");
    }
    const tac_node *table = tac_find(item, "table");
    if (table) {
        t.table = tac_table_reference(p, table);
        if (!((const tac_table_desc *)model->table.data)[t.table].cubic) {
            tac_refuse(p->rd, table,
                       "a table in a coupler needs a rate without jumps; give it 'interpolation: "
                       "cubic'");
        }
    }
    *(tac_term_desc *)tac_list_add(p->rd, &model->term, sizeof t) = t;
}

static void read_coupler(const tac_place *p, const tac_node *item)
{
    static const char *const keys[] = {"name", "repeat", "terms", "offset", NULL};
    tac_model_reader *model = tac_model_of(p);
    tac_check_keys(p, item, "a coupler", keys);
    const char *own = tac_new_name(p, item, "a coupler"), *name = tac_full_name(p, own);
    tac_names_add(p->rd, &model->coupler_names, tac_find(item, "name"), "coupler", name,
                  model->coupler.n);
    const tac_node *terms = tac_need(p, item, "terms", "a coupler"),
                   *offset = tac_find(item, "offset");
    tac_check_list(p, terms, "terms");
    if (terms->n < 1 || terms->n > TAC_MOST_TERMS) {
        tac_refuse(p->rd, terms, "a coupler has 1 to %d terms, not %d; split it", TAC_MOST_TERMS,
                   terms->n);
    }
    tac_coupler_desc c = {.first_term = model->term.n, .n_term = terms->n, .offset = TAC_NONE};
    c.offset = offset ? tac_source(p, offset, "offset", TAC_Q_ANY) : TAC_NONE;
    int k = 1;
    for (const tac_entry *e = terms->first; e; e = e->next, k++) {
        const char end[] = {'/', (char)('0' + k), '\0'};
        read_term(p, e->value, own);
        tac_list_add_text(p->rd, &model->term_name, tac_join_text(p->rd, name, end));
    }
    *(tac_coupler_desc *)tac_list_add(p->rd, &model->coupler, sizeof c) = c;
    tac_list_add_text(p->rd, &model->coupler_name, name);
}

void tac_read_couplers_of(const tac_place *p)
{
    tac_each_item(p, "couplers", read_coupler);
}
