#include "model_maps.h"

#include "modal.h"
#include "solver.h"

// Short forms, a line for a key: its name, what its value is, and what else.
#define NUMBER(called, of) .name = called, .kind = TAC_KEY_NUMBER, .quantity = TAC_Q_##of
#define VECTOR(called, of) .name = called, .kind = TAC_KEY_VECTOR, .quantity = TAC_Q_##of
#define INTEGER(called, from, to) .name = called, .kind = TAC_KEY_INTEGER, .least = from, .most = to
#define CHOICE(called, words) .name = called, .kind = TAC_KEY_WORD, TAC_WORDS(words)
#define TRUTH(called) .name = called, .kind = TAC_KEY_TRUTH
#define TEXT(called) .name = called, .kind = TAC_KEY_TEXT
#define AS(called, what) .name = called, .kind = TAC_KEY_AS, .as = what
#define LIST(called, what) .name = called, .kind = TAC_KEY_LIST, .as = what
#define NAME                                                                            \
    {                                                                                   \
        .name = "name", .help = "unique", .kind = TAC_KEY_NAME, .otherwise = TAC_NEEDED \
    }
#define REPEAT                                                            \
    {                                                                     \
        AS("repeat", "repeat"), .help = "once for every value of a range" \
    }
#define OPEN .otherwise = TAC_OR_NOTHING
#define NEEDED .otherwise = TAC_NEEDED
#define EITHER .flags = TAC_KEY_ONE_OF, OPEN
#define ONE_OR_LIST .flags = TAC_KEY_OR_LIST
#define HELP(text) .help = (text)
#define OPTION(member) .at = offsetof(tac_options, member)

static const char *const axes[] = {"x", "y", "z"};

// ---- the file ------------------------------------------------------------------------------------

static const char *const starts[] = {"given", "static"};

static const tac_key model[] = {
    {TEXT("title"), HELP("shown by the program")},
    {VECTOR("gravity", ACCELERATION), OPEN,
     HELP("in the world, default `[0, 0, -9.81]`; only the outermost file's counts")},
    {NUMBER("step", TIME), .value = 1e-3, HELP("default step of `sim`")},
    {NUMBER("duration", TIME), .value = 10.0, HELP("default duration of `sim`")},
    {AS("solver", "solver"), HELP("how steps are made, see below")},
    {AS("parameters", "parameters"),
     HELP("numbers or vectors by their names; an including file may override them; later ones "
          "may use earlier ones. Those of the outermost file can be given on the command line: "
          "`tactus sim arm.yaml --parameter 'length=120 mm'`. One with a unit measures what the "
          "unit says, by itself and in sums, as in `${length + 0.1}`, and is refused as "
          "something else; what products measure is not checked")},
    {LIST("tables", "table"), HELP("see Tables")},
    {LIST("inputs", "input"), HELP("see Sources")},
    {LIST("sources", "named_source"), HELP("see Sources")},
    {LIST("bodies", "rigid_body"), HELP("see below")},
    {LIST("joints", "joint"), HELP("see below")},
    {LIST("roads", "road"), HELP("see [roads.md](roads.md)")},
    {LIST("couplers", "coupler"), HELP("see below")},
    {LIST("forces", "force_element"), HELP("see below")},
    {LIST("sensors", "sensor"), HELP("see below")},
    {LIST("include", "inclusion"), HELP("see Sub-models")},
    {TRUTH("assemble"),
     HELP("whether the start may move bodies far to close the joints. Without it a start that "
          "moves a centre of mass or joint point by more than a tenth of the model's length "
          "(the longest way from a centre of mass to a joint or force element) is refused "
          "with the body's name")},
    {CHOICE("start", starts),
     HELP("`static`: rigid bodies begin [at rest](#static-starts), [flexible "
          "bodies](flexible-bodies.md) with their modes at rest under the loads")},
    {AS("visual", "visual"), ONE_OR_LIST, HELP("what stands on ground, see Looks")},
    {LIST("export", "text"), HELP("names that reach an including file, see Sub-models")},
};

static const char *const accelerations[] = {
    [TAC_INDEX1] = "index-1", [TAC_PROJECTION] = "projection"};
