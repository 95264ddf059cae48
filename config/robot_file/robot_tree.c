// Links that do not move on each other become one body; what is left gets names and masses that a body may have.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inertias.h"
#include "reader/texts.h"
#include "robot_tree.h"

#define LARGEST_PART 0.53 // of the sum of the moments, as models are checked
#define LEAST_PART 1e-13  // likewise
#define SMALLEST 1e-90    // kg and kg*m^2, as models are checked
#define LARGEST 1e90
#define STAND_IN 1e-7 // mass of a link without one, of its lighter neighbour
#define NOTHING 1e-6  // of the inertia of that ball: none
#define BALL 1e-3     // radius of gyration of what has a mass and no inertia, by the robot's size

// ---- welding -------------------------------------------------------------------------------------

static bool is_welded(const tac_robot *r, int link)
{
    const int j = tac_robot_link_at(r, link)->joint;
    return j >= 0 && tac_robot_joint_at(r, j)->type == TAC_ROBOT_FIXED;
}

static int find_holder(const tac_robot *r, int link)
{
    while (link >= 0 && is_welded(r, link)) {
        link = tac_robot_joint_at(r, tac_robot_link_at(r, link)->joint)->parent;
    }
    return link;
}

static void move_looks(tac_robot *r, tac_robot_link *l, tac_robot_pose by)
{
    for (const tac_robot_look *look = l->look; look; look = look->next) {
        tac_robot_look moved = *look;
        moved.at = tac_robot_pose_in(by, look->at);
        tac_robot_look_at(r, l->holder, moved);
    }
}

static void weld(tac_robot *r, int link)
{
    tac_robot_link *l = tac_robot_link_at(r, link);
    if (l->holder == link) {
        return;
    }
    if (l->holder < 0) {
        r->held += l->solid.mass;
        move_looks(r, l, l->in_world);
        return;
    }
    tac_robot_link *h = tac_robot_link_at(r, l->holder);
    const tac_robot_pose by = tac_robot_pose_in(tac_robot_pose_back(h->in_world), l->in_world);
    h->solid = tac_robot_solid_sum(h->solid, tac_robot_solid_in(by, l->solid));
    h->with = h->with ? tac_robot_print(r, "%s, %s", h->with, l->name) : l->name;
    move_looks(r, l, by);
}

static int holder_of(const tac_robot *r, int link)
{
    return link < 0 ? TAC_ROBOT_GROUND : tac_robot_link_at(r, link)->holder;
}

static void weld_all(tac_robot *r)
{
    for (int i = 0; i < r->link.n; i++) {
        tac_robot_link_at(r, i)->holder = find_holder(r, i);
    }
    for (int i = 0; i < r->link.n; i++) {
        weld(r, i);
    }
    for (int k = 0; k < r->joint.n; k++) {
        tac_robot_joint *j = tac_robot_joint_at(r, k);
        j->parent = holder_of(r, j->parent);
        j->child = holder_of(r, j->child);
    }
    for (int k = 0; k < r->joint.n; k++) {
        tac_robot_joint *j = tac_robot_joint_at(r, k);
        if (j->parent == j->child && (j->type != TAC_ROBOT_FIXED || j->closes)) {
            tac_robot_tell(r, j->node,
                           "joint '%.80s' is between links that are fixed to each other; "
                           "not taken",
                           j->name);
            j->type = TAC_ROBOT_FREE;
            j->closes = false;
        }
    }
    for (int i = 0; i < r->link.n; i++) {
        tac_robot_link *l = tac_robot_link_at(r, i);
        l->relative = l->joint >= 0 ? tac_robot_joint_at(r, l->joint)->parent : TAC_ROBOT_GROUND;
    }
}

// ---- masses --------------------------------------------------------------------------------------

static bool has_mass(const tac_robot *r, int link)
{
    return link >= 0 && tac_robot_link_at(r, link)->solid.mass > 0.0;
}

static double least_moment(const tac_robot_solid *s)
{
    double six[6], moment[3];
    tac_robot_six(s->J, six);
    tac_principal_moments(six, moment);
    return moment[0];
}

