// The template of compiled sub-models: a shared object with the solver in it and room for a serialized model, which `tactus compile`
// fills in. It is linked by itself (CMakeLists.txt) and no part of the program.
#include "part_object.h"

#include <string.h>

#include "apart.h"
#include "observe.h"
#include "serialized.h"
#include "step/memory.h"

// As far as the compiler knows anything may stand here.
__attribute__((used)) static const tac_serialized room = {.magic = TAC_SERIALIZED_MAGIC};

static const tac_serialized *piece(void)
{
    const tac_serialized *p = &room;
    __asm__("" : "+r"(p));
    return p;
}

typedef struct object {
    tac_apart *apart;
    tac_model *model;
} object;

static uint64_t size(const tac_part_setup *setup)
{
    return piece()->of[setup->n - 1].memory;
}

// Hosts bring together what has one form.
static bool are_of_one_form(const tac_serialized *p, const tac_part_setup *setup)
{
    bool all = true;
    for (int k = 0; k < setup->n; k++) {
        const tac_serialized *of = setup->table[k]->bodies->piece;
        all = all && of && of->form == p->form && memcmp(of->n, p->n, sizeof p->n) == 0;
    }
    return all;
}

static int init(const tac_part_setup *setup, void *memory)
{
    const tac_serialized *p = piece();
    if (!are_of_one_form(p, setup)) {
        return 0;
    }
    const tac_serialized_sizes *of = &p->of[setup->n - 1];
    tac_arena a = {memory, 0};
    memset(memory, 0, of->memory);
    object *o = tac_take(&a, 1, sizeof *o);
    tac_desc d = tac_serialized_read(p, setup, &a);
    const tac_options options = tac_serialized_options(p, setup);
    tac_tree *tree = NULL;
    void *tree_memory = tac_take(&a, of->tree, 1), *model_memory = tac_take(&a, of->model, 1);
    tac_status s = tac_tree_init(&tree, &d, tree_memory, of->tree);
    if (s.code == TAC_OK) {
        s = tac_model_init(&o->model, &d, tree, model_memory, of->model);
    }
    if (s.code != TAC_OK || tac_sensor_total(o->model) != setup->n * p->n_output) {
        return 0;
    }
    if (tac_serialized_work_size(o->model, setup->n, &options) > of->work) {
        return 0;
    }
    o->apart = tac_layout_apart(o->model, setup->n, &options, &a);
    int whole = tac_fill_apart(o->apart);
    o->apart->w->laws_given = setup->laws_given;
    return whole;
}

static void mark(void *memory, tac_part_marking what, double number[2])
{
    tac_apart_mark(((object *)memory)->apart, what, number);
}

static void first(void *memory, const tac_part_own *own)
{
    const tac_apart *a = ((const object *)memory)->apart;
    for (int k = 0; k < a->n; k++) {
        tac_apart_take(a, &a->s, k, own[k].to);
    }
}

static void begin(void *memory, const tac_part_own *own, const double carrier[TAC_PART_BODY],
                  int64_t step, int starts)
{
    tac_apart_begin(((object *)memory)->apart, own, carrier, step, starts);
}

static void up(void *memory, tac_part_solve solve, tac_part_up *to)
{
    tac_apart_up(((object *)memory)->apart, solve, to);
}

static void down(void *memory, tac_part_solve solve, int is_last, double scale, const double x[6],
                 tac_part_down *to)
{
    tac_apart_down(((object *)memory)->apart, solve, is_last, scale, x, to);
}

static void move(void *memory, const double motion[TAC_PART_MOTION])
{
    tac_apart_move(((object *)memory)->apart, motion);
}

static void end(void *memory, const tac_part_own *own, tac_part_result *result)
{
    const object *o = memory;
    tac_apart *a = o->apart;
    int n_sensor = piece()->n[TAC_SERIALIZED_SENSORS];
    tac_apart_end(a, own, result);
    for (int k = 0; k < a->n; k++) {
        tac_sense_some(o->model, &a->w->step.to, &a->report[k], k * n_sensor, n_sensor,
                       own[k].output);
    }
}

static const tac_part_bodies bodies = {.size = size,
                                       .init = init,
                                       .mark = mark,
                                       .first = first,
                                       .begin = begin,
                                       .up = up,
                                       .down = down,
                                       .move = move,
                                       .end = end,
                                       .sharp = &room.sharp,
                                       .cost = room.cost,
                                       .form = &room.form,
                                       .piece = &room,
                                       .in_world = &room.in_world};

#define NAMED(k, list)                            \
    {                                             \
        room.list.name[k], room.list.unit[k], 0.0 \
    }
#define EIGHT(k, list)                                                                  \
    NAMED((k), list), NAMED((k) + 1, list), NAMED((k) + 2, list), NAMED((k) + 3, list), \
        NAMED((k) + 4, list), NAMED((k) + 5, list), NAMED((k) + 6, list), NAMED((k) + 7, list)
#define ALL(list)                                                                      \
    EIGHT(0, list), EIGHT(8, list), EIGHT(16, list), EIGHT(24, list), EIGHT(32, list), \
        EIGHT(40, list), EIGHT(48, list), EIGHT(56, list)

__attribute__((used)) static const tac_serialized_table tables = {
    .magic = TAC_SERIALIZED_TABLE_MAGIC,
    .table = {.abi = TAC_PART_ABI,
              .size = sizeof(tac_part_table),
              .title = room.title,
              .input = tables.input,
              .output = tables.output,
              .bodies = &bodies},
    .input = {ALL(input)},
    .output = {ALL(output)},
};

__attribute__((visibility("default"))) const tac_part_table *tactus_part(void)
{
    return &tables.table;
}
