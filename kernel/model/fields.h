// Fields of bodies, elements and rows, and how the Jacobian of an element lies in memory.
//
// All numbers of a step are kept in cells, items side by side in vector lanes: a field is `lanes` doubles,
// one of every item, and the fields of a cell follow each other.
#ifndef TAC_FIELDS_H
#define TAC_FIELDS_H

enum {
    // constants
    B_MASS,
    B_MASS_INV,
    B_J,
    B_J_INV = B_J + 6,
    B_ARM = B_J_INV + 6, // from the centre of mass to the farthest frame
    B_DET_INV,           // 1 / det J
    // inverse inertia of the linear problem at hand: J^-1, in Newton iterations with geometric stiffness
    B_LEAF_INV = B_DET_INV + 1,
    // its own inverse of the Newton iterations, which is not symmetric
    B_OWN_INV = B_LEAF_INV + 6,
    // pose: position, rotation, Euler parameters, velocity, angular velocity
    B_R = B_OWN_INV + 9,
    B_A = B_R + 3,
    B_P = B_A + 9,
    B_V = B_P + 4,
    B_W = B_V + 3,
    // accelerations
    B_ACC = B_W + 3,
    B_WD = B_ACC + 3,
    // what the step has moved and turned the body by (arc, vec_ops.inc)
    B_MOVED = B_WD + 3,
    B_TURNED = B_MOVED + 3,
    // unknown of the linear problem; squares of the last Newton increment, rotation and displacement;
    // the largest ones of the step
    B_X = B_TURNED + 4,
    B_LAST = B_X + 6,
    B_TRAVEL = B_LAST + 2,
    // square of the angle that the step is predicted to turn the body by
    B_ANGLE = B_TRAVEL + 2,
    // start of the step: a pose as above without rates, v, w, 4/dt v + a, 4/dt w + wd, w x J w
    B_R0 = B_ANGLE + 1,
    B_TURN0 = B_R0 + 3,
    B_P0 = B_TURN0 + 9,
    B_V0 = B_P0 + 4,
    B_W0 = B_V0 + 3,
    B_A0 = B_W0 + 3,
    B_WD0 = B_A0 + 3,
    B_GYRO0 = B_WD0 + 3,
    // share of the reactions that follow the body while it turns, 0 to 1
    B_FOLLOW = B_GYRO0 + 3,
    // largest h K / J of their geometric stiffness K, at the step's start
    B_STIFF,
    // one where all reactions follow, without geometric stiffness: in mechanisms with laws too stiff for the step
    // (stiff_laws.c), and in some loops (tension.c); one with laws far too stiff; else zero
    B_ALL_FOLLOWS,
    B_SYMMETRIC,
    // how much of B_STIFF counts: none where all reactions follow, and little of what is welded to heavier bodies
    B_SWINGS,
    // -1/2, of the rotation vector across what the last iteration turns more (rotation.h); 0 where all reactions follow
    B_FURTHER,
    B_WEIGHT, // the mass that gravity acts on: none of shafts
    // angular momentum along their axes of the shafts that it carries, body axes: mean of the step, and at its end
    B_SPIN_MEAN,
    B_SPIN_END = B_SPIN_MEAN + 3,
    TAC_BODY_FIELDS = B_SPIN_END + 3
};

// What the elements on a body tell it, on either side: force and torque; in the first Newton iteration also twice
// the torque that there would be less if reactions followed the body, and the symmetric part of their
// geometric stiffness.
enum {
    SIDE_FORCE,
    SIDE_TORQUE = SIDE_FORCE + 3,
    SIDE_TURNED = SIDE_TORQUE + 3,
    SIDE_STIFFNESS = SIDE_TURNED + 3,
    TAC_SIDE_FIELDS = SIDE_STIFFNESS + 6
};

enum {
    E_REACT,                             // on both bodies
    E_S = E_REACT + 2 * TAC_SIDE_FIELDS, // frame origins
    E_R = E_S + 6,                       // frame rotations
    E_Q = E_R + 18,                      // the same as Euler parameters
    E_LENGTH = E_Q + 8,
    E_LEAD, // of rods and screws
    E_PAIR, // of rows that keep axes parallel: 1 if their moment lies along two axes of the second body, else 0
    E_AXES, // of rows between axes, in order: that of the first body, that of the second, in their own axes
    E_ANGLE = E_AXES + 18,
    E_ANGLE0, // multi-turn angle now and at the start of the step
    E_TAUT,   // of joints: one if their reactions stiffen bodies, else zero (tension.c)
    E_LOOSE,  // most compliance of joints in a loop with redundant rows, else zero (tension.c)
    E_YIELD, // and by how much it grows with the square of what the step turns, and with its fourth power
    // of lines (tac_cell.line): cosine and sine of how far they have turned about themselves in the step
    E_ROLL = E_YIELD + 2,
    TAC_ELEMENT_FIELDS = E_ROLL + 2 // where the Jacobians are
};

enum {
    R_C,
    R_ADD,
    R_LAMBDA,
    R_SIGMA,
    R_PHI,
    R_RATE,
    R_GAMMA,
    R_PHI_T, // of balls, crosses and hinges this one and the next are never touched
    R_W,
    R_START, // of the canonical step: value of a law's row at the step's start
    TAC_ROW_FIELDS,
    R_BEFORE = R_GAMMA, // multiplier at the step's start, until gamma is needed
    R_LEFT = R_GAMMA    // of a law: residual of the Newton iteration, force - lambda
};

// What a cell of laws is asked with in a step (index3/law_rows.h), as many per lane.
enum { TAC_LAW_FIELDS = 54 };

// Elements whose rows are known when the code is compiled: undriven joints with the three rows of a
// point, and those that have one row (a cross) or two (a hinge) between axes besides. The rows of all others are looked up.
typedef enum tac_form { TAC_ANY, TAC_BALL, TAC_CROSS, TAC_HINGE } tac_form;

// Jacobians of an element with n rows, in units of `lanes` doubles. The angular part of row k on a side is
// three numbers, 3 k after the slot of the side; the linear part follows TAC_TO_LINEAR(n) further on. The
// slot of the second side follows the first, but in split joints. The linear parts of these forms are
// known when the code is compiled; kept behind all angular parts, they take no place in the cache.
#define TAC_SLOT(n, s, k) (3 * ((s) * (n) + (k)))
#define TAC_TO_LINEAR(n) (6 * (n))
#define TAC_SLOTS(n) (2 * TAC_TO_LINEAR(n)) // of the element

// One end of a split ball, from its slot on: angular parts, these fields, linear parts.
enum {
    END_VALUE = 9,          // where the point is; its acceleration but for those of the body
    END_X = END_VALUE + 3,  // the end's share of Phi_q x
    END_LAMBDA = END_X + 3, // multipliers of the Newton iteration
    END_RATE = END_LAMBDA,  // after it: the end's share of the rows' rates
    END_LINEAR = END_RATE + 3,
    END_BEFORE = END_LINEAR + 9, // multipliers at the step's start
    TAC_END_FIELDS = END_BEFORE + 3
};
_Static_assert(END_LINEAR == (int)TAC_TO_LINEAR(3),
               "linear parts lie where they do for any element");

#endif