// The lighter of the neighbours of a link that have a mass; -1: none has.
static int find_neighbour(const tac_robot *r, int link)
{
    int found = -1;
    for (int k = 0; k < r->joint.n; k++) {
        const tac_robot_joint *j = tac_robot_joint_at(r, k);
        const int other = j->parent == link ? j->child : j->child == link ? j->parent : -1;
        if (j->type == TAC_ROBOT_FREE || other == link || !has_mass(r, other)) {
            continue;
        }
        const double mass = tac_robot_link_at(r, other)->solid.mass;
        found = found < 0 || mass < tac_robot_link_at(r, found)->solid.mass ? other : found;
    }
    return found;
}

static void stand_in(tac_robot *r, int link, int neighbour)
{
    tac_robot_link *l = tac_robot_link_at(r, link);
    const tac_robot_link *n = tac_robot_link_at(r, neighbour);
    const double part = n->is_massless ? 1.0 : STAND_IN;
    const double J = part * least_moment(&n->solid);
    l->is_massless = true;
    l->solid = (tac_robot_solid){
        part * n->solid.mass, {0.0, 0.0, 0.0}, {{J, 0.0, 0.0}, {0.0, J, 0.0}, {0.0, 0.0, J}}};
    tac_robot_tell(r, l->node,
                   "'%.80s' moves and has no mass; it gets %.3g kg, a ten-millionth of its "
                   "lighter neighbour's",
                   l->name, l->solid.mass);
}

// Links without a mass get one from their neighbours, those beside other such links after these.
static void fill_masses(tac_robot *r)
{
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int i = 0; i < r->link.n; i++) {
            const tac_robot_link *l = tac_robot_link_at(r, i);
            const int n = l->holder == i && !has_mass(r, i) ? find_neighbour(r, i) : -1;
            if (n >= 0) {
                stand_in(r, i, n);
                goes_on = true;
            }
        }
    }
    for (int i = 0; i < r->link.n; i++) {
        const tac_robot_link *l = tac_robot_link_at(r, i);
        if (l->holder == i && !has_mass(r, i)) {
            tac_robot_refuse(r, l->node,
                             "'%.80s' moves and has no mass, nor have its neighbours; "
                             "give it one",
                             l->name);
        }
    }
}

static void mend(tac_robot *r, tac_robot_link *l, const double six[6])
{
    double near[6];
    tac_nearest_inertia(six, near);
    const double J = l->solid.mass * BALL * BALL * r->size * r->size;
    if (!(near[0] + near[1] + near[2] > NOTHING * J)) {
        near[0] = near[1] = near[2] = J;
        near[3] = near[4] = near[5] = 0.0;
    }
    l->solid.J = tac_robot_inertia(near);
    tac_robot_tell(r, l->node,
                   "no body has the inertia of '%.80s'; it becomes %.5g %.5g %.5g %.5g "
                   "%.5g %.5g (xx yy zz xy xz yz)",
                   l->name, near[0], near[1], near[2], near[3], near[4], near[5]);
}

static void check_inertia(tac_robot *r, tac_robot_link *l)
{
    double six[6], m[3];
    tac_robot_six(l->solid.J, six);
    tac_principal_moments(six, m);
    const double sum = m[0] + m[1] + m[2];
    if (!(l->solid.mass > SMALLEST && l->solid.mass < LARGEST && sum < LARGEST) ||
        (sum > 0.0 && sum < SMALLEST)) {
        tac_robot_refuse(r, l->node,
                         "'%.80s' has %g kg and moments of %g kg*m^2; check their units", l->name,
                         l->solid.mass, sum);
    }
    if (m[0] > LEAST_PART * sum && m[2] < LARGEST_PART * sum) {
        return;
    }
    if (!r->request->mends) {
        tac_robot_refuse(r, l->node,
                         "no body has the inertia of '%.80s', with principal moments "
                         "%.5g, %.5g and %.5g kg*m^2: %s; correct it, or add "
                         "--mend-inertias",
                         l->name, m[0], m[1], m[2],
                         m[0] > LEAST_PART * sum ? "one is more than the sum of the others"
                                                 : "all have to be above zero");
    }
    mend(r, l, six);
}

