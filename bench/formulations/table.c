#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *const set_name[N_SET] = {"bodies", "joints"};
const char *const form_name[N_FORM] = {"HDCA", "DCA"};

static void put(FILE *f, int loop, int kind, double tol, int set, int form, const outcome *of)
{
    fprintf(f, "%s,%s,%g,%s,%s,%d,%g,%ld,%ld,%.4g,%.4g,%.4g,%.4g,%.4g\n", loop_name[loop],
            integrator_name[kind], tol, set_name[set], form_name[form], of->good, of->t, of->calls,
            of->steps, of->seconds, of->energy, of->position, of->velocity, of->sigma);
}

bool table_write(const comparison *c, const char *path)
{
    FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!f) {
        fprintf(stderr, "'%s' cannot be written: %s\n", path, strerror(errno));
        return false;
    }
    fputs("loop,integrator,tolerance,coordinates,formulation,good,until,calls,steps,seconds,energy,"
          "position,velocity,sigma\n",
          f);
    for (int i = 0; i < N_LOOP * N_INTEGRATOR * N_TOLERANCE * N_SET * N_FORM; i++) {
        int form = i % N_FORM, set = i / N_FORM % N_SET, tol = i / N_FORM / N_SET % N_TOLERANCE;
        int kind = i / N_FORM / N_SET / N_TOLERANCE % N_INTEGRATOR;
        int loop = i / N_FORM / N_SET / N_TOLERANCE / N_INTEGRATOR;
        put(f, loop, kind, tolerance[tol], set, form, &c->run[loop][kind][tol][set][form]);
    }
    for (int i = 0; i < N_SET * N_FORM * N_MARK; i++) {
        int k = i % N_MARK, form = i / N_MARK % N_FORM, set = i / N_MARK / N_FORM;
        put(f, 0, DORMAND_PRINCE_45, 1e-6, set, form, &c->growth[set][form][k]);
    }
    bool good = !ferror(f);
    return (f == stdout ? fflush(f) : fclose(f)) == 0 && good;
}
