// A road of a spectrum, Gd(n) = Gd(n0) (n/n0)^-w with n0 = 0.1/m and wave numbers n from 0.011 to 2.83/m (ISO 8608): made
// once, at equal steps along x, and again and again beyond its length.
//
// Waves stand 40 to a decade, each with the variance of its share of the spectrum and a phase of the seed. A whole number of
// each fits into the length, so that the end meets the start and the variance of the road is that of the spectrum. Where
// shares are narrower than 1/length there is a wave for every number. Numbers come from counters (splitmix64), sines and
// powers from sums and products: the same seed has the same bits everywhere.
#include <math.h>
#include <stdint.h>

#include "base/pick.h"
#include "element/road.h"
#include "elementary.h"

enum { DENSITY, WAVINESS, LENGTH, INCREMENT, COHERENCE, BLEND };
enum { CLASS, SEED };
enum { TRACKS = 2, MOST_WAVES = 128, MOST_POINTS = 1000000 };

static const double lowest = 0.011, highest = 2.83;   // 1/m
static const double wider = 1.0592537251772889;       // 10^(1/40)
static const double log_wider = 0.057564627324851146; // ln of it
static const double log_from_n0 = 2.2072749131897207; // ln (0.1 / 0.011)

static int points_of(const tac_road_desc *of)
{
    double n = of->number[LENGTH] / of->number[INCREMENT];
    return n < (double)MOST_POINTS + 1.0 ? (int)(n + 0.5) : MOST_POINTS + 1;
}

// ---- numbers of fixed bits -----------------------------------------------------------------------

// e^x for |x| < 32, to rounding: the series of x/64, six times squared.
static double power_of_e(double x)
{
    double y = x / 64.0, term = 1.0, sum = 1.0;
    for (int k = 1; k <= 16; k++) {
        term = term * y / k;
        sum += term;
    }
    for (int k = 0; k < 6; k++) {
        sum *= sum;
    }
    return sum;
}

// From 0 to 1, number `counter` of a seed.
static double fraction_of(uint64_t seed, uint64_t counter)
{
    uint64_t z = seed * 0xd1342543de82ef95u + (counter + 1u) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (double)(z >> 11) / 9007199254740992.0;
}

// ---- waves ---------------------------------------------------------------------------------------

typedef struct waves {
    int n;
    int64_t number[MOST_WAVES]; // per length
    double amplitude[MOST_WAVES];
} waves;

static double density_of(const tac_road_desc *of)
{
    static const double of_class[] = {0.0, 16e-6, 64e-6, 256e-6, 1024e-6, 4096e-6}; // m^3
    return of->integer[CLASS] > 0 ? of_class[of->integer[CLASS]] : of->number[DENSITY];
}

// Shares of the spectrum, from edge to edge, by its value in their middle.
static void find_waves(const tac_road_desc *of, double length, waves *w)
{
    double e = power_of_e(of->number[WAVINESS] * log_from_n0), low = lowest, at = lowest;
    double falls = power_of_e(-of->number[WAVINESS] * log_wider);
    int64_t last = 0;
    w->n = 0;
    while (low < highest && w->n < MOST_WAVES) {
        double high = low * wider;
        double middle = sqrt(low * high);
        int64_t k = (int64_t)(middle * length + 0.5);
        k = k > last ? k : last + 1;
        double edge = ((double)k + 0.5) / length;
        high = edge > high ? edge : high;
        high = high < highest ? high : highest;
        // the density in the middle of the share, down its steps from the lowest
        middle = sqrt(low * high);
        while (at * wider <= middle) {
            at *= wider;
            e *= falls;
        }
        double over = (middle - at) / (at * (wider - 1.0)); // between two steps, straight
        double G = density_of(of) * e * (1.0 - over * (1.0 - falls));
        w->number[w->n] = k;
        w->amplitude[w->n++] = sqrt(2.0 * G * (high - low));
        last = k;
        low = high;
    }
}

// One track: heights and slopes of all points.
static void add_track(const tac_road_desc *of, const waves *w, int track, double by, double *made)
{
    int n = points_of(of);
    double length = n * of->number[INCREMENT];
    for (int j = 0; j < w->n; j++) {
        double phase = fraction_of((uint64_t)of->integer[SEED], (uint64_t)(track * MOST_WAVES + j));
        double A = by * w->amplitude[j];
        double k = 2.0 * TAC_PI * (double)w->number[j] / length;
        for (int i = 0; i < n; i++) {
            double turns = (double)(w->number[j] * i % n) / n + phase;
            tac_sincos_pair s = tac_sincos(2.0 * TAC_PI * turns);
            made[2 * i] += A * s.sin;
            made[2 * i + 1] += A * k * s.cos;
        }
    }
}

static size_t size(const tac_road_desc *of)
{
    return (size_t)(2 * TRACKS * points_of(of));
}