// ---- stops ---------------------------------------------------------------------------------------

#define STOP \
    300.0 // rad/s: the square times what a joint feels is the stiffness of its limits, as models have it

// The body with a mass of its own behind links without one, away from a joint; ground: none.
static int find_real(const tac_robot *r, int link, bool outward)
{
    for (int steps = 0; steps < r->link.n && link >= 0; steps++) {
        const tac_robot_link *l = tac_robot_link_at(r, link);
        if (!l->is_massless) {
            return link;
        }
        int next = l->joint >= 0 && !outward ? tac_robot_joint_at(r, l->joint)->parent : -1;
        for (int k = 0; k < r->joint.n && outward && next < 0; k++) {
            const tac_robot_joint *j = tac_robot_joint_at(r, k);
            next = j->parent == link && j->said ? j->child : -1;
        }
        link = next;
    }
    return link;
}

// What a joint feels of a body, 1/kg or 1/(kg m^2).
static double ease_of(const tac_robot *r, const tac_robot_joint *j, int link)
{
    if (link < 0) {
        return 0.0;
    }
    const tac_robot_link *l = tac_robot_link_at(r, link);
    if (j->type == TAC_ROBOT_PRISMATIC) {
        return 1.0 / l->solid.mass;
    }
    const tac_robot_solid s = tac_robot_solid_in(l->in_world, l->solid);
    const vec3 arm = cross3(sub3(s.com, j->at), j->axis);
    return 1.0 / (dot3(j->axis, mul3(s.J, j->axis)) + s.mass * dot3(arm, arm));
}

// Limits beside a link that was given a mass would be as soft as that is light.
static void stiffen_limits(tac_robot *r)
{
    for (int k = 0; k < r->joint.n; k++) {
        tac_robot_joint *j = tac_robot_joint_at(r, k);
        const bool is_light = (j->parent >= 0 && tac_robot_link_at(r, j->parent)->is_massless) ||
                              (j->child >= 0 && tac_robot_link_at(r, j->child)->is_massless);
        if (!j->said || !is_light || !(j->has_lower || j->has_upper)) {
            continue;
        }
        const double ease = ease_of(r, j, find_real(r, j->parent, false)) +
                            ease_of(r, j, find_real(r, j->child, true));
        char digits[32]; // three of them are enough
        (void)snprintf(digits, sizeof digits, "%.3g", ease > 0.0 ? STOP * STOP / ease : 0.0);
        j->stop = strtod(digits, NULL);
    }
}

// ---- names ---------------------------------------------------------------------------------------

enum { MOST_LETTERS = 64 }; // with a number behind it, or what acts on a joint

static bool is_taken(const char *const *taken, int n, const char *name)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(taken[i], name) == 0) {
            return true;
        }
    }
    return strcmp(name, "ground") == 0;
}

// A name as models have them, like none of those before, which it joins.
static const char *distinct(tac_robot *r, const char *name, const char **taken, int *n)
{
    char plain[MOST_LETTERS + 1], numbered[2 * MOST_LETTERS];
    size_t length = 0;
    for (const char *c = name; *c != '\0' && length < MOST_LETTERS - 14; c++) {
        const bool good = isalnum((unsigned char)*c) || *c == '-' || *c == '.' || *c == '_';
        if (length > 0 || isalnum((unsigned char)*c)) {
            plain[length++] = good ? *c : '_';
        }
    }
    plain[length] = '\0';
    if (length == 0) {
        (void)strcpy(plain, "x");
    }
    (void)strcpy(numbered, plain);
    for (int k = 2; is_taken(taken, *n, numbered); k++) {
        (void)snprintf(numbered, sizeof numbered, "%s_%d", plain, k);
    }
    taken[(*n)++] = tac_robot_print(r, "%s", numbered);
    return taken[*n - 1];
}

