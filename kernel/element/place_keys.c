#include "place_keys.h"

const tac_key tac_common_keys[TAC_N_COMMON_KEY] = {
    {.name = "name", .help = "unique", .kind = TAC_KEY_NAME, .otherwise = TAC_NEEDED},
    {.name = "type", .help = "one of the types", .kind = TAC_KEY_TYPE, .otherwise = TAC_NEEDED},
    {.name = "repeat", .help = "once for every value of a range", .kind = TAC_KEY_REPEAT},
};

#define BODIES                                                                \
    {                                                                         \
        .name = "bodies", .help = "first and second; either may be `ground`", \
        .kind = TAC_KEY_BODIES, .otherwise = TAC_NEEDED                       \
    }

#define FRAMES_BETWEEN                                                                      \
    {.name = "at",                                                                          \
     .help = "point of both bodies, or of the first, at the initial configuration in the "  \
             "file's frame",                                                                \
     .kind = TAC_KEY_POINT},                                                                \
        {.name = "at2",                                                                     \
         .help = "point of the second body, where it differs",                              \
         .kind = TAC_KEY_POINT},                                                            \
        {.name = "axis",                                                                    \
         .help = "z axis of both frames in the file's frame, default `[0, 0, 1]`; their x " \
                 "axes follow from the file's by the smallest rotation",                    \
         .kind = TAC_KEY_DIRECTION},                                                        \
        {.name = "frames",                                                                  \
         .help = "instead of points and axes: `{position, orientation}` in the frame of "   \
                 "either body, of ground in the file's; default its origin and axes",       \
         .kind = TAC_KEY_FRAMES},                                                           \
    {                                                                                       \
        .name = "interfaces",                                                               \
        .help = "names of interfaces of flexible bodies, `~` elsewhere; found by their "    \
                "place without it",                                                         \
        .kind = TAC_KEY_INTERFACES                                                          \
    }

#define FRAME_ON_BODY                                                                \
    {.name = "at",                                                                   \
     .help = "point in the body's frame, default its centre of mass",                \
     .kind = TAC_KEY_POINT},                                                         \
        {.name = "orientation",                                                      \
         .help = "axes in the body's frame, default that",                           \
         .kind = TAC_KEY_ORIENTATION},                                               \
    {                                                                                \
        .name = "interface", .help = "of a flexible body", .kind = TAC_KEY_INTERFACE \
    }

static const tac_key between[] = {BODIES, FRAMES_BETWEEN};

static const tac_key between_or_by[] = {
    {.name = "bodies", .help = "first and second; either may be `ground`", .kind = TAC_KEY_BODIES},
    FRAMES_BETWEEN,
    {.name = "joint",
     .help = "instead of bodies: acts on the frames of that joint",
     .kind = TAC_KEY_JOINT},
};

static const tac_key joint[] = {
    {.name = "joint", .help = "name of a joint", .kind = TAC_KEY_JOINT, .otherwise = TAC_NEEDED},
};

static const tac_key at_load[] = {
    {.name = "body", .help = "on which it acts", .kind = TAC_KEY_BODY, .otherwise = TAC_NEEDED},
    {.name = "at",
     .help = "point at the initial configuration in the file's frame, default the centre of mass",
     .kind = TAC_KEY_POINT},
    {.name = "interface", .help = "of a flexible body", .kind = TAC_KEY_INTERFACE},
};

static const tac_key on_body[] = {
    {.name = "body", .help = "a body or `ground`", .kind = TAC_KEY_BODY, .otherwise = TAC_NEEDED},
    FRAME_ON_BODY,
};

static const tac_key on_axis[] = {
    {.name = "body",
     .help = "that carries it: a body, `ground`, or another shaft on the same axis, which it turns "
             "against",
     .kind = TAC_KEY_BODY,
     .otherwise = TAC_NEEDED},
    {.name = "axis",
     .help = "in the file's frame at the initial configuration, default `[0, 0, 1]`",
     .kind = TAC_KEY_DIRECTION},
};

static const tac_key in_flexible[] = {
    {.name = "body", .help = "a flexible body", .kind = TAC_KEY_BODY, .otherwise = TAC_NEEDED},
};

