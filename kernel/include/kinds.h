// The registry: every type of joint, source, force, road and sensor, a line each, and where it stands. Their order is that of kinds in
// descriptions (desc.h names those that programs fill in by hand), of lists in messages and of tables in the manual.
#ifndef TAC_KINDS_H
#define TAC_KINDS_H

enum { TAC_MOST_TYPES = 64 }; // of joints, of forces, and so on

// kernel/element/joint
#define TAC_JOINT_TYPES(X)     \
    X(tac_fixed_joint)         \
    X(tac_revolute_joint)      \
    X(tac_prismatic_joint)     \
    X(tac_cylindrical_joint)   \
    X(tac_spherical_joint)     \
    X(tac_universal_joint)     \
    X(tac_planar_joint)        \
    X(tac_point_on_line_joint) \
    X(tac_rod_joint)           \
    X(tac_screw_joint)         \
    X(tac_pose_joint)          \
    X(tac_shaft_joint)

// kernel/element/coupling
#define TAC_COUPLING_TYPES(X)    \
    X(tac_gear_coupling)         \
    X(tac_belt_coupling)         \
    X(tac_rack_coupling)         \
    X(tac_differential_coupling) \
    X(tac_planetary_coupling)    \
    X(tac_ratio_coupling)

// kernel/element/source
#define TAC_SOURCE_TYPES(X)  \
    X(tac_constant_type)     \
    X(tac_step_type)         \
    X(tac_ramp_type)         \
    X(tac_sine_type)         \
    X(tac_chirp_type)        \
    X(tac_table_type)        \
    X(tac_sum_type)          \
    X(tac_input_type)        \
    X(tac_square_type)       \
    X(tac_turn_type)         \
    X(tac_sensor_source)     \
    X(tac_product_source)    \
    X(tac_min_source)        \
    X(tac_max_source)        \
    X(tac_abs_source)        \
    X(tac_limit_source)      \
    X(tac_lookup_source)     \
    X(tac_lag_source)        \
    X(tac_integral_source)   \
    X(tac_rate_limit_source) \
    X(tac_delay_source)      \
    X(tac_switch_source)     \
    X(tac_pi_source)         \
    X(tac_path_source)       \
    X(tac_road_source)

// kernel/element/law, and kernel/element/force of what has no law of its own
#define TAC_FORCE_TYPES(X)         \
    X(tac_spring_type)             \
    X(tac_rotational_spring_type)  \
    X(tac_sliding_spring_type)     \
    X(tac_bushing_type)            \
    X(tac_friction_type)           \
    X(tac_contact_type)            \
    X(tac_armature_type)           \
    X(tac_load_type)               \
    X(tac_part_type)               \
    X(tac_object_type)             \
    X(tac_limit_type)              \
    X(tac_servo_type)              \
    X(tac_maxwell_type)            \
    X(tac_rotational_maxwell_type) \
    X(tac_beam_type)               \
    X(tac_drag_type)               \
    X(tac_tyre_type)               \
    X(tac_contact_friction_type)   \
    X(tac_matrix_bushing_type)     \
    X(tac_lift_type)

// kernel/element/road
#define TAC_ROAD_TYPES(X) \
    X(tac_flat_road)      \
    X(tac_profile_road)   \
    X(tac_sines_road)     \
    X(tac_random_road)    \
    X(tac_crg_road)       \
    X(tac_patches_road)   \
    X(tac_signals_road)

// kernel/query/sensor
#define TAC_SENSOR_TYPES(X)      \
    X(tac_pose_sensor)           \
    X(tac_twist_sensor)          \
    X(tac_acceleration_sensor)   \
    X(tac_accelerometer_sensor)  \
    X(tac_coordinates_sensor)    \
    X(tac_reaction_sensor)       \
    X(tac_distance_sensor)       \
    X(tac_force_sensor)          \
    X(tac_energy_sensor)         \
    X(tac_residuals_sensor)      \
    X(tac_modes_sensor)          \
    X(tac_internal_force_sensor) \
    X(tac_output_sensor)         \
    X(tac_coupler_sensor)        \
    X(tac_axial_sensor)          \
    X(tac_effort_sensor)         \
    X(tac_tyre_sensor)           \
    X(tac_road_sensor)

#endif
