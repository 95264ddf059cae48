#include "loaded.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element_types.h"
#include "part_file.h"
#include "part_table.h"
#include "printable.h"

static const char no_memory[] = "not enough memory for a part";

static bool say(char *why, size_t size, const char *text)
{
    (void)snprintf(why, size, "%s", text);
    return false;
}

// ---- what there is -----------------------------------------------------------------------------

typedef struct entry {
    struct entry *next;
    tac_known_part part;
    tac_part_file file;                            // of one that is here
    tac_part_table table;                          // of one that is not,
    tac_part_value value[3][TAC_PART_MOST_VALUES]; // with its lists
    char *text;                                    // and their names
    const char *law;                               // word of a law, NULL: a part
} entry;

static entry *entries;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static entry *find_loaded(const uint64_t hash[2])
{
    entry *e = entries;
    while (e && !(e->part.is_here && memcmp(e->part.hash, hash, sizeof e->part.hash) == 0)) {
        e = e->next;
    }
    return e;
}

static void add(entry *e)
{
    e->next = entries;
    entries = e;
}

static const char *what_is_wrong(const tac_part_table *table, const double *parameter)
{
    return table->check ? table->check(parameter) : NULL;
}

bool tac_part_load(const void *context, const char *path, tac_known_part *part, char *why,
                   size_t size)
{
    (void)context;
    entry *e = calloc(1, sizeof *e);
    if (!e) {
        return say(why, size, no_memory);
    }
    if (!tac_part_open(&e->file, path, why, size)) {
        free(e);
        return false;
    }
    e->part = (tac_known_part){.table = e->file.table,
                               .law = e->file.law ? e->file.law->type : NULL,
                               .is_here = true,
                               .hash = {e->file.hash[0], e->file.hash[1]},
                               .wrong = e->file.table ? what_is_wrong : NULL};
    pthread_mutex_lock(&lock);
    entry *before = find_loaded(e->file.hash);
    if (!before) {
        add(e);
    }
    pthread_mutex_unlock(&lock);
    *part = before ? before->part : e->part;
    if (before) {
        tac_part_close(&e->file);
        free(e);
    }
    return true;
}

const char *tac_part_hash_text(char out[TAC_PART_HASH_SIZE], const uint64_t hash[2])
{
    (void)snprintf(out, TAC_PART_HASH_SIZE, "%016" PRIx64 "%016" PRIx64, hash[0], hash[1]);
    return out;
}

// ---- as text -----------------------------------------------------------------------------------

enum { LISTS = 3 };
static const char with_bodies[] = "bodies\n";
static const tac_part_bodies not_here; // of one that is not here, which has some
static const char *const list_word[LISTS] = {"parameter", "input", "output"};

static void put_list(FILE *out, const char *word, uint32_t n, const tac_part_value *value)
{
    for (uint32_t i = 0; i < n; i++) {
        fprintf(out, "%s %s %.17g %s\n", word, value[i].name, value[i].value, value[i].unit);
    }
}

char *tac_part_text(const tac_known_part *part)
{
    const tac_part_table *t = part->table;
    char *text = NULL, hash[TAC_PART_HASH_SIZE];
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        return NULL;
    }
    if (part->law) {
        fprintf(out, "hash %s\nlaw %s\n", tac_part_hash_text(hash, part->hash),
                part->law->type.word);
        return fclose(out) == 0 ? text : NULL;
    }
    fprintf(out, "hash %s\nstate %u\n%stitle %s\n", tac_part_hash_text(hash, part->hash),
            t->n_state, t->bodies ? with_bodies : "", t->title);
    put_list(out, list_word[0], t->n_parameter, t->parameter);
    put_list(out, list_word[1], t->n_input, t->input);
    put_list(out, list_word[2], t->n_output, t->output);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

// What of a line is left behind a word and a space; NULL if it begins otherwise.
static char *behind(char *line, const char *word)
{
    size_t n = strlen(word);
    return strncmp(line, word, n) == 0 && line[n] == ' ' ? line + n + 1 : NULL;
}

static bool is_hash(const char *text, uint64_t hash[2])
{
    return strlen(text) == TAC_PART_HASH_SIZE - 1 &&
           strspn(text, "0123456789abcdef") == TAC_PART_HASH_SIZE - 1 &&
           sscanf(text, "%16" SCNx64 "%16" SCNx64, &hash[0], &hash[1]) == 2;
}

static bool is_name(const char *name)
{
    size_t n = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return n > 0 && n < TAC_PART_NAME_SIZE && name[n] == '\0';
}

static bool is_text(const char *text)
{
    char shown[TAC_PART_NAME_SIZE];
    return strlen(text) < TAC_PART_NAME_SIZE &&
           strcmp(tac_printable(shown, sizeof shown, text), text) == 0;
}