static const tac_key on_flexible[] = {
    {.name = "body", .help = "a flexible body", .kind = TAC_KEY_BODY, .otherwise = TAC_NEEDED},
    FRAME_ON_BODY,
};

static const tac_key from_to[] = {
    {.name = "bodies",
     .help = "first and second, two different ones",
     .kind = TAC_KEY_BODIES,
     .otherwise = TAC_NEEDED},
    {.name = "at",
     .help = "point in the frame of the first body, default its centre of mass",
     .kind = TAC_KEY_POINT},
    {.name = "at2",
     .help = "point in the frame of the second body, default its centre of mass",
     .kind = TAC_KEY_POINT},
    {.name = "interfaces",
     .help = "names of interfaces of flexible bodies, `~` elsewhere",
     .kind = TAC_KEY_INTERFACES},
};

static const tac_key at_force[] = {
    {.name = "element",
     .help = "name of a force, not of a load",
     .kind = TAC_KEY_FORCE,
     .otherwise = TAC_NEEDED},
};

static const tac_key at_contact[] = {
    {.name = "contact",
     .help = "name of a contact that stands before it",
     .kind = TAC_KEY_FORCE,
     .otherwise = TAC_NEEDED},
};

static const tac_key at_part[] = {
    {.name = "element",
     .help = "name of a force of type `part`",
     .kind = TAC_KEY_FORCE,
     .otherwise = TAC_NEEDED},
    {.name = "output",
     .help = "name of one of its outputs",
     .kind = TAC_KEY_OUTPUT,
     .otherwise = TAC_NEEDED},
};

static const tac_key at_coupler[] = {
    {.name = "coupler",
     .help = "name of a coupler",
     .kind = TAC_KEY_COUPLER,
     .otherwise = TAC_NEEDED},
};

static const tac_key at_joints[] = {
    {.name = "joints",
     .help = "names of its joints, in the order of the type",
     .kind = TAC_KEY_JOINTS,
     .otherwise = TAC_NEEDED},
};

static const tac_key as_road[] = {
    {.name = "body",
     .help = "on which it stands, default `ground`; it has no flexible one",
     .kind = TAC_KEY_BODY},
    {.name = "at",
     .help = "its origin in the body's frame, of ground in the file's; default the origin of that",
     .kind = TAC_KEY_POINT},
    {.name = "normal",
     .help = "its z axis in that frame, default `[0, 0, 1]`; x and y follow by the smallest "
             "rotation",
     .kind = TAC_KEY_DIRECTION},
    {.name = "orientation",
     .help = "instead of `normal`: its axes in that frame",
     .kind = TAC_KEY_ORIENTATION},
};

typedef struct list {
    const tac_key *key;
    int n;
} list;

#define LIST(keys)                                 \
    {                                              \
        keys, (int)(sizeof(keys) / sizeof *(keys)) \
    }

static const list places[TAC_N_PLACING] = {
    [TAC_PLACED_BETWEEN] = LIST(between),         [TAC_PLACED_BETWEEN_OR_BY] = LIST(between_or_by),
    [TAC_PLACED_BY_JOINT] = LIST(joint),          [TAC_PLACED_AT_LOAD] = LIST(at_load),
    [TAC_PLACED_ON_BODY] = LIST(on_body),         [TAC_PLACED_IN_FLEXIBLE] = LIST(in_flexible),
    [TAC_PLACED_ON_FLEXIBLE] = LIST(on_flexible), [TAC_PLACED_FROM_TO] = LIST(from_to),
    [TAC_PLACED_AT_JOINT] = LIST(joint),          [TAC_PLACED_AT_FORCE] = LIST(at_force),
    [TAC_PLACED_AT_PART] = LIST(at_part),         [TAC_PLACED_AT_COUPLER] = LIST(at_coupler),
    [TAC_PLACED_AT_JOINTS] = LIST(at_joints),     [TAC_PLACED_ON_AXIS] = LIST(on_axis),
    [TAC_PLACED_AS_ROAD] = LIST(as_road),         [TAC_PLACED_AT_CONTACT] = LIST(at_contact),
};

const tac_key *tac_place_keys(tac_placing placing, int *n)
{
    *n = places[placing].n;
    return places[placing].key;
}
