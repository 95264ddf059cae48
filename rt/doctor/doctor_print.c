#include "doctor_print.h"

#include <string.h>

#include "doctor.h"
#include "format/json.h"
#include "printable.h"

enum { LEFT = 27, RIGHT = 100 }; // columns of the sentences

const char *tac_health_name(tac_health h)
{
    static const char *const name[] = {"good", "unknown", "degraded", "unusable"};
    return name[h];
}

// ---------------------------------------------------------------- text

// Words from the column LEFT on, which the cursor has reached already.
static void print_wrapped(const char *text, FILE *out)
{
    int column = LEFT;
    while (*text != '\0') {
        int n = (int)strcspn(text, " ");
        if (column > LEFT && column + 1 + n > RIGHT) {
            fprintf(out, "\n%*s", LEFT, "");
            column = LEFT;
        } else if (column > LEFT) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", n, text);
        column += n;
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void print_finding(const tac_finding *f, FILE *out)
{
    fprintf(out, "%-9s  %-14s  ", tac_health_name(f->health), f->check);
    print_wrapped(TAC_SHOWN(f->found), out);
    if (f->meaning[0] != '\0') {
        fprintf(out, "%*s", LEFT, "");
        print_wrapped(TAC_SHOWN(f->meaning), out);
    }
    if (f->fix[0] != '\0') {
        fprintf(out, "%*s%s\n", LEFT, "-> ", TAC_SHOWN(f->fix)); // not wrapped, to be copied
    }
}

void tac_doctor_print(const tac_finding *finding, int n, FILE *out)
{
    int count[TAC_HEALTH_UNUSABLE + 1] = {0};
    for (int i = 0; i < n; i++) {
        print_finding(&finding[i], out);
        count[finding[i].health]++;
    }
    fprintf(out, "\n%s: %d good, %d degraded, %d unusable, %d unknown\n",
            tac_health_name(tac_doctor_verdict(finding, n)), count[TAC_HEALTH_GOOD],
            count[TAC_HEALTH_DEGRADED], count[TAC_HEALTH_UNUSABLE], count[TAC_HEALTH_UNKNOWN]);
}

// ---------------------------------------------------------------- JSON

void tac_doctor_print_json(const char *rig, const tac_finding *finding, int n, FILE *out)
{
    static char text[1 << 17]; // all findings, every letter escaped
    tac_json j;
    tac_json_begin(&j, text, (int)sizeof text);
    tac_json_open(&j, NULL, '{');
    if (rig != NULL) {
        tac_json_text(&j, "rig", rig);
    }
    tac_json_text(&j, "verdict", tac_health_name(tac_doctor_verdict(finding, n)));
    tac_json_open(&j, "checks", '[');
    for (int i = 0; i < n; i++) {
        tac_json_open(&j, NULL, '{');
        tac_json_text(&j, "check", finding[i].check);
        tac_json_text(&j, "state", tac_health_name(finding[i].health));
        tac_json_text(&j, "found", finding[i].found);
        tac_json_text(&j, "meaning", finding[i].meaning);
        tac_json_text(&j, "fix", finding[i].fix);
        tac_json_close(&j, '}');
    }
    tac_json_close(&j, ']');
    tac_json_close(&j, '}');
    fprintf(out, "%s\n", text);
}