static bool is_known(const tac_part_value *value, uint32_t n, const char *name)
{
    bool known = false;
    for (uint32_t i = 0; i < n; i++) {
        known = known || strcmp(value[i].name, name) == 0;
    }
    return known;
}

// "NAME VALUE UNIT" into a list.
static bool read_value(char *line, tac_part_value *value, uint32_t *n)
{
    char *name = strsep(&line, " "), *number = strsep(&line, " "), *end = number;
    if (!line || *n == TAC_PART_MOST_VALUES || !is_name(name) || is_known(value, *n, name) ||
        !is_text(line)) {
        return false;
    }
    double x = strtod(number, &end);
    value[(*n)++] = (tac_part_value){name, line, x};
    return *number && *end == '\0' && isfinite(x);
}

static bool read_line(entry *e, char *line)
{
    tac_part_table *t = &e->table;
    uint32_t *const count[LISTS] = {&t->n_parameter, &t->n_input, &t->n_output};
    char *rest = behind(line, "hash");
    if (rest) {
        return is_hash(rest, e->part.hash);
    }
    if ((rest = behind(line, "law"))) {
        e->law = rest;
        return is_name(rest);
    }
    if (strcmp(line, "bodies") == 0) {
        t->bodies = &not_here;
        return true;
    }
    if ((rest = behind(line, "title"))) {
        t->title = rest;
        return is_text(rest);
    }
    if ((rest = behind(line, "state"))) {
        char *end = rest;
        unsigned long n = strtoul(rest, &end, 10);
        t->n_state = (uint32_t)n;
        return isdigit((unsigned char)*rest) && *end == '\0' && n <= TAC_PART_MOST_KEPT;
    }
    for (int k = 0; k < LISTS; k++) {
        if ((rest = behind(line, list_word[k]))) {
            return read_value(rest, e->value[k], count[k]);
        }
    }
    return false;
}

static bool read_text(entry *e)
{
    char *rest = e->text;
    bool good = true;
    for (char *line; good && (line = strsep(&rest, "\n")) && *line;) {
        good = read_line(e, line);
    }
    e->table.parameter = e->value[0];
    e->table.input = e->value[1];
    e->table.output = e->value[2];
    e->part.table = &e->table;
    return good && !(rest && *rest) && (e->law || e->table.title != NULL);
}

static uint64_t bits_of(double x)
{
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static bool same_list(const tac_part_value *a, const tac_part_value *b, uint32_t n)
{
    bool same = true;
    for (uint32_t i = 0; i < n && same; i++) {
        same = strcmp(a[i].name, b[i].name) == 0 && bits_of(a[i].value) == bits_of(b[i].value);
    }
    return same;
}

static bool same_table(const tac_part_table *a, const tac_part_table *b)
{
    return a->n_state == b->n_state && !a->bodies == !b->bodies &&
           a->n_parameter == b->n_parameter && a->n_input == b->n_input &&
           a->n_output == b->n_output && same_list(a->parameter, b->parameter, a->n_parameter) &&
           same_list(a->input, b->input, a->n_input) &&
           same_list(a->output, b->output, a->n_output);
}

// A law is here or not at all: without its object nobody knows what its keys mean.
static bool law_of_text(entry *e, tac_known_part *part, char *why, size_t size)
{
    char hash[TAC_PART_HASH_SIZE];
    pthread_mutex_lock(&lock);
    const entry *here = find_loaded(e->part.hash);
    *part = here ? here->part : (tac_known_part){.table = NULL};
    pthread_mutex_unlock(&lock);
    if (!part->law) {
        (void)snprintf(why, size,
                       "a log brings no objects: give that of the law '%s', of hash %s, by --part",
                       e->law, tac_part_hash_text(hash, e->part.hash));
    }
    free(e->text);
    free(e);
    return part->law != NULL;
}

bool tac_part_of_text(const char *text, size_t length, tac_known_part *part, char *why, size_t size)
{
    entry *e = calloc(1, sizeof *e);
    if (!e || !(e->text = strndup(text, length))) {
        free(e);
        return say(why, size, no_memory);
    }
    bool good = read_text(e), keep = false;
    if (good && e->law) {
        return law_of_text(e, part, why, size);
    }
    pthread_mutex_lock(&lock);
    const entry *here = good ? find_loaded(e->part.hash) : NULL;
    good = good && (!here || (here->part.table && same_table(here->part.table, &e->table)));
    keep = good && !here;
    if (keep) {
        add(e);
    }
    *part = here ? here->part : keep ? e->part : (tac_known_part){.table = NULL};
    pthread_mutex_unlock(&lock);
    if (!keep) {
        free(e->text);
        free(e);
    }
    return good ||
           say(why, size, "what the log says of the part is damaged; take another copy of it");
}