static const char *const tangents[] = {[TAC_TANGENT_FULL] = "full", [TAC_TANGENT_FIRST] = "first"};
static const char *const coordinates[] = {"bodies", "joints"};
static const char *const impulses[] = {"reset", "kept"};
static const char *const projections[] = {"none", "positions", "velocities", "both"};
static const char *const reactions[] = {"index-1", "impulses"};
static const char *const corrections[] = {"both", "positions", "velocities", "none"};
static const char *const carriers[] = {"on", "off"};

static const tac_key solver[] = {
    {AS("method", "method"),
     HELP("the formulation: `index3` (default), `canonical` ([below](#the-canonical-step)), "
          "`modular` ([below](#the-modular-step)), or, not for real time, `hdca` or `dca` "
          "([below](#methods-that-are-not-for-real-time)); other keys belong to some of them")},
    {INTEGER("iterations", 1, 50), .value = 3.0, OPTION(iterations),
     HELP("of every step, of index-3 and canonical")},
    {NUMBER("penalty", NUMBER), .value = 1e7, .range = TAC_ABOVE_ZERO, OPTION(penalty),
     HELP("dimensionless")},
    {NUMBER("alpha", NUMBER), OPEN, OPTION(alpha), HELP("absolute, instead of `penalty`")},
    {INTEGER("order", 2, 6), .value = 2.0, OPTION(order),
     HELP("of index-3 2, or 3 or 4 by extrapolation over 3 or 6 sub-steps (they need "
          "`index-1`: with `projection` they stay at order 2 and fail on stiff force "
          "elements; force elements that are too stiff for the step end them at about order "
          "2, which `check` says); of canonical 2, 4 or 6")},
    {CHOICE("acceleration", accelerations), .value = TAC_INDEX1, OPTION(acceleration),
     HELP("of index-3, how accelerations are found")},
    {CHOICE("tangent", tangents), .value = TAC_TANGENT_FIRST, OPTION(tangent),
     HELP("of index-3: Jacobians and factors in the `first` iteration of a step or in every "
          "one (`full`)")},
    {CHOICE("coordinates", coordinates), OPTION(offline.coordinates), HELP("of hdca and dca")},
    {CHOICE("impulses", impulses), OPTION(offline.impulses), HELP("of hdca and dca")},
    {CHOICE("projections", projections), OPTION(offline.projections), HELP("of hdca and dca")},
    {CHOICE("reactions", reactions), OPTION(offline.reactions), HELP("of hdca and dca")},
    {NUMBER("doubt_length", LENGTH), OPEN, OPTION(doubt_length),
     HELP("last Newton increment of a body, at its farthest joint or force element, above "
          "which the result of a step is [in doubt](#results-in-doubt). It changes no "
          "result. Not given: a thousandth of the model's length (the longest way from a centre of "
          "mass to a "
          "joint or force element)")},
    {NUMBER("doubt_angle", ANGLE), .value = 1e-3, .range = TAC_ABOVE_ZERO, OPTION(doubt_angle),
     HELP("the same as a rotation")},
    {CHOICE("corrections", corrections), OPTION(corrections), HELP("of modular")},
    {CHOICE("carriers", carriers), OPTION(carriers),
     HELP("whether sub-models that meet one body outside by more than six rows are condensed "
          "to that body's six unknowns ([below](#sub-models)); of index-3 and canonical")},
};

// ---- bodies --------------------------------------------------------------------------------------

