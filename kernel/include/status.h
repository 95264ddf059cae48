// What can go wrong, and where.
#ifndef TAC_STATUS_H
#define TAC_STATUS_H

typedef enum tac_code {
    TAC_OK,
    TAC_TOO_SMALL,     // the block handed over is smaller than the size query said
    TAC_MISALIGNED,    // the block is not aligned to 64 bytes
    TAC_BAD_VALUE,     // a number of the description is out of its range or not finite
    TAC_BAD_INDEX,     // a body, source, table or input index points nowhere
    TAC_BAD_OPTION,    // step, iterations or penalty out of range
    TAC_INCONSISTENT,  // no configuration near the given one satisfies the constraints
    TAC_DIVERGED,      // the Newton increments grew beyond bounds; the old state stands
    TAC_NOT_FINITE,    // a result was not finite; the old state stands
    TAC_NOT_SUPPORTED, // the method does not follow laws that begin or end within a step
    TAC_TOO_STIFF,     // an explicit step cannot follow a law; value: the longest step that can, s
    TAC_TURNS_TOO_FAR, // a body turns by more rad in a step than it resolves; the old state stands
    TAC_FLEXIBLE,      // what was asked for does not follow flexible bodies
    TAC_SUBSTEPS,      // a sub-model cannot have steps of its own; value: tac_no_substeps
    TAC_STIFF_INTERFACE, // a law between such a sub-model and the rest is too stiff for the step of the whole; value:
                         // the longest step that would do, s
    TAC_PART,      // a step with a part cannot be made; value: tac_no_part
    TAC_NO_RATES,  // no velocities satisfy the constraints at the given configuration
    TAC_NO_START,  // a joint cannot start as it says; value: tac_no_start
    TAC_NO_EFFORT, // actuators cannot stand for drives; value: tac_no_effort
    TAC_SHAFTS,    // the method does not follow shafts
} tac_code;

typedef enum tac_no_start { // why not
    TAC_START_DECIDED = 1,  // other joints, drives and starts decide it
    TAC_START_BEYOND,       // the other joints do not let it
    TAC_START_BENT          // one of its bodies is flexible
} tac_no_start;

typedef enum tac_no_effort {  // why not
    TAC_EFFORT_FREE = 1,      // the actuator moves though all drives hold
    TAC_EFFORT_SINGULAR,      // in this position no efforts move the drive, or many do
    TAC_EFFORT_FLEXIBLE,      // there are flexible bodies
    TAC_EFFORT_BESIDE_STEPS,  // there are sub-models with steps of their own
    TAC_EFFORT_BESIDE_OBJECTS // there are compiled sub-models or laws of objects
} tac_no_effort;

typedef enum tac_no_part { // why not
    TAC_PART_METHOD =
        1, // the method index3 at order 2 with accelerations of the instant has them alone
    TAC_PART_MISSING,      // its object is not at hand
    TAC_PART_BESIDE_STEPS, // there are sub-models with steps of their own
    TAC_PART_MOUNTS,       // one with bodies of its own is not between ground and a rigid body
    TAC_PART_UNBUILT,      // its object does not build it
    TAC_PART_STATIC        // one with bodies of its own, and modes are to start at rest
} tac_no_part;

typedef enum tac_no_substeps { // why not
    TAC_NO_SUCH_METHOD =
        1, // the method index3 at order 2 with accelerations of the instant has them alone
    TAC_LARGE_MECHANISM, // the mechanism is more than one block (model/plan/plan.h)
    TAC_WITH_FLEXIBLE,   // there are flexible bodies
    TAC_WITH_FRICTION,   // friction on one of its bodies
    TAC_WITH_SIDES,      // a contact on one, or a spring with corners in its table
    TAC_WITH_MEMORY,     // a law with a memory on one
    TAC_WITH_SHAFT,      // a shaft on one, or in it
    TAC_BETWEEN_TWO,     // an element between two such sub-models
    TAC_WITHIN_ANOTHER,  // it is within another one
    TAC_COUPLED_ACROSS,  // a coupler between it and more than one body outside
    TAC_HELD_TWICE // by joints that would keep its interface bodies from moving as the whole moves it
} tac_no_substeps;

typedef enum tac_subject { // what status.index counts
    TAC_NOTHING,
    TAC_BODY,
    TAC_JOINT,
    TAC_SPRING,
    TAC_BUSHING,
    TAC_FRICTION,
    TAC_CONTACT,
    TAC_LAW,
    TAC_COUPLER,
    TAC_LOAD,
    TAC_SOURCE,
    TAC_TABLE_SUBJECT,
    TAC_SENSOR,
    TAC_INPUT_SUBJECT,
    TAC_TERM_SUBJECT, // of couplers
    TAC_ROAD,
} tac_subject;

typedef struct tac_status {
    tac_code code;
    tac_subject subject;
    int index;
    double value; // the offending number: residual, increment, ...
} tac_status;

static inline tac_status tac_fail(tac_code code, tac_subject subject, int index, double value)
{
    return (tac_status){code, subject, index, value};
}

// One constant sentence for a code, without the subject.
const char *tac_code_text(tac_code code);

#endif
