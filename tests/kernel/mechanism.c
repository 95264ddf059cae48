#include "mechanism.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"

void mechanism_clear(mechanism *m)
{
    memset(&m->d, 0, sizeof m->d);
    m->n_point = 0;
    m->d.body = m->body;
    m->d.joint = m->joint;
    m->d.spring = m->spring;
    m->d.bushing = m->bushing;
    m->d.friction = m->friction;
    m->d.contact = m->contact;
    m->d.load = m->load;
    m->d.coupler = m->coupler;
    m->d.term = m->term;
    m->d.source = m->source;
    m->d.source_term = m->source_term;
    m->d.table = m->table;
    m->d.input = m->input;
    m->d.sensor = m->sensor;
}

mechanism *mechanism_new(void)
{
    mechanism *m = calloc(1, sizeof *m);
    cr_assert_not_null(m);
    mechanism_clear(m);
    return m;
}

void mechanism_free(mechanism *m)
{
    free(m);
}

quat about(int axis, double angle)
{
    tac_sincos_pair half = tac_sincos(0.5 * angle);
    quat q = {half.cos, 0.0, 0.0, 0.0};
    q.e1 = axis == 0 ? half.sin : 0.0;
    q.e2 = axis == 1 ? half.sin : 0.0;
    q.e3 = axis == 2 ? half.sin : 0.0;
    return q;
}

tac_frame frame_at(const mechanism *m, int body, spot s)
{
    if (body == TAC_GROUND) {
        return (tac_frame){body, s.at, s.axes, 0, false};
    }
    const tac_body_desc *b = &m->body[body];
    vec3 lever = tmul3(rotation(b->p), sub3(s.at, b->r));
    return (tac_frame){body, lever, unitq(mulq(conjq(b->p), s.axes)), 0, false};
}

static int count_up(int *n, int most)
{
    cr_assert_lt(*n, most, "the test's mechanism has too many parts");
    return (*n)++;
}

int add_body(mechanism *m, double mass, vec3 inertia, vec3 r, quat p)
{
    int i = count_up(&m->d.n_body, MAX_BODIES);
    m->body[i] = (tac_body_desc){.mass = mass,
                                 .J = {inertia.x, inertia.y, inertia.z, 0.0, 0.0, 0.0},
                                 .r = r,
                                 .p = p,
                                 .group = TAC_NONE};
    return i;
}

int add_joint_between(mechanism *m, tac_joint_kind kind, int a, spot sa, int b, spot sb)
{
    int i = count_up(&m->d.n_joint, MAX_JOINTS);
    m->joint[i] = (tac_joint_desc){.kind = kind,
                                   .a = frame_at(m, a, sa),
                                   .b = frame_at(m, b, sb),
                                   .length = norm3(sub3(sb.at, sa.at)),
                                   .drive_angle = TAC_NONE,
                                   .drive_displacement = TAC_NONE,
                                   .group = TAC_NONE};
    return i;
}

int add_joint(mechanism *m, tac_joint_kind kind, int a, int b, spot s)
{
    return add_joint_between(m, kind, a, s, b, s);
}

int add_spring(mechanism *m, tac_coordinate c, int a, spot sa, int b, spot sb, double k, double d)
{
    int i = count_up(&m->d.n_spring, MAX_ELEMENTS);
    m->spring[i] = (tac_spring_desc){.coordinate = c,
                                     .a = frame_at(m, a, sa),
                                     .b = frame_at(m, b, sb),
                                     .k = k,
                                     .c = d,
                                     .x0 = TAC_NONE,
                                     .actuator = TAC_NONE,
                                     .spring_table = TAC_NONE,
                                     .damper_table = TAC_NONE,
                                     .implicit = 1};
    return i;
}

int add_coupler(mechanism *m)
{
    int i = count_up(&m->d.n_coupler, MAX_ELEMENTS);
    m->coupler[i] = (tac_coupler_desc){.first_term = m->d.n_term, .offset = TAC_NONE};
    return i;
}

static int add_frames(mechanism *m, tac_coordinate c, tac_frame a, tac_frame b, double factor)
{
    int i = count_up(&m->d.n_term, MAX_ELEMENTS);
    m->term[i] = (tac_term_desc){c, a, b, factor, TAC_NONE};
    m->coupler[m->d.n_coupler - 1].n_term++;
    return i;
}

int add_term(mechanism *m, tac_coordinate c, int a, spot sa, int b, spot sb, double factor)
{
    return add_frames(m, c, frame_at(m, a, sa), frame_at(m, b, sb), factor);
}

int add_joint_term(mechanism *m, tac_coordinate c, int joint, double factor)
{
    return add_frames(m, c, m->joint[joint].a, m->joint[joint].b, factor);
}

int add_source(mechanism *m, tac_source_desc s)
{
    int i = count_up(&m->d.n_source, MAX_ELEMENTS);
    m->source[i] = s;
    return i;
}

int add_constant(mechanism *m, double value)
{
    return add_source(m, (tac_source_desc){.kind = TAC_CONSTANT, .c = {value}});
}

int add_sine(mechanism *m, double mean, double amplitude, double frequency)
{
    return add_source(m, (tac_source_desc){.kind = TAC_SINE, .c = {mean, amplitude, frequency}});
}

int add_step(mechanism *m, double at, double from, double to)
{
    return add_source(m, (tac_source_desc){.kind = TAC_STEP, .c = {from, to, at}});
}

int add_ramp(mechanism *m, double start, double end, double from, double to)
{
    return add_source(m, (tac_source_desc){.kind = TAC_RAMP, .c = {from, to, start, end}});
}

int add_input(mechanism *m, double value)
{
    int i = count_up(&m->d.n_input, MAX_ELEMENTS);
    m->input[i].value = value;
    return add_source(m, (tac_source_desc){.kind = TAC_INPUT, .c = {0.0, 1.0}, .input = i});
}

int add_load(mechanism *m, int body, vec3 s)
{
    int i = count_up(&m->d.n_load, MAX_ELEMENTS);
    m->load[i] = (tac_load_desc){.at = {.body = body, .s = s, .q = upright},
                                 .force = {TAC_NONE, TAC_NONE, TAC_NONE},
                                 .torque = {TAC_NONE, TAC_NONE, TAC_NONE}};
    return i;
}

int add_table(mechanism *m, int n, const double *x, const double *y, int cubic)
{
    int i = count_up(&m->d.n_table, MAX_ELEMENTS);
    cr_assert_leq(m->n_point + n, MAX_POINTS);
    double *to_x = m->x + m->n_point, *to_y = m->y + m->n_point;
    memcpy(to_x, x, (size_t)n * sizeof *x);
    memcpy(to_y, y, (size_t)n * sizeof *y);
    m->n_point += n;
    m->table[i] = (tac_table_desc){n, to_x, to_y, cubic};
    return i;
}

int add_sensor(mechanism *m, tac_sensor_kind kind, tac_frame a, int in_frame)
{
    int i = count_up(&m->d.n_sensor, MAX_ELEMENTS);
    m->sensor[i] = (tac_sensor_desc){.kind = kind, .a = a, .in_frame = in_frame};
    return i;
}

int add_element_sensor(mechanism *m, tac_sensor_kind kind, tac_element_class what, int element)
{
    tac_frame none = {TAC_GROUND, origin, upright, 0, false};
    int i = add_sensor(m, kind, none, 0);
    m->sensor[i].what = what;
    m->sensor[i].element = element;
    return i;
}