static const tac_key body[] = {
    NAME,
    {NUMBER("mass", MASS), OPEN, HELP("above zero; required unless `shape` gives it")},
    {AS("inertia", "inertia_matrix"), EITHER,
     HELP("`[Ixx, Iyy, Izz]` or `[Ixx, Iyy, Izz, Ixy, Ixz, Iyz]` about the centre of mass; the "
          "last three are the matrix elements (Ixy = -sum x y dm). Positive definite; no "
          "principal moment may exceed the sum of the other two by more than an eighth "
          "(published data often do by a little). What is refused is named with its principal "
          "moments and the nearest inertia that a body may have; a moment beyond the sum by more "
          "than a thousandth is told by `check` and the summary of `sim`")},
    {AS("inertia_axes", "orientation"),
     HELP("axes of `inertia` in the body frame; default the body frame")},
    {AS("shape", "shape"), EITHER, HELP("simple solid instead of `mass` and `inertia`, see below")},
    {.name = "relative_to",
     .kind = TAC_KEY_BODY,
     HELP("`position` and `orientation` are in that body's frame; default the file's frame. Any "
          "order, no circles")},
    {VECTOR("position", LENGTH), HELP("origin of the body frame")},
    {AS("orientation", "orientation"), HELP("axes of the body frame")},
    {VECTOR("center_of_mass", LENGTH), HELP("in the body frame")},
    {VECTOR("velocity", VELOCITY),
     HELP("of the centre of mass, world axes (the file's frame where included)")},
    {VECTOR("angular_velocity", ANGULAR_VELOCITY), HELP("body axes")},
    {VECTOR("angular_velocity_world", ANGULAR_VELOCITY), OPEN, HELP("the same in the file's axes")},
    {AS("visual", "visual"), ONE_OR_LIST,
     HELP("what the body looks like, see Looks; nothing is computed with it")},
    {AS("flexible", "flexible"), EITHER,
     HELP("a flexible body instead of `mass`, `inertia` and `shape`: "
          "[flexible-bodies.md](flexible-bodies.md)")},
    REPEAT,
};

static const tac_key shape[] = {{AS("box", "solid_box"), EITHER},
                                {AS("cylinder", "solid_cylinder"), EITHER},
                                {AS("sphere", "solid_sphere"), EITHER},
                                {AS("rod", "solid_rod"), EITHER}};

#define MASS_OR_DENSITY                  \
    {NUMBER("mass", MASS), OPEN},        \
    {                                    \
        NUMBER("density", DENSITY), OPEN \
    }
#define SIZE                           \
    {                                  \
        VECTOR("size", LENGTH), NEEDED \
    }
#define RADIUS                           \
    {                                    \
        NUMBER("radius", LENGTH), NEEDED \
    }
#define LONG                             \
    {                                    \
        NUMBER("length", LENGTH), NEEDED \
    }

static const tac_key solid_box[] = {SIZE, MASS_OR_DENSITY};
static const tac_key solid_cylinder[] = {
    RADIUS, LONG, {CHOICE("axis", axes), .value = 2.0}, MASS_OR_DENSITY};
static const tac_key solid_sphere[] = {RADIUS, MASS_OR_DENSITY};
static const tac_key solid_rod[] = {
    {NUMBER("length", LENGTH), OPEN}, {CHOICE("axis", axes)}, {VECTOR("from", LENGTH), OPEN},
    {VECTOR("to", LENGTH), OPEN},     MASS_OR_DENSITY,        {NUMBER("area", AREA), OPEN}};

static const tac_key visual[] = {
    {AS("box", "shown_box"), EITHER},       {AS("cylinder", "shown_cylinder"), EITHER},
    {AS("sphere", "shown_sphere"), EITHER}, {AS("capsule", "shown_capsule"), EITHER},
    {AS("mesh", "shown_mesh"), EITHER},     {VECTOR("position", LENGTH)},
    {AS("orientation", "orientation")},     {AS("color", "color")}};

static const tac_key shown_box[] = {SIZE};
static const tac_key shown_sphere[] = {RADIUS};
static const tac_key shown_round[] = {RADIUS,
                                      {NUMBER("length", LENGTH), EITHER},
                                      {CHOICE("axis", axes), .value = 2.0},
                                      {VECTOR("from", LENGTH), OPEN},
                                      {VECTOR("to", LENGTH), EITHER}};
static const tac_key shown_mesh[] = {{TEXT("file"), NEEDED},
                                     {NUMBER("scale", NUMBER), .value = 1.0}};

// ---- flexible bodies -----------------------------------------------------------------------------

static const char *const theories[] = {"euler-bernoulli", "timoshenko"};

static const tac_key flexible[] = {
    {AS("beam", "beam"), EITHER},           {TEXT("file"), EITHER},
    {AS("damping", "number"), ONE_OR_LIST}, {LIST("rayleigh", "number"), .n = 2},
    {LIST("coordinates", "number")},        {LIST("rates", "number")}};

