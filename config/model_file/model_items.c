#include "model_items.h"

#include <stddef.h>

int tac_subject_count(const tac_desc *d, tac_subject subject)
{
    const int n[] = {[TAC_NOTHING] = 0,
                     [TAC_BODY] = d->n_body,
                     [TAC_JOINT] = d->n_joint,
                     [TAC_SPRING] = d->n_spring,
                     [TAC_BUSHING] = d->n_bushing,
                     [TAC_FRICTION] = d->n_friction,
                     [TAC_CONTACT] = d->n_contact,
                     [TAC_LAW] = d->n_law,
                     [TAC_LOAD] = d->n_load,
                     [TAC_SOURCE] = d->n_source,
                     [TAC_TABLE_SUBJECT] = d->n_table,
                     [TAC_SENSOR] = d->n_sensor,
                     [TAC_INPUT_SUBJECT] = d->n_input,
                     [TAC_COUPLER] = d->n_coupler,
                     [TAC_TERM_SUBJECT] = d->n_term,
                     [TAC_ROAD] = d->roads.n};
    return n[subject];
}

tac_model_items tac_model_items_of(const tac_model_file *f, tac_subject subject)
{
    const struct {
        const char *word;
        const char *const *name;
    } of[] = {[TAC_NOTHING] = {NULL, NULL},
              [TAC_BODY] = {"body", f->body_name},
              [TAC_JOINT] = {"joint", f->joint_name},
              [TAC_SPRING] = {"spring", f->spring_name},
              [TAC_BUSHING] = {"bushing", f->bushing_name},
              [TAC_FRICTION] = {"friction", f->friction_name},
              [TAC_CONTACT] = {"contact", f->contact_name},
              [TAC_LAW] = {"law", f->law_name},
              [TAC_LOAD] = {"load", f->load_name},
              [TAC_SOURCE] = {"source", f->source_name},
              [TAC_TABLE_SUBJECT] = {"table", NULL},
              [TAC_SENSOR] = {"sensor", f->sensor_name},
              [TAC_INPUT_SUBJECT] = {"input", f->input_name},
              [TAC_COUPLER] = {"coupler", f->coupler_name},
              [TAC_TERM_SUBJECT] = {"term", f->term_name},
              [TAC_ROAD] = {"road", f->road_name}};
    return (tac_model_items){of[subject].word, of[subject].name,
                             tac_subject_count(&f->desc, subject)};
}

const char *tac_model_item_name(const tac_model_file *f, tac_subject subject, int index)
{
    tac_model_items items = tac_model_items_of(f, subject);
    return items.name && index >= 0 && index < items.n ? items.name[index] : "";
}

tac_subject tac_subject_of_class(tac_element_class what)
{
    static const tac_subject of[] = {
        [TAC_JOINTS] = TAC_JOINT,       [TAC_SPRINGS] = TAC_SPRING,   [TAC_BUSHINGS] = TAC_BUSHING,
        [TAC_FRICTIONS] = TAC_FRICTION, [TAC_CONTACTS] = TAC_CONTACT, [TAC_LAWS] = TAC_LAW,
        [TAC_TERMS] = TAC_COUPLER};
    return of[what];
}
