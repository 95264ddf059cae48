// The registry: every type of joint, force and sensor, a line each, and where it stands. The order is that of
// kinds in descriptions (desc.h), of lists in messages and of tables in the manual.
#ifndef TAC_KINDS_H
#define TAC_KINDS_H

// kernel/element/joint
#define TAC_JOINT_TYPES(X)                        \
    X(TAC_FIXED, tac_fixed_joint)                 \
    X(TAC_REVOLUTE, tac_revolute_joint)           \
    X(TAC_PRISMATIC, tac_prismatic_joint)         \
    X(TAC_CYLINDRICAL, tac_cylindrical_joint)     \
    X(TAC_SPHERICAL, tac_spherical_joint)         \
    X(TAC_UNIVERSAL, tac_universal_joint)         \
    X(TAC_PLANAR, tac_planar_joint)               \
    X(TAC_POINT_ON_LINE, tac_point_on_line_joint) \
    X(TAC_ROD, tac_rod_joint)                     \
    X(TAC_SCREW, tac_screw_joint)

// kernel/element/force
#define TAC_FORCE_TYPES(X)                                    \
    X(TAC_SPRING_TYPE, tac_spring_type)                       \
    X(TAC_ROTATIONAL_SPRING_TYPE, tac_rotational_spring_type) \
    X(TAC_SLIDING_SPRING_TYPE, tac_sliding_spring_type)       \
    X(TAC_BUSHING_TYPE, tac_bushing_type)                     \
    X(TAC_FRICTION_TYPE, tac_friction_type)                   \
    X(TAC_CONTACT_TYPE, tac_contact_type)                     \
    X(TAC_LOAD_TYPE, tac_load_type)                           \
    X(TAC_PART_TYPE, tac_part_type)

// kernel/query/sensor
#define TAC_SENSOR_TYPES(X)                      \
    X(TAC_POSE, tac_pose_sensor)                 \
    X(TAC_TWIST, tac_twist_sensor)               \
    X(TAC_ACCELERATION, tac_acceleration_sensor) \
    X(TAC_SPECIFIC, tac_accelerometer_sensor)    \
    X(TAC_COORDINATES, tac_coordinates_sensor)   \
    X(TAC_REACTION, tac_reaction_sensor)         \
    X(TAC_SPAN, tac_distance_sensor)             \
    X(TAC_SPRING_FORCE, tac_force_sensor)        \
    X(TAC_ENERGY, tac_energy_sensor)             \
    X(TAC_RESIDUALS, tac_residuals_sensor)       \
    X(TAC_MODES, tac_modes_sensor)               \
    X(TAC_INTERNAL, tac_internal_force_sensor)   \
    X(TAC_OUTPUT, tac_output_sensor)

#define TAC_AS_KIND(kind, type) kind,
typedef enum tac_force_kind { TAC_FORCE_TYPES(TAC_AS_KIND) TAC_N_FORCE_KIND } tac_force_kind;
#undef TAC_AS_KIND

#endif