static const tac_key beam[] = {{VECTOR("from", LENGTH), OPEN},
                               {VECTOR("to", LENGTH), OPEN},
                               {NUMBER("length", LENGTH), OPEN},
                               {VECTOR("y_axis", NUMBER), OPEN},
                               {INTEGER("elements", 1, TAC_MOST_ELEMENTS), .value = 8.0},
                               {CHOICE("theory", theories)},
                               {AS("section", "section"), NEEDED},
                               {AS("material", "material"), NEEDED},
                               {INTEGER("modes", 1, TAC_MOST_MODES), EITHER},
                               {NUMBER("below", FREQUENCY), EITHER},
                               {LIST("interfaces", "beam_point")},
                               {INTEGER("bodies", 1, 1000), .value = 1.0}};

static const tac_key section[] = {{LIST("box", "length"), .n = 2, EITHER},
                                  {NUMBER("wall", LENGTH), OPEN},
                                  {NUMBER("round", LENGTH), EITHER},
                                  {LIST("tube", "length"), .n = 2, EITHER},
                                  {AS("general", "general_section"), EITHER}};

static const tac_key general[] = {{NUMBER("area", AREA), NEEDED},
                                  {NUMBER("Iy", NUMBER), NEEDED},
                                  {NUMBER("Iz", NUMBER), NEEDED},
                                  {NUMBER("torsion", NUMBER), NEEDED},
                                  {LIST("shear", "number"), .n = 2}};

static const tac_key material[] = {{NUMBER("E", PRESSURE), NEEDED},
                                   {NUMBER("nu", NUMBER), .value = 0.3},
                                   {NUMBER("G", PRESSURE), OPEN},
                                   {NUMBER("density", DENSITY), NEEDED}};

static const tac_key beam_point[] = {NAME, {NUMBER("at", LENGTH), NEEDED}};

// ---- the rest ------------------------------------------------------------------------------------

static const tac_key frame[] = {{VECTOR("position", LENGTH)},
                                {AS("orientation", "orientation")},
                                {AS("interface", "reference")}};

static const char *const interpolations[] = {[TAC_LINEAR] = "linear",
                                             [TAC_CUBIC] = "cubic",
                                             [TAC_CLAMPED] = "clamped",
                                             [TAC_NOT_A_KNOT] = "not-a-knot",
                                             [TAC_MONOTONE] = "monotone"};

static const tac_key table[] = {NAME,
                                {TEXT("file"), EITHER},
                                {LIST("columns", "integer"), .n = 2},
                                {CHOICE("interpolation", interpolations)},
                                {LIST("points", "point"), EITHER},
                                REPEAT};

static const tac_key input[] = {NAME, {NUMBER("value", ANY)}, REPEAT};

static const char *const measured[] = {
    [TAC_ANGLE] = "angle", [TAC_SLIDE] = "displacement", [TAC_DISTANCE] = "distance"};

static const tac_key term[] = {{AS("joint", "reference"), EITHER},
                               {.name = "bodies", .kind = TAC_KEY_BODIES, EITHER},
                               {.name = "at", .kind = TAC_KEY_POINT},
                               {.name = "at2", .kind = TAC_KEY_POINT},
                               {CHOICE("coordinate", measured)},
                               {NUMBER("factor", ANY), .value = 1.0},
                               {AS("table", "reference")}};

static const char *const tracks[] = {"both", "left", "right"};

static const tac_key wave[] = {{NUMBER("wave_number", NUMBER), NEEDED, .range = TAC_ABOVE_ZERO},
                               {NUMBER("amplitude", LENGTH), NEEDED},
                               {NUMBER("phase", ANGLE)},
                               {CHOICE("track", tracks)}};

#define FROM_TO(called)                                                    \
    {                                                                      \
        .name = called, .kind = TAC_KEY_LIST, .as = "length", .n = 2, OPEN \
    }
static const tac_key patch[] = {FROM_TO("x"),
                                FROM_TO("y"),
                                FROM_TO("u"),
                                FROM_TO("v"),
                                {NUMBER("friction", NUMBER), .value = 1.0, .range = TAC_FROM_ZERO},
                                {NUMBER("height", LENGTH)},
                                {NUMBER("edge", LENGTH), .value = 0.05, .range = TAC_ABOVE_ZERO}};

