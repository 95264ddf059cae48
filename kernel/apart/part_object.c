// The template of compiled sub-models: a shared object with the solver in it and room for a piece, which `tactus compile`
// fills in. It is linked by itself (CMakeLists.txt) and no piece of the program.
#include "part_object.h"

#include <string.h>

#include "apart.h"
#include "index3/index3.h"
#include "observe.h"
#include "piece.h"

// As far as the compiler knows anything may stand here.
__attribute__((used)) static const tac_piece room = {.magic = TAC_PIECE_MAGIC};

static const tac_piece *piece(void)
{
    const tac_piece *p = &room;
    __asm__("" : "+r"(p));
    return p;
}

typedef struct object {
    tac_apart *apart;
    tac_model *model;
    double *sensed; // (sensors' numbers)
} object;

static uint64_t size(const tac_part_setup *setup)
{
    (void)setup;
    return piece()->memory;
}

static int init(const tac_part_setup *setup, void *memory)
{
    const tac_piece *p = piece();
    tac_arena a = {memory, 0};
    memset(memory, 0, p->memory);
    object *o = tac_take(&a, 1, sizeof *o);
    tac_desc d = tac_piece_read(p, setup, &a);
    const tac_options options = tac_piece_options(p, setup);
    tac_tree *tree = NULL;
    void *tree_memory = tac_take(&a, p->tree_size, 1),
         *model_memory = tac_take(&a, p->model_size, 1);
    o->sensed = tac_take(&a, (size_t)p->n_output, sizeof *o->sensed);
    tac_status s = tac_tree_init(&tree, &d, tree_memory, p->tree_size);
    if (s.code == TAC_OK) {
        s = tac_model_init(&o->model, &d, tree, model_memory, p->model_size);
    }
    if (s.code != TAC_OK || tac_sensor_total(o->model) != p->n_output) {
        return 0;
    }
    if (tac_piece_work_size(o->model, &options) > p->work_size) {
        return 0;
    }
    o->apart = tac_layout_apart(o->model, &options, &a);
    int whole = tac_fill_apart(o->apart);
    o->apart->w->laws_given = setup->laws_given;
    return whole;
}

static void mark(void *memory, tac_part_marking what, double number[2])
{
    tac_apart_mark(((object *)memory)->apart, what, number);
}

static void first(void *memory, double *state)
{
    const object *o = memory;
    memcpy(state, o->apart->s.data, o->apart->s.size);
}

static void begin(void *memory, const double *from, const double carrier[TAC_PART_BODY],
                  const double *input, int64_t step, int starts)
{
    object *o = memory;
    memcpy(o->apart->s.data, from, o->apart->s.size);
    tac_apart_begin(o->apart, carrier, input, step, starts);
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

static void end(void *memory, double *to, double *output, tac_part_result *result)
{
    object *o = memory;
    tac_workspace *w = o->apart->w;
    tac_apart_end(o->apart, result);
    memcpy(to, w->step.to.data, o->apart->s.size);
    tac_sense(o->model, &w->step.to, &w->step.report, output);
}

static const tac_part_bodies bodies = {size, init, mark, first, begin, up, down, move, end};

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

__attribute__((used)) static const tac_piece_table tables = {
    .magic = TAC_PIECE_TABLE_MAGIC,
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
