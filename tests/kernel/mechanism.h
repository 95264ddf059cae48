// Descriptions built by hand: bodies and elements are added one by one, frames are given in world
// coordinates at the start, so that joints hold there by construction.
#ifndef TAC_TEST_MECHANISM_H
#define TAC_TEST_MECHANISM_H

#include "desc.h"

#define MAX_BODIES 2048
#define MAX_JOINTS 4096
#define MAX_ELEMENTS 512 // of every other class
#define MAX_POINTS 64    // of all tables

typedef struct mechanism {
    tac_desc d;
    tac_body_desc body[MAX_BODIES];
    tac_joint_desc joint[MAX_JOINTS];
    tac_spring_desc spring[MAX_ELEMENTS];
    tac_bushing_desc bushing[MAX_ELEMENTS];
    tac_friction_desc friction[MAX_ELEMENTS];
    tac_contact_desc contact[MAX_ELEMENTS];
    tac_load_desc load[MAX_ELEMENTS];
    tac_coupler_desc coupler[MAX_ELEMENTS];
    tac_term_desc term[MAX_ELEMENTS];
    tac_source_desc source[MAX_ELEMENTS];
    int source_term[MAX_ELEMENTS];
    tac_table_desc table[MAX_ELEMENTS];
    tac_input_desc input[MAX_ELEMENTS];
    tac_sensor_desc sensor[MAX_ELEMENTS];
    double x[MAX_POINTS], y[MAX_POINTS];
    int n_point;
} mechanism;

typedef struct spot { // a frame in world coordinates
    vec3 at;
    quat axes;
} spot;

static const vec3 origin = {0.0, 0.0, 0.0};
static const quat upright = {1.0, 0.0, 0.0, 0.0};

mechanism *mechanism_new(void); // empty, without gravity
void mechanism_free(mechanism *m);
void mechanism_clear(mechanism *m);

// Rotation by an angle about axis 0, 1 or 2.
quat about(int axis, double angle);

// The frame of a body (or ground) that lies at a spot.
tac_frame frame_at(const mechanism *m, int body, spot s);

// All return the index of what was added. Principal inertia along the body axes.
int add_body(mechanism *m, double mass, vec3 inertia, vec3 r, quat p);
int add_joint(mechanism *m, tac_joint_kind kind, int a, int b, spot s);
int add_joint_between(mechanism *m, tac_joint_kind kind, int a, spot sa, int b, spot sb);
int add_spring(mechanism *m, tac_coordinate c, int a, spot sa, int b, spot sb, double k, double d);
int add_coupler(mechanism *m); // without terms yet
// Adds a term to the last coupler.
int add_term(mechanism *m, tac_coordinate c, int a, spot sa, int b, spot sb, double factor);
int add_joint_term(mechanism *m, tac_coordinate c, int joint, double factor);
int add_source(mechanism *m, tac_source_desc source);
int add_constant(mechanism *m, double value);
int add_sine(mechanism *m, double mean, double amplitude, double frequency);
int add_step(mechanism *m, double at, double from, double to);
int add_ramp(mechanism *m, double start, double end, double from, double to);
int add_input(mechanism *m, double value);    // with a source of its own, whose index is returned
int add_load(mechanism *m, int body, vec3 s); // without components yet
int add_table(mechanism *m, int n, const double *x, const double *y, int cubic);
int add_sensor(mechanism *m, tac_sensor_kind kind, tac_frame a, int in_frame);
int add_element_sensor(mechanism *m, tac_sensor_kind kind, tac_element_class what, int element);

#endif