static void name_all(tac_robot *r)
{
    const char **taken = tac_robot_take(
        r, (size_t)(r->link.n + r->joint.n + r->coupler.n + r->input.n + 1), sizeof *taken);
    int n = 0;
    for (int i = 0; i < r->link.n; i++) {
        tac_robot_link *l = tac_robot_link_at(r, i);
        if (l->holder == i) {
            l->said = distinct(r, l->name, taken, &n);
        }
    }
    n = 0;
    for (int k = 0; k < r->joint.n; k++) {
        tac_robot_joint *j = tac_robot_joint_at(r, k);
        if (j->type != TAC_ROBOT_FREE && (j->type != TAC_ROBOT_FIXED || j->closes)) {
            j->said = distinct(r, j->name, taken, &n);
        }
    }
    n = 0;
    for (int k = 0; k < r->input.n; k++) {
        tac_robot_input *i = &((tac_robot_input *)r->input.data)[k];
        i->said = distinct(r, i->name, taken, &n);
    }
    n = 0;
    for (int k = 0; k < r->coupler.n; k++) {
        tac_robot_coupler *c = &((tac_robot_coupler *)r->coupler.data)[k];
        bool is_whole = true;
        for (int i = 0; i < c->n_term; i++) {
            is_whole = is_whole && tac_robot_joint_at(r, c->term[i].joint)->said;
        }
        c->said = is_whole ? distinct(r, c->name, taken, &n) : NULL;
    }
}

// ---- starts --------------------------------------------------------------------------------------

static bool follows(const tac_robot *r, int joint)
{
    const tac_robot_coupler *c = r->coupler.data;
    for (int k = 0; k < r->coupler.n; k++) {
        if (!c[k].is_law && c[k].term[0].joint == joint) {
            return true;
        }
    }
    return false;
}

// A joint whose limits do not hold zero begins at the nearer one.
static void begin_within_limits(tac_robot *r)
{
    for (int k = 0; k < r->joint.n; k++) {
        tac_robot_joint *j = tac_robot_joint_at(r, k);
        const bool low = j->has_lower && j->lower > 0.0, high = j->has_upper && j->upper < 0.0;
        if (!j->said || (!low && !high) || follows(r, k)) {
            continue;
        }
        j->start = low ? j->lower : j->upper;
        r->assembles = true;
        tac_robot_tell(r, j->node, "joint '%.80s' begins at %g, for its limits leave zero out",
                       j->name, j->start);
    }
}

static void measure(tac_robot *r)
{
    for (int i = 0; i < r->link.n; i++) {
        r->size = fmax(r->size, norm3(tac_robot_link_at(r, i)->in_world.p));
    }
    r->size = r->size > 0.0 ? r->size : 1.0;
    if (!(r->size < 1e9)) {
        tac_robot_refuse(r, NULL, "the robot is %g m large; check its units", r->size);
    }
}

static bool is_alone(const tac_robot *r)
{
    for (int i = 0; i < r->link.n; i++) {
        if (tac_robot_link_at(r, i)->holder == i) {
            return false;
        }
    }
    return true;
}

// What couplers want at the start may be far from where the file has bodies.
static void move_to_couplers(tac_robot *r)
{
    const tac_robot_coupler *c = r->coupler.data;
    for (int k = 0; k < r->coupler.n; k++) {
        r->assembles =
            r->assembles ||
            (!c[k].is_law && (c[k].offset != 0.0 || c[k].term[1].table != TAC_ROBOT_NO_TABLE));
    }
}

void tac_robot_assemble(tac_robot *r)
{
    measure(r);
    move_to_couplers(r);
    weld_all(r);
    if (is_alone(r)) {
        tac_robot_refuse(r, NULL, "nothing of it moves: all links are fixed to the world; %s",
                         strcmp(r->format, "URDF") == 0 ? "let it fall with --floating"
                                                        : "give one a joint");
    }
    fill_masses(r);
    for (int i = 0; i < r->link.n; i++) {
        tac_robot_link *l = tac_robot_link_at(r, i);
        if (l->holder == i) {
            check_inertia(r, l);
        }
    }
    name_all(r);
    begin_within_limits(r);
    stiffen_limits(r);
}
