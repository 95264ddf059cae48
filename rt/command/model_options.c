#include "model_options.h"

#include <stdio.h>
#include <string.h>

#include "command.h"
#include "format/number.h"
#include "part/loaded.h"
#include "printable.h"
#include "words.h"

_Static_assert((int)TAC_MOST_TEXTS <= (int)TAC_MOST_GIVEN, "as many as may be given");

// A line of its own in a log.
static bool is_line(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ') {
            return false;
        }
    }
    return true;
}

static bool check_parameter(tac_args *a, void *settings)
{
    (void)settings;
    size_t name = strcspn(a->value, "=");
    return (name > 0 && a->value[name] == '=' && is_line(a->value)) ||
           tac_args_fail(a, "--parameter needs NAME=VALUE, not '%s'", a->value);
}

const tac_option tac_model_option[TAC_N_MODEL_OPTION] = {
    {TAC_OPTION_METHOD(tac_model_options, method)},
    {"parameter", "NAME=VALUE", "give a parameter of the model another value; may be repeated",
     TAC_ARG_TEXTS(tac_model_options, parameter), .take = check_parameter},
    {TAC_OPTION_BOUNDS(tac_model_options, bounds)},
};

bool tac_take_part(tac_args *a, void *settings)
{
    tac_known_part part;
    char why[TAC_SHOWN_SIZE];
    (void)settings;
    return tac_part_load(NULL, a->value, &part, why, sizeof why) ||
           tac_args_fail(a, "--part: %s", why);
}

tac_given tac_model_options_given(const tac_model_options *o)
{
    return (tac_given){o->parameter.text, o->parameter.n, o->bounds};
}

// ---- methods that are not for real time ----------------------------------------------------------------

static const char *const coordinates[] = {[TAC_ON_BODIES] = "bodies", [TAC_ON_JOINTS] = "joints"};
static const char *const impulses[] = {
    [TAC_IMPULSES_RESET] = "reset", [TAC_IMPULSES_KEPT] = "kept"};
static const char *const projections[] = {[TAC_PROJECT_NOTHING] = "none",
                                          [TAC_PROJECT_POSITIONS] = "positions",
                                          [TAC_PROJECT_VELOCITIES] = "velocities",
                                          [TAC_PROJECT_BOTH] = "both"};
static const char *const reactions[] = {
    [TAC_REACTIONS_INDEX1] = "index-1", [TAC_REACTIONS_IMPULSES] = "impulses"};

const tac_offline_settings tac_offline_unset = {-1, -1, -1, -1};

const tac_option tac_offline_option[TAC_N_OFFLINE_OPTION] = {
    {"coordinates", "bodies|joints", "what is integrated (default bodies)",
     TAC_ARG_WORD(tac_offline_settings, coordinates, coordinates)},
    {"impulses", "reset|kept", "of constraints, after every step (default reset)",
     TAC_ARG_WORD(tac_offline_settings, impulses, impulses)},
    {"projections", "WHAT", "none, positions, velocities or both, after every step (default none)",
     TAC_ARG_WORD(tac_offline_settings, projections, projections)},
    {"reactions", "index-1|impulses", "of the instant, or means of a step (default index-1)",
     TAC_ARG_WORD(tac_offline_settings, reactions, reactions)},
};

bool tac_offline_apply(tac_args *a, const tac_offline_settings *set, tac_simulation *s)
{
    tac_offline_options *o = &s->options.offline;
    o->coordinates = set->coordinates >= 0 ? (tac_coordinate_set)set->coordinates : o->coordinates;
    o->impulses = set->impulses >= 0 ? (tac_impulses)set->impulses : o->impulses;
    o->projections = set->projections >= 0 ? (tac_projections)set->projections : o->projections;
    o->reactions = set->reactions >= 0 ? (tac_reactions)set->reactions : o->reactions;
    return (set->coordinates < 0 || tac_command_takes(a, s->method, TAC_KEY_COORDINATES)) &&
           (set->impulses < 0 || tac_command_takes(a, s->method, TAC_KEY_IMPULSES)) &&
           (set->projections < 0 || tac_command_takes(a, s->method, TAC_KEY_PROJECTIONS)) &&
           (set->reactions < 0 || tac_command_takes(a, s->method, TAC_KEY_REACTIONS));
}

bool tac_command_apply_input(tac_simulation *s, tac_args *a, const char *text)
{
    const tac_model_file *f = s->file;
    size_t length = strcspn(text, "=");
    double value;
    if (text[length] != '=' || !tac_number_parse(text + length + 1, &value)) {
        return tac_args_fail(a, "--input needs NAME=VALUE with a number, not '%s'", text);
    }
    for (int i = 0; i < f->desc.n_input; i++) {
        if (strlen(f->input_name[i]) == length && strncmp(f->input_name[i], text, length) == 0) {
            s->input[i] = value;
            return true;
        }
    }
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    int nearest = tac_nearest_index(name, f->input_name, f->desc.n_input);
    if (nearest >= 0) {
        return tac_args_fail(a, "%s has no input '%s'; did you mean '%s'?", s->path, name,
                             f->input_name[nearest]);
    }
    return f->desc.n_input > 0
               ? tac_args_fail(a, "%s has no input '%s'; it has %d of other names", s->path, name,
                               f->desc.n_input)
               : tac_args_fail(a, "%s has no inputs, not '%s' either", s->path, name);
}
