// Force laws of the elements of a model, one at a time (element/law.h).
#ifndef TAC_LAW_H
#define TAC_LAW_H

#include "element/law.h"
#include "source.h"
#include "tables.h"

// Compliances of a row are bounded by this many times its share of W: a law without slope at the
// moment (an open contact) then leaves the row free. Where a drive moves the coordinate of a friction
// its share is 1e-9 of the row's own, and the row has to be free there too.
static const double tac_free_times = 1e21;

// Whether the law of an element has sides; joints have no law. That of a coupler is no law of the
// cells that its terms are in.
static inline bool tac_has_sides(const tac_element *e)
{
    return e->law && (e->law->flags & TAC_LAW_SIDES);
}

// Gives an element its law, with a place for what that carries.
void tac_take_law(tac_model *m, tac_element *e, const tac_law_type *law);

// The source that adds to number k of a law; TAC_NONE: none does.
int tac_source_of_number(const tac_model *m, const tac_element *e, int k);

// Whether sources add to numbers of any law.
bool tac_moves_numbers(const tac_model *m);

// The law of a coupler of which x and v are the sum of the terms and its rate.
static inline bool tac_couples(const tac_element *e)
{
    return e->what == TAC_TERMS && e->law;
}

// What sources give a law by adding to its numbers, W: the rate of the energy that it stores where the bodies are.
double tac_power_of_numbers(const tac_model *m, const tac_element *e, const tac_signal *signal,
                            const double *x, const double *xd);

// At an instant.
//   reads    x, xd (n_row): coordinates and rates of the element's rows
//   writes   f, dfdx, dfdxd (n_row); returns the stored energy
double tac_law(const tac_model *m, const tac_element *e, const tac_signal *signal, const double *x,
               const double *xd, double *f, double *dfdx, double *dfdxd);

// Slopes that row k of a law may have, with its numbers as they are now and the largest that sources add to them.
tac_law_bounds tac_bounds_of_law(const tac_model *m, const tac_element *e, int k);

// Steepest slopes of row k of a law, whichever way they go; 0 of joints.
typedef struct tac_steepness {
    double stiffness, sided, damping; // N/m, of what has sides, N s/m
} tac_steepness;
tac_steepness tac_steepness_of_law(const tac_model *m, const tac_element *e, int k);

// k + 2 c/dt that row k of a law may come to, with sides or without; 0 of what has a largest force.
double tac_law_stiffness(const tac_model *m, const tac_element *e, int k, double dt);

// Steepest slope of what has sides, as the model asks for it.
double tac_steepest_slope(const tac_model *m, const tac_element *e);

// Largest dt/2 w of the damping of what has sides and a largest force, with the laws on its bodies.
double tac_sharpest_limit(const tac_model *m, double dt);

// Largest dt/2 w of the steepest slope of laws that resist, with the laws on its bodies.
double tac_sharpest_resistance(const tac_model *m, double dt);

#endif
