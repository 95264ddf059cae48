// Simbody: the mechanism as a MultibodySystem, integrated by its own integrators.
//
// Loops close by a ball constraint, planar ones by a point on a line, which leaves out the rows that
// hold anyway. With a fixed step constraints are kept to 1e-8; adaptive runs take the tolerance that
// comes with their accuracy.
#include <Simbody.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "contender.h"

using namespace SimTK;

namespace
{

enum choice { EULER, VERLET, RK3, MERSON };

const double kept = 1e-8; // tolerance of constraints with a fixed step

// Pushes a slider as its actuator does.
class Push : public Force::Custom::Implementation
{
  public:
    Push(const outline *of, const std::vector<MobilizedBody> &bodies) : o(of), body(bodies)
    {
    }
    void calcForce(const State &s, Vector_<SpatialVec> &, Vector_<Vec3> &,
                   Vector &mobility) const override
    {
        for (int i = 0; i < o->n_body; i++) {
            const outline_actuator &a = o->body[i].actuator;
            if (a.k > 0) {
                double q = body[i].getOneQ(s, 0), u = body[i].getOneU(s, 0);
                body[i].applyOneMobilityForce(
                    s, 0, a.k * (outline_drive(&a, s.getTime()) - q) - a.c * u, mobility);
            }
        }
    }
    Real calcPotentialEnergy(const State &) const override
    {
        return 0;
    }