static void make(const tac_road_desc *of, double *made)
{
    waves w;
    double c = of->number[COHERENCE];
    double *right = made + 2 * points_of(of);
    find_waves(of, points_of(of) * of->number[INCREMENT], &w);
    for (size_t i = 0; i < size(of); i++) {
        made[i] = 0.0;
    }
    add_track(of, &w, 0, 1.0, made);
    add_track(of, &w, 1, sqrt(1.0 - c * c), right);
    for (int i = 0; i < 2 * points_of(of); i++) {
        right[i] += c * made[i];
    }
}

// ---- queries -------------------------------------------------------------------------------------

// Cubic between two points with the slopes there.
static tac_track between(const double *a, const double *b, double t, double d)
{
    double rise = b[0] - a[0], p = a[1] * d, q = b[1] * d;
    double two = 3.0 * rise - 2.0 * p - q, three = p + q - 2.0 * rise;
    return (tac_track){a[0] + t * (p + t * (two + t * three)),
                       (p + t * (2.0 * two + 3.0 * t * three)) / d,
                       (2.0 * two + 6.0 * t * three) / (d * d)};
}

static void at(const tac_road *of, const tac_road_point *where, double *memory,
               tac_road_surface *out)
{
    (void)memory;
    int n = points_of(&of->of);
    double d = of->of.number[INCREMENT], rounds = where->x / (n * d);
    double known = pick(fabs(rounds) < 1e9, rounds, 0.0), s = (known - floor(known)) * n;
    int i = (int)s;
    i = i < n ? i : n - 1;
    int next = i + 1 < n ? i + 1 : 0;
    const double *left = of->made, *right = of->made + 2 * n;
    double t = s - i;
    *out = tac_road_of_tracks(of, where, between(left + 2 * i, left + 2 * next, t, d),
                              between(right + 2 * i, right + 2 * next, t, d), of->of.number[BLEND]);
}

static const char *wrong(const tac_road_desc *of, const char **key)
{
    *key = "length";
    if (points_of(of) < 16 || points_of(of) > MOST_POINTS) {
        return "'length' must be 16 to 1000000 times 'increment'; change one of them";
    }
    if (of->number[LENGTH] * highest < 1.0) {
        return "'length' is shorter than every wave; make it longer";
    }
    *key = "increment";
    if (of->number[INCREMENT] * highest > 0.25) {
        return "'increment' has less than four points to the shortest wave; take 0.08 m or less";
    }
    *key = "coherence";
    if (of->number[COHERENCE] > 1.0) {
        return "'coherence' of both tracks is 0 to 1";
    }
    *key = "waviness";
    if (of->number[WAVINESS] > 4.0) {
        return "'waviness' is 0 to 4; roads have 1.5 to 3";
    }
    *key = "class";
    if ((of->integer[CLASS] > 0) == (of->number[DENSITY] > 0.0)) {
        return "a random road needs either 'class' or 'density'";
    }
    return NULL;
}

static const char *const classes[] = {"none", "A", "B", "C", "D", "E"};

static const tac_key keys[] = {
    {.name = "class",
     .help = "of ISO 8608, by the geometric mean of its density",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(classes),
     .at = TAC_ROAD_INTEGER(CLASS)},
    {.name = "density",
     .help = "instead of a class: Gd(n0) in m^3 at n0 = 0.1 turns per m, 64e-6 of class B",
     .kind = TAC_KEY_NUMBER,
     .range = TAC_FROM_ZERO,
     .at = TAC_ROAD_NUMBER(DENSITY)},
    {.name = "waviness",
     .help = "exponent by which the density falls",
     .kind = TAC_KEY_NUMBER,
     .value = 2.0,
     .range = TAC_FROM_ZERO,
     .at = TAC_ROAD_NUMBER(WAVINESS)},
    {.name = "length",
     .help = "after which it begins again",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .value = 1000.0,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_ROAD_NUMBER(LENGTH)},
    {.name = "increment",
     .help = "between its points",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .value = 0.05,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_ROAD_NUMBER(INCREMENT)},
    {.name = "seed",
     .help = "another number is another road",
     .kind = TAC_KEY_INTEGER,
     .least = 0,
     .most = 2147483647,
     .at = TAC_ROAD_INTEGER(SEED)},
    {.name = "coherence",
     .help = "of both tracks: 1 the same, 0 nothing in common",
     .kind = TAC_KEY_NUMBER,
     .value = 1.0,
     .range = TAC_FROM_ZERO,
     .at = TAC_ROAD_NUMBER(COHERENCE)},
    TAC_BLEND_KEY(BLEND),
    TAC_FRICTION_FACTOR_KEY,
    TAC_ENVELOPE_KEY(4),
};

const tac_road_type tac_random_road = {
    .type = {.word = "random",
             .called = "a random road",
             .help = "a road of a spectrum, as ISO 8608 has it, by its seed",
             .placing = TAC_PLACED_AS_ROAD,
             TAC_KEYS(keys)},
    .at = at,
    .wrong = wrong,
    .size = size,
    .make = make,
};
