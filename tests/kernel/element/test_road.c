// Roads: slopes and bends are derivatives of heights, and the nearest point is where the normal meets the surface.
#include <criterion/criterion.h>
#include <math.h>

#include "element/road.h"
#include "elementary.h"

extern const tac_road_type tac_sines_road, tac_random_road;

// Two waves on both tracks and one on the left.
static const double waves[] = {0.1, 0.3, 0.4, 0.0, 0.37, 0.05, -1.0, 0.0, 0.2, 0.1, 0.0, 1.0};

static tac_road hills(void)
{
    return (tac_road){.type = &tac_sines_road,
                      .of = {.factor = 0.8, .number = {3.0}, .n_data = 12, .data = waves}};
}

static tac_road_surface surface_at(const tac_road *r, double x, double y)
{
    tac_road_surface s;
    tac_road_at(r, &(tac_road_point){x, y, NULL}, NULL, &s);
    return s;
}

Test(road, slopes_and_bends_are_derivatives_of_heights)
{
    const double h = 1e-5, slope = 1e-9,
                 bend = 1e-5; // h^2 of third derivatives, rounding over h and h^2
    tac_road r = hills();
    for (int i = 0; i < 40; i++) {
        double x = 0.7 * i - 9.0, y = 0.11 * i - 2.1;
        tac_road_surface s = surface_at(&r, x, y);
        tac_road_surface a = surface_at(&r, x - h, y), b = surface_at(&r, x + h, y);
        tac_road_surface c = surface_at(&r, x, y - h), d = surface_at(&r, x, y + h);
        cr_assert_float_eq((b.height - a.height) / (2.0 * h), s.slope_x, slope);
        cr_assert_float_eq((d.height - c.height) / (2.0 * h), s.slope_y, slope);
        cr_assert_float_eq((b.slope_x - a.slope_x) / (2.0 * h), s.xx, bend);
        cr_assert_float_eq((d.slope_x - c.slope_x) / (2.0 * h), s.xy, bend);
        cr_assert_float_eq((d.slope_y - c.slope_y) / (2.0 * h), s.yy, bend);
    }
}

static double distance_of(const tac_road *r, vec3 p)
{
    tac_road_foot f;
    tac_road_nearest(r, NULL, p, &f);
    return f.distance;
}

Test(road, distance_changes_along_its_normal_alone)
{
    const double h = 1e-4, first = 1e-7, second = 2e-5;
    static const vec3 way[] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.3, -0.8, 0.5}};
    tac_road r = hills();
    for (int i = 0; i < 40; i++) {
        vec3 p = {0.7 * i - 9.0, 0.11 * i - 2.1, 0.0};
        p.z = surface_at(&r, p.x, p.y).height + 0.4;
        tac_road_foot f;
        tac_road_nearest(&r, NULL, p, &f);
        for (int k = 0; k < 3; k++) {
            double a = distance_of(&r, axpy3(-h, way[k], p)),
                   b = distance_of(&r, axpy3(h, way[k], p));
            cr_assert_float_eq((b - a) / (2.0 * h), dot3(f.normal, way[k]), first);
            cr_assert_float_eq((a + b - 2.0 * f.distance) / (h * h), tac_road_curving(&f, way[k]),
                               second);
        }
    }
}

Test(road, a_wheel_stands_on_the_mean_of_four_points)
{
    tac_road r = hills();
    r.of.envelope = 4;
    tac_road_print print = {
        .middle = {1.0, 0.2, NULL}, .ahead_x = 0.6, .ahead_y = 0.8, .along = 0.05, .across = 0.1};
    tac_road_surface s;
    tac_road_under(&r, &print, NULL, &s);
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        double a = i & 1 ? 0.05 : -0.05, b = i & 2 ? 0.1 : -0.1;
        sum += surface_at(&r, 1.0 + 0.6 * a - 0.8 * b, 0.2 + 0.8 * a + 0.6 * b).height;
    }
    cr_assert_float_eq(s.height, 0.25 * sum, 1e-15);
    cr_assert_eq(s.friction, 0.8);
    cr_assert_eq(s.u, 1.0);
}

// Variance of waves k1 to k2 of one track.
static double variance_between(const double *z, int n, int k1, int k2)
{
    double sum = 0.0;
    for (int k = k1; k < k2; k++) {
        double a = 0.0, b = 0.0;
        for (int i = 0; i < n; i++) {
            tac_sincos_pair s = tac_sincos(2.0 * TAC_PI * (double)((long)k * i % n) / n);
            a += z[2 * i] * s.cos;
            b += z[2 * i] * s.sin;
        }
        sum += 2.0 * (a * a + b * b) / ((double)n * n);
    }
    return sum;
}

Test(road, variance_of_a_random_road_is_that_of_its_spectrum_in_every_decade)
{
    const double most = 0.05; // shares at the ends of a decade belong to it in part
    enum { N = 4000 };        // points of 200 m
    const tac_road_desc of = {
        .factor = 1.0, .number = {0.0, 2.0, 200.0, 0.05, 1.0, 0.5}, .integer = {3, 9}};
    static double made[4 * N];
    cr_assert_eq(tac_random_road.size(&of), 4 * N);
    tac_random_road.make(&of, made);
    for (int band = 0; band < 2; band++) {
        int k1 = band == 0 ? 6 : 57,
            k2 = band == 0 ? 57 : 567; // from 0.0275, 0.2825 to 2.8325 per m
        double low = (k1 - 0.5) / 200.0, high = (k2 - 0.5) / 200.0;
        double wanted = 256e-6 * 0.01 * (1.0 / low - 1.0 / high);
        double found = variance_between(made, N, k1, k2);
        cr_log_info("%.4g to %.4g per m: %.4g of the variance", low, high, found / wanted);
        cr_assert_float_eq(sqrt(found / wanted), 1.0, most);
    }
}