  private:
    const outline *o;
    const std::vector<MobilizedBody> &body;
};

struct run {
    explicit run(const outline *of) : o(of), matter(system), forces(system)
    {
    }
    const outline *o;
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    std::vector<MobilizedBody> body;
    std::unique_ptr<Integrator> integrator;
    bool adaptive = false;
};

Vec3 vector(const double *a)
{
    return Vec3(a[0], a[1], a[2]);
}

Transform pose(const outline *o, int i)
{
    if (i < 0) {
        return Transform();
    }
    const double *p = o->body[i].pose.p;
    return Transform(Rotation(Quaternion(p[0], p[1], p[2], p[3])), vector(o->body[i].pose.r));
}

// A frame of the world at the joint, with the axes its mobilizer wants.
Transform joint_frame(const outline_body &b)
{
    UnitVec3 axis(vector(b.axis));
    switch (b.kind) {
    case OUTLINE_SLIDER:
        return Transform(Rotation(axis, XAxis), vector(b.at));
    case OUTLINE_UNIVERSAL:
        return Transform(Rotation(axis, XAxis, vector(b.axis2), YAxis), vector(b.at));
    case OUTLINE_BALL:
    case OUTLINE_HINGE:
        break;
    }
    return Transform(Rotation(axis, ZAxis), vector(b.at));
}

MobilizedBody add_body(run &r, int i)
{
    const outline_body &b = r.o->body[i];
    const double *J = b.inertia;
    Body::Rigid rigid(MassProperties(b.mass, Vec3(0), Inertia(J[0], J[1], J[2], J[3], J[4], J[5])));
    Transform at = joint_frame(b), on_parent = ~pose(r.o, b.parent) * at,
              on_body = ~pose(r.o, i) * at;
    MobilizedBody &parent =
        b.parent < 0 ? static_cast<MobilizedBody &>(r.matter.updGround()) : r.body[b.parent];
    switch (b.kind) {
    case OUTLINE_BALL:
        return MobilizedBody::Ball(parent, on_parent, rigid, on_body);
    case OUTLINE_HINGE:
        return MobilizedBody::Pin(parent, on_parent, rigid, on_body);
    case OUTLINE_UNIVERSAL:
        return MobilizedBody::Universal(parent, on_parent, rigid, on_body);
    case OUTLINE_SLIDER:
        break;
    }
    return MobilizedBody::Slider(parent, on_parent, rigid, on_body);
}

MobilizedBody &body_of(run &r, int i)
{
    return i < 0 ? static_cast<MobilizedBody &>(r.matter.updGround()) : r.body[i];
}

void add_loop(run &r, const outline_loop &l)
{
    MobilizedBody &a = body_of(r, l.a), &b = body_of(r, l.b);
    Vec3 on_a = ~pose(r.o, l.a) * vector(l.at), on_b = ~pose(r.o, l.b) * vector(l.at);
    if (l.kind == OUTLINE_BALL) {
        Constraint::Ball(a, on_a, b, on_b);
    } else {
        Constraint::PointOnLine(a, ~pose(r.o, l.a).R() * UnitVec3(vector(l.axis)), on_a, b, on_b);
    }
}

Integrator *make_integrator(const run &r, int choice, double dt)
{
    switch (choice) {
    case EULER:
        return new SemiExplicitEulerIntegrator(r.system, dt);
    case VERLET:
        return new VerletIntegrator(r.system);
    case RK3:
        return new RungeKutta3Integrator(r.system);
    case MERSON:
        break;
    }
    return new RungeKuttaMersonIntegrator(r.system);
}

void build(run &r)
{
    r.body.reserve(r.o->n_body);
    for (int i = 0; i < r.o->n_body; i++) {
        r.body.push_back(add_body(r, i));
    }
    for (int i = 0; i < r.o->n_loop; i++) {
        add_loop(r, r.o->loop[i]);
    }
    bool driven = false;
    for (int i = 0; i < r.o->n_body; i++) {
        driven = driven || r.o->body[i].actuator.k > 0;
    }
    if (driven) {
        Force::Custom(r.forces, new Push(r.o, r.body));
    }
    Force::Gravity(r.forces, r.matter, vector(r.o->gravity));
}

// Velocities of the joints from those of the bodies; all coordinates start at zero.
State start(run &r)
{
    State s = r.system.realizeTopology();
    r.system.realizeModel(s);
    for (int i = 0; i < r.o->n_body; i++) {
        const outline_body &b = r.o->body[i];
        Vec3 w = vector(b.w);
        if (b.parent >= 0) {
            w -= vector(r.o->body[b.parent].w);
        }
        r.system.realize(s, Stage::Position);
        r.body[i].setUToFitAngularVelocity(s, ~joint_frame(b).R() * w);
    }
    return s;
}

void *begin(const contender *c, const mechanism *, const outline *o, double dt, char *why)
{
    try {
        auto r = std::make_unique<run>(o);
        build(*r);
        State s = start(*r);
        r->adaptive = c->adaptive;
        r->integrator.reset(make_integrator(*r, c->choice, dt));
        if (c->adaptive) {
            r->integrator->setAccuracy(dt);
        } else {
            r->integrator->setFixedStepSize(dt);
            r->integrator->setConstraintTolerance(kept);
            r->integrator->setReturnEveryInternalStep(true);
        }
        r->integrator->initialize(s);
        return r.release();
    } catch (const std::exception &e) {
        std::snprintf(why, 256, "%.200s", e.what());
        return nullptr;
    }
}

int advance(void *p, double t)
{
    run *r = static_cast<run *>(p);
    try {
        // the first call only says that it starts
        double before = r->integrator->getTime();
        while (r->adaptive ? r->integrator->getTime() < t : r->integrator->getTime() == before) {
            r->integrator->stepTo(r->adaptive ? t : Infinity);
        }
        return std::isfinite(r->integrator->getState().getQ().normInf());
    } catch (const std::exception &) {
        return 0;
    }
}

void positions(void *p, double *out)
{
    run *r = static_cast<run *>(p);
    std::fill_n(out, 3 * r->o->n_body, std::nan(""));
    try {
        const State &s = r->integrator->getState();
        r->system.realize(s, Stage::Position);
        for (int i = 0; i < r->o->n_body; i++) {
            const Vec3 &x = r->body[i].getBodyOriginLocation(s);
            std::copy_n(&x[0], 3, out + 3 * i);
        }
    } catch (const std::exception &) { // it has run into numbers that are none
    }
}

void finish(void *p)
{
    delete static_cast<run *>(p);
}

} // namespace

extern "C" {

const contender simbody_contenders[] = {
    {SIMBODY, "Simbody semi-explicit Euler", 1, 0, EULER},
    {SIMBODY, "Simbody Verlet", 2, 0, VERLET},
    {SIMBODY, "Simbody RK3", 3, 0, RK3},
    {SIMBODY, "Simbody RK-Merson", 4, 0, MERSON},
    {SIMBODY, "Simbody RK-Merson, adaptive", 0, 1, MERSON},
};
const int n_simbody_contenders = sizeof simbody_contenders / sizeof *simbody_contenders;
const contender_class simbody_class = {begin, advance, positions, finish};

const char *simbody_version(void)
{
    static char text[32];
    int major, minor, build;
    SimTK_version_simbody(&major, &minor, &build);
    std::snprintf(text, sizeof text, "%d.%d.%d", major, minor, build);
    return text;
}
}
