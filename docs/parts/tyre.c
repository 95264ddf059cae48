// A tyre: between a road (mount a, whose xy plane is the road) and a wheel (mount b, at its centre, turning with the
// wheel, its y axis the axle). Written by hand against part.h alone.
//
//   cc -std=c17 -O2 -ffp-contract=off -fPIC -shared -nostdlib -o tyre.so tyre.c
//
// Load: a spring and a damper between the lowest point of the wheel and the road, which only push. Slip is what
// slides at that point over the rolling speed: `kappa` along the wheel, `alpha` across it. Small slips give forces in
// proportion; together they tend to friction times load, F = L g / sqrt(L^2 + |g|^2), g = (longitudinal kappa,
// cornering alpha), L = friction load. The tyre has to roll the length `relaxation` until it feels a lateral slip:
//
//   relaxation alpha' = -v_y - V alpha
//
// which is the state of this part, found at the end of the step (implicit Euler). The wheel stands nearly upright:
// camber turns forces, and has no force of its own.
#include "part.h"

enum {
    RADIUS,
    STIFFNESS,
    DAMPING,
    LONGITUDINAL,
    CORNERING,
    FRICTION,
    RELAXATION,
    SLOW,
    N_PARAMETER
};
enum { HEIGHT, N_INPUT };
enum { ALPHA, ROAD, N_STATE }; // lateral slip; height of the road at the end of the step, m
enum { LOAD, SLIP, LATERAL, N_OUTPUT };

static const tac_part_value parameter[N_PARAMETER] = {
    [RADIUS] = {"radius", "m", 0.31},
    [STIFFNESS] = {"stiffness", "N/m", 200e3},
    [DAMPING] = {"damping", "N s/m", 200.0},
    [LONGITUDINAL] = {"longitudinal", "N", 100e3}, // force per slip
    [CORNERING] = {"cornering", "N/rad", 60e3},
    [FRICTION] = {"friction", "", 1.0},
    [RELAXATION] = {"relaxation", "m", 0.4},
    [SLOW] = {"slow", "m/s", 0.5}, // rolling speeds are at least this: slip of a wheel that stands
};
static const tac_part_value input[N_INPUT] = {[HEIGHT] = {"height", "m", 0.0}};
static const tac_part_value output[N_OUTPUT] = {[LOAD] = {"load", "N", 0.0},
                                                [SLIP] = {"slip", "", 0.0},
                                                [LATERAL] = {"lateral_force", "N", 0.0}};

