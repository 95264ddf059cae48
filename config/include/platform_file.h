// Platform files: how `tactus platform` turns what a driver feels into leg lengths of a six-leg motion
// platform. docs/platform.md is the reference. Same reader, units and error lines as rig files.
//
// All axes have z up. The platform's axes are those of the base while it stands level; the vehicle's
// are x forward, y left.
#ifndef TAC_PLATFORM_FILE_H
#define TAC_PLATFORM_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "diag.h"
#include "vec.h"

enum { TAC_LEGS = 6, TAC_PLATFORM_NAME = 32 };

#define TAC_GRAVITY 9.80665 // m/s^2, what a level platform lets its driver feel

typedef struct tac_platform_source { // the instance that simulates the vehicle
    const char *instance;
    const char *force, *rate; // signals of three values: specific force, angular rate
    int64_t max_age_ns;       // an older frame, or one that does not run, is none
    int64_t patience_ns;      // of a platform that is held without one; then it parks
} tac_platform_source;

typedef struct tac_platform_sink { // the instance that drives the legs
    const char *instance;
    const char *leg[TAC_LEGS]; // command signals
    int64_t max_age_ns;
} tac_platform_sink;

typedef struct tac_platform_geometry {  // m
    vec3 base[TAC_LEGS], top[TAC_LEGS]; // joints on the base, and on the platform in its axes
    vec3 driver;                        // point of the platform that tilting leaves in place
    vec3 home, park;                    // origin of the level platform on the base
    double home_length[TAC_LEGS], park_length[TAC_LEGS];
} tac_platform_geometry;

typedef struct tac_platform_legs {
    double shortest, longest;      // from joint to joint, m
    double velocity, acceleration; // m/s, m/s^2
    double zero[TAC_LEGS];         // length that is commanded as 0
} tac_platform_legs;

typedef struct tac_washout_options {           // frequencies in Hz; three entries: x, y, z
    double force_scale[3], force_limit[3];     // m/s^2 after scaling
    double rate_scale[3], rate_limit[3];       // rad/s
    double move_frequency[3], move_damping[3]; // high-pass of translation, second order
    double move_drift[3];                      // its additional first order, 0: none
    double turn_frequency[3], turn_damping[3]; // high-pass of rotation, second order
    double tilt_frequency, tilt_damping;       // low-pass of tilt coordination, second order
    double tilt_rate, tilt_angle;              // at most; rad/s, rad
} tac_washout_options;

typedef struct tac_platform_ramps { // s
    double engage, park;            // soft ways into motion and to the parking position
    double brake;                   // to a standstill when held
    double settle;                  // standing still after an emergency stop
} tac_platform_ramps;

typedef struct tac_platform_file {
    const char *path;
    const char *name;  // of the controller: control socket, client of both instances
    int64_t period_ns; // of one cycle
    tac_platform_source source;
    tac_platform_sink sink;
    tac_platform_geometry geometry;
    tac_platform_legs legs;
    tac_washout_options washout;
    tac_platform_ramps ramps;
    int priority, core; // SCHED_FIFO, 0: ordinary; core -1: any
    bool lock_memory;
} tac_platform_file;

// Reads and checks a platform file. Returns NULL and one line in diag when anything is wrong. Whether
// the instances have the signals shows when they are attached.
tac_platform_file *tac_platform_file_read(const char *path, tac_diag *diag);
void tac_platform_file_free(tac_platform_file *f);

#endif
