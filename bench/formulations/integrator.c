#include "integrator.h"

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

struct integrator {
    integrator_kind kind;
    problem *p;
    double end;
    SUNContext context;
    N_Vector y;
    SUNNonlinearSolver solver; // of Adams
    void *memory;
};

static int derivative(realtype t, N_Vector y, N_Vector yd, void *of)
{
    problem_derivative(of, t, N_VGetArrayPointer(y), N_VGetArrayPointer(yd));
    return 0;
}

static bool open_runge_kutta(integrator *s, double tolerance)
{
    ARKODE_ERKTableID table =
        s->kind == DORMAND_PRINCE_45 ? ARKODE_DORMAND_PRINCE_7_4_5 : ARKODE_BOGACKI_SHAMPINE_4_2_3;
    s->memory = ERKStepCreate(derivative, 0.0, s->y, s->context);
    return s->memory && ERKStepSetTableNum(s->memory, table) == 0 &&
           ERKStepSStolerances(s->memory, tolerance, tolerance) == 0 &&
           ERKStepSetUserData(s->memory, s->p) == 0 && ERKStepSetStopTime(s->memory, s->end) == 0;
}

static bool open_adams(integrator *s, double tolerance)
{
    s->memory = CVodeCreate(CV_ADAMS, s->context);
    s->solver = SUNNonlinSol_FixedPoint(s->y, 0, s->context);
    return s->memory && s->solver && CVodeInit(s->memory, derivative, 0.0, s->y) == 0 &&
           CVodeSStolerances(s->memory, tolerance, tolerance) == 0 &&
           CVodeSetUserData(s->memory, s->p) == 0 &&
           CVodeSetNonlinearSolver(s->memory, s->solver) == 0 &&
           CVodeSetStopTime(s->memory, s->end) == 0;
}

integrator *integrator_open(integrator_kind kind, problem *p, double tolerance, double end)
{
    integrator *s = calloc(1, sizeof *s);
    if (s) {
        *s = (integrator){.kind = kind, .p = p, .end = end};
        bool good = SUNContext_Create(NULL, &s->context) == 0;
        s->y = good ? N_VNew_Serial(p->f.n_y, s->context) : NULL;
        if (s->y) {
            memcpy(N_VGetArrayPointer(s->y), p->y, (size_t)p->f.n_y * sizeof *p->y);
            good = kind == ADAMS ? open_adams(s, tolerance) : open_runge_kutta(s, tolerance);
            p->calls = 0;
        }
        if (s->y && good) {
            return s;
        }
        integrator_close(s);
    }
    fprintf(stderr, "SUNDIALS cannot be set up\n");
    return NULL;
}

void integrator_close(integrator *s)
{
    if (s->kind == ADAMS) {
        CVodeFree(&s->memory);
    } else {
        ERKStepFree(&s->memory);
    }
    if (s->solver) {
        SUNNonlinSolFree(s->solver);
    }
    if (s->y) {
        N_VDestroy(s->y);
    }
    SUNContext_Free(&s->context);
    free(s);
}

bool integrator_step(integrator *s, double *t, double **y)
{
    int code = s->kind == ADAMS ? CVode(s->memory, s->end, s->y, t, CV_ONE_STEP)
                                : ERKStepEvolve(s->memory, s->end, s->y, t, ARK_ONE_STEP);
    *y = N_VGetArrayPointer(s->y);
    return code >= 0;
}