// Lengths and speeds at the contact.
typedef struct contact {
    double n[3], x[3], y[3]; // normal of the road, along and across the wheel; world axes
    double z;                // height of the centre over the road, m
    double rising;           // its speed, m/s
    double slide[2];         // of the lowest point over the road, along x and y, m/s
    double V;                // rolling speed, m/s, never zero
} contact;

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3])
{
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

// By halving the exponent, then four steps of Heron: all 53 bits but the last. For x from 1e-300 on.
static double square_root(double x)
{
    uint64_t bits;
    double r;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits = (bits >> 1) + ((uint64_t)0x1ff7a3be << 32);
    __builtin_memcpy(&r, &bits, sizeof r);
    for (int i = 0; i < 4; i++) {
        r = 0.5 * (r + x / r);
    }
    return r;
}

static contact contact_of(const tac_part_call *c)
{
    contact k;
    const tac_part_mount *a = &c->a, *b = &c->b;
    const double axle[3] = {b->A[0][1], b->A[1][1], b->A[2][1]};
    double across[3], r[3], w[3], carried[3], turned[3], v[3], down[3];
    for (int i = 0; i < 3; i++) {
        k.n[i] = a->A[i][2];
        r[i] = b->r[i] - a->r[i];
        w[i] = b->w[i] - a->w[i];
    }
    cross(axle, k.n, across);
    const double length = square_root(dot(across, across) + 1e-30);
    for (int i = 0; i < 3; i++) {
        k.x[i] = across[i] / length;
    }
    cross(k.n, k.x, k.y);
    k.z = dot(k.n, r) - c->input[HEIGHT];
    for (int i = 0; i < 3; i++) {
        down[i] = -k.z * k.n[i];
    }
    cross(a->w, r, carried);
    cross(w, down, turned);
    for (int i = 0; i < 3; i++) {
        v[i] = b->v[i] - a->v[i] - carried[i]; // of the centre, as the road sees it
    }
    const double roll = dot(k.x, v), slow = c->parameter[SLOW];
    k.rising = dot(k.n, v);
    k.slide[0] = roll + dot(k.x, turned);
    k.slide[1] = dot(k.y, v) + dot(k.y, turned);
    k.V = square_root(roll * roll + slow * slow);
    return k;
}

// Force F on the wheel at its lowest point, and K, by how much it falls per displacement of that point; both along
// the normal, x and y.
static void forces(const tac_part_call *c, const contact *k, double alpha, double F[3], double K[3])
{
    const double *p = c->parameter;
    const double per_time = c->dt > 0 ? 2 / c->dt : 0; // growth of a velocity per displacement
    const double depth = p[RADIUS] - k->z;
    const double push = p[STIFFNESS] * depth - p[DAMPING] * k->rising;
    const int touches = depth > 0 && push > 0;
    F[0] = touches ? push : 0;
    K[0] = touches ? p[STIFFNESS] + p[DAMPING] * per_time : 0;

    const double L = p[FRICTION] * F[0];
    const double g[2] = {-p[LONGITUDINAL] * k->slide[0] / k->V, p[CORNERING] * alpha};
    const double slope[2] = {p[LONGITUDINAL] * per_time / k->V,
                             p[CORNERING] * 2 / (p[RELAXATION] + c->dt * k->V)};
    const double square = L * L + g[0] * g[0] + g[1] * g[1] + 1e-30;
    const double part = L / square_root(square);
    for (int i = 0; i < 2; i++) {
        F[1 + i] = part * g[i];
        // what turns with the direction of the slip, and what comes of the load, is not symmetric: left out
        K[1 + i] = part * (1 - g[i] * g[i] / square) * slope[i];
    }
}

// The wrench at the centre, of forces along the rows of an orthonormal D at a point by -z n from it.
static void answer_with(const contact *k, const double F[3], const double K[3],
                        tac_part_answer *answer)
{
    const double *D[3] = {k->n, k->x, k->y};
    const double down[3] = {-k->z * k->n[0], -k->z * k->n[1], -k->z * k->n[2]};
    for (int d = 0; d < 3; d++) {
        double J[6]; // what a displacement and rotation of the centre move the point by, along D[d]
        cross(down, D[d], &J[3]);
        for (int i = 0; i < 3; i++) {
            J[i] = D[d][i];
        }
        for (int i = 0; i < 6; i++) {
            answer->wrench[i] += F[d] * J[i];
            for (int j = i; j < 6; j++) {
                answer->stiffness[i][j] += K[d] * J[i] * J[j];
            }
        }
    }
}

static void find_all(const tac_part_call *c, const contact *k, double alpha,
                     tac_part_answer *answer)
{
    double F[3], K[3];
    const double depth = c->parameter[RADIUS] - k->z;
    forces(c, k, alpha, F, K);
    answer_with(k, F, K, answer);
    answer->energy = depth > 0 ? 0.5 * c->parameter[STIFFNESS] * depth * depth : 0;
    answer->to[ALPHA] = alpha;
    answer->to[ROAD] = c->input[HEIGHT];
    answer->output[LOAD] = F[0];
    answer->output[SLIP] = -k->slide[0] / k->V;
    answer->output[LATERAL] = F[2];
}

// As after a long way at these speeds.
static void start(const tac_part_call *c, tac_part_answer *answer)
{
    const contact k = contact_of(c);
    find_all(c, &k, -k.slide[1] / k.V, answer);
}

static void step(const tac_part_call *c, tac_part_answer *answer)
{
    contact k = contact_of(c);
    const double s = c->parameter[RELAXATION];
    k.rising -= (c->input[HEIGHT] - c->from[ROAD]) / c->dt;
    find_all(c, &k, (s * c->from[ALPHA] - c->dt * k.slide[1]) / (s + c->dt * k.V), answer);
}

static int is_positive(double x)
{
    return x > 0 && x < 1e12;
}

static const char *check(const double *p)
{
    static const int positive[] = {RADIUS, STIFFNESS, FRICTION, RELAXATION, SLOW};
    static const char *const wrong[] = {
        "radius should be above 0 m", "stiffness should be above 0 N/m",
        "friction should be above 0", "relaxation should be above 0 m",
        "slow should be above 0 m/s"};
    for (int i = 0; i < (int)(sizeof positive / sizeof *positive); i++) {
        if (!is_positive(p[positive[i]])) {
            return wrong[i];
        }
    }
    return p[DAMPING] >= 0 && p[LONGITUDINAL] >= 0 && p[CORNERING] >= 0
               ? 0
               : "damping, longitudinal and cornering should not be below 0";
}

static const tac_part_table table = {
    .abi = TAC_PART_ABI,
    .size = sizeof(tac_part_table),
    .title = "tyre with relaxation length",
    .n_parameter = N_PARAMETER,
    .n_input = N_INPUT,
    .n_output = N_OUTPUT,
    .n_state = N_STATE,
    .parameter = parameter,
    .input = input,
    .output = output,
    .check = check,
    .start = start,
    .step = step,
};

const tac_part_table *tactus_part(void);

const tac_part_table *tactus_part(void)
{
    return &table;
}
