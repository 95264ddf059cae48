#include "command.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "printable.h"
#include "takers.h"
#include "visual.h"
#include "words.h"

int tac_command_fail(int code, const char *line)
{
    fprintf(stderr, "%s\n", TAC_SHOWN(line));
    return code;
}

void tac_command_tell(const char *notes)
{
    const char *at = notes ? notes : "";
    while (*at != '\0') {
        char line[1400];
        const size_t n = strcspn(at, "\n");
        (void)snprintf(line, sizeof line, "%.*s", (int)(n < 1300 ? n : 1300), at);
        fprintf(stderr, "%s\n", TAC_SHOWN(line));
        at += n + (at[n] == '\n');
    }
}

int tac_command_refuse(const tac_diag *why, tac_exit otherwise)
{
    int code = tac_command_fail(tac_exit_of(why, otherwise), why->text);
    fputs(why->more, stderr);
    return code;
}

const char *const tac_record_states[2] = {"all", "checkpoints"};

bool tac_command_records(tac_args *a, const tac_record_settings *r)
{
    return r->path || (r->states == 0 && r->steps_per_block == 0) ||
           tac_args_fail(a, "nothing is recorded without --record FILE");
}

static bool look(const char *path, struct stat *about)
{
    return strcmp(path, "-") == 0 ? fstat(STDOUT_FILENO, about) == 0 : stat(path, about) == 0;
}

// Of a device everybody may have his own part, or it takes all that is written.
static bool is_same_file(const char *one, const char *other)
{
    struct stat x, y;
    return look(one, &x) && look(other, &y) && !S_ISCHR(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

bool tac_command_spares(tac_args *a, const char *input, const char *output)
{
    return !output || !is_same_file(input, output) ||
           tac_args_fail(a, "'%s' is read and would be overwritten; choose another name", output);
}

bool tac_command_spares_model(tac_args *a, const tac_model_file *f, const char *output)
{
    for (int i = 0; i < f->n_file; i++) {
        if (!tac_command_spares(a, f->file_name[i], output)) {
            return false;
        }
    }
    const tac_visuals looks = tac_model_file_visuals(f);
    for (int i = 0; i < looks.n_mesh; i++) {
        if (!tac_command_spares(a, looks.mesh[i].path, output)) {
            return false;
        }
    }
    return true;
}

// Where a file will be made that is not there yet: the folder without links, and the name in it. Links that lead
// nowhere are followed.
static bool find_place(const char *path, char place[PATH_MAX])
{
    enum { MOST_LINKS = 40 };
    char at[PATH_MAX], folder[PATH_MAX], name[PATH_MAX], target[PATH_MAX];
    ssize_t n;
    bool good = snprintf(at, sizeof at, "%s", path) < (int)sizeof at;
    for (int i = 0; good && i < MOST_LINKS; i++) {
        memcpy(folder, at, sizeof folder);
        memcpy(name, at, sizeof name);
        if ((n = readlink(at, target, sizeof target - 1)) < 0) {
            return realpath(dirname(folder), target) &&
                   snprintf(place, PATH_MAX, "%s/%s", target, basename(name)) < PATH_MAX;
        }
        target[n] = '\0';
        good = snprintf(at, sizeof at, "%s%s%s", *target == '/' ? "" : dirname(folder),
                        *target == '/' ? "" : "/", target) < (int)sizeof at;
    }
    return false;
}

static bool collide(const char *one, const char *other)
{
    struct stat s;
    char x[PATH_MAX], y[PATH_MAX];
    bool is_same_word = strcmp(one, other) == 0;
    if (look(one, &s) || look(other, &s)) {
        return is_same_file(one, other) || (is_same_word && strcmp(one, "-") == 0);
    }
    return is_same_word || (find_place(one, x) && find_place(other, y) && strcmp(x, y) == 0);
}

bool tac_command_apart(tac_args *a, const char *const *output, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            if (output[i] && output[k] && collide(output[i], output[k])) {
                return tac_args_fail(a, "two kinds of results cannot both write to '%s'",
                                     output[i]);
            }
        }
    }
    return true;
}

// ---- methods -------------------------------------------------------------------------------------

bool tac_command_method(tac_args *a, void *settings)
{
    (void)settings;
    enum { MOST = 64 };
    const char *word[MOST];
    int n = 0;
    if (tac_method_of_word(a->value)) {
        return true;
    }
    for (; n < MOST && tac_methods[n].word; n++) {
        word[n] = tac_methods[n].word;
    }
    const char *nearest = tac_nearest_word(a->value, word, n);
    if (nearest) {
        return tac_args_fail(a, "unknown method '%s'; did you mean '%s'?", a->value, nearest);
    }
    char list[400];
    return tac_args_fail(a, "unknown method '%s'; it must be %s", a->value,
                         tac_word_list(list, sizeof list, word, n));
}

bool tac_command_real_time(tac_args *a, const tac_method *method)
{
    return !method->is_offline ||
           tac_args_fail(a, "the method '%s' is not for real time; take --method %s, or tactus sim",
                         tac_method_word(method), tac_methods[0].word);
}

bool tac_command_takes(tac_args *a, const tac_method *method, tac_solver_key key)
{
    char takers[256], why[128];
    const tac_named_method *other = tac_method_with(key);
    return tac_method_takes(method, key) ||
           tac_args_fail(a,
                         "--%s belongs to %s, not to '%s'%s; leave out --%s, or take --method %s",
                         tac_solver_key_word(key), tac_takers(takers, sizeof takers, key),
                         tac_method_word(method), tac_why_it_lacks(why, sizeof why, method),
                         tac_solver_key_word(key), other ? other->word : tac_methods[0].word);
}

void tac_command_apply_method(tac_simulation *s, const char *word)
{
    if (word) {
        tac_simulation_take_method(s, tac_method_of_word(word));
    }
}

bool tac_command_carriers(tac_args *a, void *settings)
{
    (void)settings;
    return strcmp(a->value, "on") == 0 || strcmp(a->value, "off") == 0 ||
           tac_args_fail(a, "--carriers must be on or off, not '%s'", a->value);
}

bool tac_command_apply_carriers(tac_args *a, tac_simulation *s, const char *word)
{
    if (!word) {
        return true;
    }
    s->options.carriers = strcmp(word, "on") == 0 ? TAC_CARRIERS_ON : TAC_CARRIERS_OFF;
    return s->options.carriers == TAC_CARRIERS_OFF ||
           tac_command_takes(a, s->method, TAC_KEY_CARRIERS);
}

bool tac_command_spares_all(tac_args *a, const char *path, const tac_given *given,
                            const char *const *output, int n)
{
    struct stat there;
    bool spared = true, wanted = false;
    for (int i = 0; i < n; i++) {
        spared = spared && tac_command_spares(a, path, output[i]);
        wanted = wanted || (output[i] && stat(output[i], &there) == 0 && S_ISREG(there.st_mode));
    }
    if (!spared || !wanted) {
        return spared;
    }
    tac_simulation s;
    bool is_read = tac_simulation_read_any(&s, path, given);
    for (int i = 0; i < n && is_read && spared; i++) {
        spared = tac_command_spares_model(a, s.file, output[i]);
    }
    tac_simulation_close(&s);
    return spared;
}
