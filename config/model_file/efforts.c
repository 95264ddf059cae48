#include "efforts.h"

#include "element_types.h"
#include "forces.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "references.h"

typedef struct noted { // a list of names
    tac_place place;
    const tac_node *list;
    int joint;
} noted;

void tac_note_efforts(const tac_place *p, const tac_node *list, int joint)
{
    *(noted *)tac_list_add(p->rd, &tac_model_of(p)->noted_effort, sizeof(noted)) =
        (noted){*p, list, joint};
}

static const tac_joint_desc *joint_at(const tac_model_reader *model, int i)
{
    return (const tac_joint_desc *)model->joint.data + i;
}

static tac_effort_desc joint_of(const tac_place *p, const tac_node *node)
{
    const tac_model_reader *model = tac_model_of(p);
    int i = tac_reference(p, node, "joint or spring", &model->joint_names);
    int own = tac_joint_type_own(tac_joint_type_of(joint_at(model, i)->kind));
    if (own < 0) {
        tac_refuse(p->rd, node,
                   "joint '%.80s' has no single coordinate along which an effort could act; name a "
                   "revolute or prismatic joint, or a spring",
                   tac_text(p, node, "joint"));
    }
    return (tac_effort_desc){.what = TAC_JOINTS, .element = i, .coordinate = (tac_coordinate)own};
}

static tac_effort_desc actuator(const tac_place *p, const tac_node *node)
{
    const tac_model_reader *model = tac_model_of(p);
    const tac_names *forces = &model->forces.force_names;
    const char *name = tac_full_name(p, tac_text(p, node, "joint or spring"));
    if (tac_names_find(&model->joint_names, name) >= 0 || tac_names_find(forces, name) < 0) {
        return joint_of(p, node);
    }
    int i = tac_reference(p, node, "joint or spring", forces);
    const tac_force_ref *f = (const tac_force_ref *)model->forces.force_ref.data + i;
    if (f->is_load || f->what != TAC_SPRINGS) {
        tac_refuse(p->rd, node, "force '%.80s' is no spring; name a spring or a joint",
                   tac_text(p, node, "joint or spring"));
    }
    const tac_spring_desc *s = (const tac_spring_desc *)model->forces.spring.data + f->index;
    return (tac_effort_desc){.what = TAC_SPRINGS, .element = f->index, .coordinate = s->coordinate};
}

static void read_list(tac_model_reader *model, const noted *of)
{
    const tac_place *p = &of->place;
    tac_joint_desc *j = (tac_joint_desc *)model->joint.data + of->joint;
    tac_check_list(p, of->list, "effort_of");
    if (of->list->n == 0) {
        tac_refuse(p->rd, of->list, "'effort_of' is empty; list joints or springs");
    }
    tac_effort_desc *found = tac_reader_take(p->rd, (size_t)of->list->n, sizeof *found);
    j->effort = found;
    for (const tac_entry *e = of->list->first; e; e = e->next) {
        found[j->n_effort++] = actuator(p, e->value);
    }
}

void tac_read_efforts(tac_model_reader *model)
{
    int n = 0, n_driven = 0;
    const noted *all = model->noted_effort.data;
    for (int i = 0; i < model->noted_effort.n; i++) {
        const tac_joint_desc *j = joint_at(model, all[i].joint);
        read_list(model, &all[i]);
        if (tac_driven_count(j) == 0) {
            tac_refuse(all[i].place.rd, all[i].list,
                       "'effort_of' needs a drive of its joint; add one");
        }
        n += j->n_effort;
        n_driven += tac_driven_count(j);
    }
    if (n != n_driven) {
        tac_refuse(all[0].place.rd, all[0].list,
                   "the joints with 'effort_of' have %d driven coordinates and name %d actuators; "
                   "name as many",
                   n_driven, n);
    }
}
