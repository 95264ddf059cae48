// Joints: type, place, and the keys that belong to some types only.
#include "joints.h"

#include <math.h>

#include "elementary.h"
#include "frames.h"
#include "model_reader.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "sources.h"

static const char *const types[TAC_N_JOINT_KIND] = {
    [TAC_FIXED] = "fixed",
    [TAC_REVOLUTE] = "revolute",
    [TAC_PRISMATIC] = "prismatic",
    [TAC_CYLINDRICAL] = "cylindrical",
    [TAC_SPHERICAL] = "spherical",
    [TAC_UNIVERSAL] = "universal",
    [TAC_PLANAR] = "planar",
    [TAC_POINT_ON_LINE] = "point_on_line",
    [TAC_ROD] = "rod",
    [TAC_SCREW] = "screw",
};

const char *tac_joint_kind_name(tac_joint_kind kind)
{
    return types[kind];
}

static const char *with_article(tac_joint_kind kind) // what messages call the joint
{
    static const char *const text[TAC_N_JOINT_KIND] = {
        [TAC_FIXED] = "a fixed joint",
        [TAC_REVOLUTE] = "a revolute joint",
        [TAC_PRISMATIC] = "a prismatic joint",
        [TAC_CYLINDRICAL] = "a cylindrical joint",
        [TAC_SPHERICAL] = "a spherical joint",
        [TAC_UNIVERSAL] = "a universal joint",
        [TAC_PLANAR] = "a planar joint",
        [TAC_POINT_ON_LINE] = "a point_on_line joint",
        [TAC_ROD] = "a rod",
        [TAC_SCREW] = "a screw joint",
    };
    return text[kind];
}

static void refuse_key(const tac_place *p, const tac_node *item, const char *key,
                       tac_joint_kind kind, const char *remedy)
{
    if (tac_find(item, key)) {
        tac_refuse_key(p->rd, item, key, "%s has no '%s'; %s", with_article(kind), key, remedy);
    }
}

static void read_drives(const tac_place *p, const tac_node *item, tac_joint_desc *j)
{
    j->drive_angle = j->drive_displacement = TAC_NONE;
    const tac_node *drive = tac_find(item, "drive");
    const tac_node *angle = tac_find(item, "drive_angle");
    const tac_node *displacement = tac_find(item, "drive_displacement");
    if (j->kind == TAC_CYLINDRICAL) {
        refuse_key(p, item, "drive", j->kind, "use 'drive_angle' or 'drive_displacement'");
    } else {
        refuse_key(p, item, "drive_angle", j->kind, "only a cylindrical joint takes it");
        refuse_key(p, item, "drive_displacement", j->kind, "only a cylindrical joint takes it");
    }
    if (drive && j->kind == TAC_REVOLUTE) {
        j->drive_angle = tac_source(p, drive, "drive", TAC_Q_ANGLE);
    } else if (drive && (j->kind == TAC_PRISMATIC || j->kind == TAC_ROD)) {
        j->drive_displacement = tac_source(p, drive, "drive", TAC_Q_LENGTH);
    } else {
        refuse_key(p, item, "drive", j->kind,
                   "revolute, prismatic and cylindrical joints and rods can be driven");
    }
    if (angle) {
        j->drive_angle = tac_source(p, angle, "drive_angle", TAC_Q_ANGLE);
    }
    if (displacement) {
        j->drive_displacement = tac_source(p, displacement, "drive_displacement", TAC_Q_LENGTH);
    }
}

static void read_length(const tac_place *p, const tac_node *item, const tac_meeting *m,
                        tac_joint_desc *j)
{
    if (j->kind != TAC_ROD) {
        refuse_key(p, item, "length", j->kind, "only a rod takes it");
        return;
    }
    double distance = norm3(sub3(m->rb, m->ra));
    if (!(distance > 0.0)) {
        const tac_node *at = tac_find(item, "at2");
        tac_refuse(p->rd, at ? at : item,
                   "the rod has no length at the initial configuration; move one of its ends");
    }
    j->length = tac_number_or(p, item, "length", TAC_Q_LENGTH, distance);
    tac_check_above_zero(p, item, "length", j->length);
}

static void read_lead(const tac_place *p, const tac_node *item, tac_joint_desc *j)
{
    if (j->kind != TAC_SCREW) {
        refuse_key(p, item, "lead", j->kind, "only a screw joint takes it");
        return;
    }
    j->lead = tac_need_number(p, item, "lead", "a screw joint", TAC_Q_LEAD) / (2.0 * TAC_PI);
}

static void read_joint(const tac_place *p, const tac_node *item)
{
    static const char *const keys[] = {"name",
                                       "type",
                                       "bodies",
                                       "at",
                                       "axis",
                                       "axis2",
                                       "at2",
                                       "frames",
                                       "length",
                                       "lead",
                                       "drive",
                                       "drive_angle",
                                       "drive_displacement",
                                       "interfaces",
                                       "repeat",
                                       NULL};
    tac_model_reader *model = tac_model_of(p);
    const tac_node *type = tac_find(item, "type");
    if (type) { // before keys, which may be those of another type
        (void)tac_choice(p, type, "joint type", types, TAC_N_JOINT_KIND);
    }
    tac_check_keys(p, item, "a joint", keys);
    const char *name = tac_full_name(p, tac_new_name(p, item, "a joint"));
    tac_names_add(p->rd, &model->joint_names, tac_find(item, "name"), "joint", name,
                  model->joint.n);
    type = tac_need(p, item, "type", "a joint");

    tac_joint_desc j = {.group = tac_instance_of(p)->group};
    j.kind = (tac_joint_kind)tac_choice(p, type, "joint type", types, TAC_N_JOINT_KIND);
    bool by_frames = tac_find(item, "frames");
    tac_meeting m = tac_read_meeting(p, item, with_article(j.kind),
                                     j.kind == TAC_ROD ? TAC_AT2_NEEDED : TAC_AT2_ALLOWED,
                                     j.kind == TAC_UNIVERSAL && !by_frames);
    j.a = m.a;
    j.b = m.b;
    read_length(p, item, &m, &j);
    read_lead(p, item, &j);
    read_drives(p, item, &j);
    tac_list_add_text(p->rd, &model->joint_name, name);
    *(tac_joint_desc *)tac_list_add(p->rd, &model->joint, sizeof j) = j;
}

void tac_read_joints(const tac_place *p)
{
    tac_each_item(p, "joints", read_joint);
}
