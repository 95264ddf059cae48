#include "principal.h"

// Jacobi rotations of a symmetric 3x3 matrix converge with the square of what is left: six sweeps leave nothing.
enum { SWEEPS = 12 };

typedef struct square {
    double a[3][3];
} square;

static square identity(void)
{
    return (square){{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

static square square_of(mat3 J)
{
    return (square){{{J.x.x, J.x.y, J.x.z}, {J.y.x, J.y.y, J.y.z}, {J.z.x, J.z.y, J.z.z}}};
}

// Turns axes p and q so that J[p][q] vanishes; the columns of V follow.
static void rotate(square *J, square *V, int p, int q)
{
    double off = J->a[p][q];
    if (off == 0.0) {
        return;
    }
    double half = (J->a[q][q] - J->a[p][p]) / (2.0 * off);
    double t = (half < 0.0 ? -1.0 : 1.0) / (fabs(half) + sqrt(half * half + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 3; k++) {
        double x = J->a[k][p], y = J->a[k][q];
        J->a[k][p] = c * x - s * y;
        J->a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = J->a[p][k], y = J->a[q][k], u = V->a[k][p], v = V->a[k][q];
        J->a[p][k] = c * x - s * y;
        J->a[q][k] = s * x + c * y;
        V->a[k][p] = c * u - s * v;
        V->a[k][q] = s * u + c * v;
    }
    J->a[p][q] = J->a[q][p] = 0.0;
}

static double apart(double a, double b)
{
    return fabs(a - b) / (a + b);
}

static vec3 column(const square *V, int k)
{
    return (vec3){V->a[0][k], V->a[1][k], V->a[2][k]};
}

tac_principal tac_principal_axes(mat3 J)
{
    square D = square_of(J), V = identity();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        rotate(&D, &V, 0, 1);
        rotate(&D, &V, 0, 2);
        rotate(&D, &V, 1, 2);
    }
    // the axis that is left out by the closest pair comes last; cyclic orders are right-handed
    int last = 2;
    double least = apart(D.a[0][0], D.a[1][1]);
    for (int k = 0; k < 2; k++) {
        double other = apart(D.a[(k + 1) % 3][(k + 1) % 3], D.a[(k + 2) % 3][(k + 2) % 3]);
        last = other < least ? k : last;
        least = other < least ? other : least;
    }
    int a = (last + 1) % 3, b = (last + 2) % 3;
    vec3 x = column(&V, a), y = column(&V, b), z = column(&V, last);
    return (tac_principal){{D.a[a][a], D.a[b][b], D.a[last][last]},
                           {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}