#define INCLUDED                                                \
    {TEXT("file"), NEEDED}, NAME, {VECTOR("position", LENGTH)}, \
        {AS("orientation", "orientation")},                     \
    {                                                           \
        .name = "ground", .kind = TAC_KEY_BODY                  \
    }

static const tac_key included_file[] = {INCLUDED,
                                        {AS("parameters", "parameters")},
                                        REPEAT,
                                        {TRUTH("keep")},
                                        {INTEGER("substeps", 1, 100), .value = 1.0}};

static const tac_key included_object[] = {
    INCLUDED,
    {.name = "inputs", .kind = TAC_KEY_INPUTS, HELP("signals by the names that it has")},
    REPEAT,
    {.name = "together",
     .kind = TAC_KEY_TOGETHER,
     HELP("it steps with those on its body that are like it and have the same word")},
};

#define MAP(name, what, keys)                                                       \
    {                                                                               \
        .word = name, .called = what, .placing = TAC_PLACED_IN_TIME, TAC_KEYS(keys) \
    }
#define ONE(name, what, keys)                                                          \
    {                                                                                  \
        .word = name, .called = what, .placing = TAC_PLACED_IN_TIME, .only_one = true, \
        TAC_KEYS(keys)                                                                 \
    }

const tac_type tac_model_maps[TAC_N_MAP] = {
    [TAC_MAP_MODEL] = MAP("model", "a model", model),
    [TAC_MAP_SOLVER] = MAP("solver", "'solver'", solver),
    [TAC_MAP_BODY] = MAP("rigid_body", "a body", body),
    [TAC_MAP_SHAPE] = ONE("shape", "a shape", shape),
    [TAC_MAP_SOLID_BOX] = MAP("solid_box", "a box", solid_box),
    [TAC_MAP_SOLID_CYLINDER] = MAP("solid_cylinder", "a cylinder", solid_cylinder),
    [TAC_MAP_SOLID_SPHERE] = MAP("solid_sphere", "a sphere", solid_sphere),
    [TAC_MAP_SOLID_ROD] = MAP("solid_rod", "a rod", solid_rod),
    [TAC_MAP_VISUAL] = ONE("visual", "'visual'", visual),
    [TAC_MAP_SHOWN_BOX] = MAP("shown_box", "a box", shown_box),
    [TAC_MAP_SHOWN_CYLINDER] = ONE("shown_cylinder", "a cylinder", shown_round),
    [TAC_MAP_SHOWN_CAPSULE] = ONE("shown_capsule", "a capsule", shown_round),
    [TAC_MAP_SHOWN_SPHERE] = MAP("shown_sphere", "a sphere", shown_sphere),
    [TAC_MAP_SHOWN_MESH] = MAP("shown_mesh", "a mesh", shown_mesh),
    [TAC_MAP_FLEXIBLE] = ONE("flexible", "'flexible'", flexible),
    [TAC_MAP_BEAM] = ONE("beam", "a beam", beam),
    [TAC_MAP_SECTION] = ONE("section", "a section", section),
    [TAC_MAP_GENERAL_SECTION] = MAP("general_section", "a general section", general),
    [TAC_MAP_MATERIAL] = MAP("material", "a material", material),
    [TAC_MAP_BEAM_POINT] = MAP("beam_point", "an interface", beam_point),
    [TAC_MAP_FRAME] = MAP("frame", "a frame", frame),
    [TAC_MAP_TABLE] = ONE("table", "a table", table),
    [TAC_MAP_INPUT] = MAP("input", "an input", input),
    [TAC_MAP_TERM] = MAP("coupled_term", "a term of a coupler", term),
    [TAC_MAP_WAVE] = MAP("wave", "a wave", wave),
    [TAC_MAP_PATCH] = MAP("patch", "a patch", patch),
    [TAC_MAP_INCLUDED_FILE] = MAP("included_file", "an inclusion", included_file),
    [TAC_MAP_INCLUDED_OBJECT] =
        MAP("included_object", "the inclusion of an object", included_object),
};
