// Numbers and texts as model files have them, for people: no more digits than it takes.
#ifndef TAC_ROBOT_YAML_TEXT_H
#define TAC_ROBOT_YAML_TEXT_H

#include "robot.h"

#define TAC_ROUNDING 1e-15 // of a number's scale: what arithmetic on it leaves

// The shortest number within rounding of what it is measured by; 0: exactly x.
void tac_yaml_number(FILE *out, double x, double scale);
void tac_yaml_list(FILE *out, const double *x, int n, double scale);
void tac_yaml_vector(FILE *out, vec3 v, double scale);
// ", KEY: X", nothing for zero.
void tac_yaml_named(FILE *out, const char *key, double x);

// One line; between quotes no expression.
void tac_yaml_quoted(tac_robot *r, FILE *out, const char *text);
void tac_yaml_comment(tac_robot *r, FILE *out, const char *text);

#endif
