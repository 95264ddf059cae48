// Sections of beams: area, second moments, torsion constant and shear factors.
#ifndef TAC_SECTION_H
#define TAC_SECTION_H

typedef struct tac_beam_section {
    double area, Iy, Iz;     // m^2, m^4 about y and z
    double torsion;          // m^4
    double shear_y, shear_z; // Cowper's factors along y and z
} tac_beam_section;

// Rectangle of width w along y and height h along z; the torsion constant is Saint-Venant's series.
tac_beam_section tac_section_box(double w, double h, double nu);
// The same with walls of thickness t: Bredt's torsion, the shear factor is the webs' share of the area.
tac_beam_section tac_section_hollow_box(double w, double h, double t);
// Round of outer and inner diameter, 0: solid.
tac_beam_section tac_section_round(double outer, double inner, double nu);

#endif
