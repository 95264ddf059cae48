// What the passes over a model share while it is read.
//
// Reading goes in passes over the same node trees: files and sub-models first (includes.c), then
// tables, inputs and sources, bodies, joints, forces, sensors, so that every name a pass needs is
// already known. A place says in which inclusion of which file a node is read, with which parameters.
#ifndef TAC_MODEL_READER_H
#define TAC_MODEL_READER_H

#include "model_file.h"
#include "reader/names.h"
#include "reader/reader.h"

// One inclusion of one file.
typedef struct tac_instance {
    tac_file file;                    // first: the file of a place
    const tac_node *item;             // the entry of `include`, the root itself for the outermost
    struct tac_instance *parent;      // NULL for the outermost
    const char *real_path;            // canonical, tells cycles
    const char *prefix;               // "" or "front_left/"
    const tac_parameter_value *scope; // its parameters
    vec3 r;                           // the file's frame in the world
    quat q;
    const char *ground_name; // body of the parent that stands for ground, NULL for ground
    int ground;              // the same as body index
    bool in_world;           // it is the world, by that name
    int group;               // index in desc.group, TAC_NONE for the outermost
    const tac_node *exports; // names that reach its parent; NULL: all
    int depth;
} tac_instance;

// Forces that are found, and their names.
typedef struct tac_found_forces {
    tac_list spring, spring_name, bushing, bushing_name, friction, friction_name;
    tac_list contact, contact_name, law, law_name, load, load_name, force_ref;
    tac_names force_names; // full name to index in force_ref
} tac_found_forces;

// Sources, inputs, tables and sensors that are found, and their names.
typedef struct tac_found_signals {
    tac_list source, source_name, source_term, named_source, table_name;
    tac_list table, input, input_name, sensor, sensor_name;
    tac_list csv_text, shared_table, named_table; // of tables.c
    tac_list sensed; // of sources.c: names of sensors that sources read
    int reading;     // of named_source, 1 + the innermost that is being read
    // full name to index in the list of the same name; signal to named_source
    tac_names signal_names, table_names, input_names, sensor_names;
    tac_names csv_names, shared_names; // of tables.c
    tac_names tyre_names;              // path of a tyre_file.c to index in table
} tac_found_signals;

// Roads that are found, and their names, which are known first.
typedef struct tac_found_roads {
    tac_list named_road, road, road_name;
    tac_names road_names;
} tac_found_roads;

// How things look.
typedef struct tac_found_looks {
    tac_list visual, mesh, is_drawn; // tac_visual, tac_visual_mesh, bool per body
    tac_list flexible_visual;        // tac_visual_flexible
    size_t mesh_bytes;               // of all files of meshes
    tac_names mesh_names;            // of files
} tac_found_looks;

typedef struct tac_model_reader {
    tac_reader rd;    // first: the reader of a place
    int n_item;       // budget
    bool has_exports; // some inclusion hides names
    bool has_outside; // the outermost file says what it shows if it is compiled
    tac_list exported;
    // what is found, in the order of the description
    tac_list file_name;                              // const char *
    tac_list parsed;                                 // files, of includes.c
    tac_list instance;                               // tac_instance *
    tac_list group, group_name;                      // tac_group_desc, const char *
    tac_list body, body_name, raw_body;              // tac_body_desc, const char *, tac_raw_body
    tac_list joint, joint_name;                      // and so on
    tac_list noted_effort;                           // of efforts.c
    tac_list coupler, coupler_name, term, term_name; // terms of couplers
    tac_list part, model_part, model_law;            // of parts.c: tac_part_desc, tac_model_part
    tac_list modal, flex;                            // of flexible.c, tac_flex_desc
    // full name to index in the list of the same name
    tac_names group_names, body_names, joint_names, coupler_names;
    tac_names part_names, law_names; // paths of objects, to model_part and model_law

    tac_found_forces forces;
    tac_found_signals signals;
    tac_found_roads roads;
    tac_found_looks looks;
} tac_model_reader;

// Readers and files of places in a model are those above.
static inline tac_model_reader *tac_model_of(const tac_place *p)
{
    return (tac_model_reader *)(void *)p->rd;
}

static inline tac_instance *tac_instance_of(const tac_place *p)
{
    return (tac_instance *)(void *)p->in;
}

// What stands in an inclusion, with the parameters of its file.
static inline tac_place tac_place_in(tac_model_reader *model, tac_instance *in)
{
    return (tac_place){&model->rd, &in->file, in->scope};
}

#endif
