// A flexible body as numbers: mass, inertia, mode shapes and their inertia integrals, and where joints see it. Made
// by the beam generator, read from a modal file, or made of matrices of other programs; docs/flexible-bodies.md.
//
// The body frame of these numbers has its origin in the centre of mass of the undeformed body. Modes are mass
// normalised and uncoupled: Mf = 1, K = diag(omega^2). Native: no mode moves the centre of mass or turns the body,
// Ct = 0 and I_kl = I_lk to the last bit.
#ifndef TAC_MODAL_H
#define TAC_MODAL_H

#include <stdbool.h>
#include <stdio.h>

#include "desc.h"
#include "diag.h"
#include "vec.h"

typedef struct tac_modal_point { // an interface
    const char *name;
    vec3 s;                           // at rest, from the centre of mass, m
    double *phi;                      // displacement per mode    (3 x n)
    double *psi;                      // small rotation per mode  (3 x n)
    const tac_flex_part_desc *beyond; // of a beam, between its ends: what lies beyond; else NULL
} tac_modal_point;

typedef struct tac_modal {
    int n; // modes, by ascending frequency
    bool is_native;
    double mass;   // kg
    double J[6];   // xx yy zz xy xz yz, as of rigid bodies
    vec3 com;      // where the centre of mass is for who places the body, m
    double *omega; // rad/s                                              (n)
    double *zeta;  // damping ratios, NULL: not said                      (n)
    double *Ct;    // int N_k dm                                          (3 x n)
    double *I;     // int s_k N_l dm: xx xy xz yx .. zz                   (9 x n)
    double *S;     // int N_k^T N_l dm: xx yy zz xy xz yz                 (6 x n x n)
    int n_point;
    tac_modal_point *point; // (n_point)
    int n_shown;
    double *shown;            // coordinates that a user sees = shown q              (n_shown x n)
    bool is_beam;             // interfaces are in order along x
    int n_station;            // of a beam: points between its interfaces, to draw it by
    tac_modal_point *station; // without names                               (n_station)
    double length;            // largest distance of two interfaces, m; 0: there is one
    bool is_complete;         // the static shapes of all interfaces are among the modes
} tac_modal;

enum { TAC_MOST_MODES = 256, TAC_MOST_INTERFACES = 64, TAC_MOST_ELEMENTS = 100 };

#endif
