#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"
#include "format/text_output.h"
#include "printable.h"

void tac_log_value_print(uint64_t word, int whole, char *out, size_t size)
{
    char text[TAC_NUMBER_SIZE];
    double x;
    memcpy(&x, &word, sizeof x);
    if (whole) {
        snprintf(text, sizeof text, "%" PRId64, (int64_t)word);
    } else {
        tac_number_print(x, text);
    }
    snprintf(out, size, "0x%016" PRIx64 " = %s", word, text);
}

static void print_difference(FILE *out, const tac_replay_case *c)
{
    const tac_replay_difference *d = &c->result.difference;
    char recorded[80], replayed[80];
    tac_log_value_print(d->recorded, d->whole, recorded, sizeof recorded);
    tac_log_value_print(d->replayed, d->whole, replayed, sizeof replayed);
    if (d->step != c->result.step && !c->by_value) {
        fprintf(out, "  values at     step %" PRId64 ", where the log holds the next state\n",
                d->step);
    }
    fprintf(out, "  %-13s %s\n", c->by_value ? "largest" : "first signal", TAC_SHOWN(d->signal));
    fprintf(out, "  recorded      %s\n  replayed      %s\n", recorded, replayed);
    if (c->by_value) {
        fprintf(out, "  deviation     %.3g of its tolerance, at step %" PRId64 "\n", d->deviation,
                d->step);
    } else {
        fprintf(out, "  signals       %zu differ\n", d->n);
    }
}

// The reason has several lines where headers differ.
static void print_lines(FILE *out, const char *text)
{
    for (const char *end; *text; text = *end ? end + 1 : end) {
        char line[sizeof((tac_replay_case *)0)->why];
        end = text + strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(end - text), text);
        fprintf(out, "%s\n", TAC_SHOWN(line));
    }
}

static void print_verdict(FILE *out, const tac_replay_case *c)
{
    const tac_replay_result *r = &c->result;
    switch (r->verdict) {
    case TAC_REPLAY_IDENTICAL:
        fprintf(out, "%s: %s: steps %" PRId64 " to %" PRId64 ", %" PRId64 " states compared\n",
                TAC_SHOWN(c->path),
                r->interrupted ? "not finished, no difference so far"
                : c->by_value  ? "within tolerance"
                               : "identical",
                r->first, r->last, r->compared);
        break;
    case TAC_REPLAY_DIVERGED:
        fprintf(out, "%s: diverged at step %" PRId64 " (t = %.9g s)\n", TAC_SHOWN(c->path), r->step,
                (double)r->step * c->dt);
        break;
    case TAC_REPLAY_UNUSABLE:
        fprintf(out, "%s: ", TAC_SHOWN(c->path));
        print_lines(out, c->why);
        break;
    }
}

void tac_replay_print(FILE *out, const tac_replay_case *c)
{
    const tac_replay_result *r = &c->result;
    print_verdict(out, c);
    if (r->verdict != TAC_REPLAY_UNUSABLE && r->has_values) {
        print_difference(out, c);
    }
    if (r->verdict == TAC_REPLAY_DIVERGED) {
        if (r->refused) {
            fprintf(out, "  solver        %s\n",
                    r->refused > 0 ? "refuses this step, which was recorded as made"
                                   : "makes this step, which was recorded as refused");
        }
        fprintf(out, "  checkpoint    step %" PRId64 ": replay --from %" PRId64 "\n", r->checkpoint,
                r->checkpoint);
        if (r->other_plan) {
            fprintf(out, "  plan          the solver's is not the recorded one, see log info\n");
        }
    }
    if (r->verdict != TAC_REPLAY_UNUSABLE && c->changed[0] != '\0') {
        fprintf(out, "  note          the file here differs: %s\n", TAC_SHOWN(c->changed));
    }
    if (r->verdict != TAC_REPLAY_UNUSABLE && r->wall_s > 0.0) {
        fprintf(out, "  speed         %.3g s in %.3g s, %.3g times real time\n", r->simulated_s,
                r->wall_s, r->simulated_s / r->wall_s);
    }
}

// ---- JUnit ---------------------------------------------------------------------------------------

// Bytes of the character at text, 0 when it is none of XML; control characters apart.
static int xml_length(const char *text)
{
    int is_none = strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0;
    return is_none ? 0 : tac_utf8_length((const unsigned char *)text);
}

static void put_escaped(FILE *out, const char *text)
{
    while (*text) {
        int n = xml_length(text), is_control;
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            is_control = n == 1 && *text < 32 && *text != '\n';
            fwrite(n == 0 ? "?" : is_control ? " " : text, 1, n > 1 ? (size_t)n : 1, out);
        }
        text += n > 1 ? n : 1;
    }
}

static void put_case(FILE *out, const tac_replay_case *c)
{
    static const char *const tag[] = {
        [TAC_REPLAY_DIVERGED] = "failure", [TAC_REPLAY_UNUSABLE] = "error"};
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory) {
        tac_replay_print(memory, c);
        fclose(memory);
    }
    fputs("  <testcase classname=\"replay\" name=\"", out);
    put_escaped(out, c->path);
    fprintf(out, "\" time=\"%.6f\">", c->result.wall_s);
    if (c->result.verdict != TAC_REPLAY_IDENTICAL) {
        fprintf(out, "<%s message=\"%s\">", tag[c->result.verdict],
                c->result.verdict == TAC_REPLAY_DIVERGED ? "diverged" : "unusable");
        put_escaped(out, text ? text : "");
        fprintf(out, "</%s>", tag[c->result.verdict]);
    }
    if (*c->result.doubt) {
        fputs("<system-out>", out);
        put_escaped(out, c->result.doubt);
        fputs("</system-out>", out);
    }
    fputs("</testcase>\n", out);
    free(text);
}

int tac_replay_junit(const char *path, const tac_replay_case *c, size_t n)
{
    FILE *out = tac_text_open(path);
    size_t failures = 0, errors = 0;
    double time = 0.0;
    if (!out) {
        return 0;
    }
    for (size_t i = 0; i < n; i++) {
        failures += c[i].result.verdict == TAC_REPLAY_DIVERGED;
        errors += c[i].result.verdict == TAC_REPLAY_UNUSABLE;
        time += c[i].result.wall_s;
    }
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"tactus replay\" "
            "tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.6f\">\n",
            n, failures, errors, time);
    for (size_t i = 0; i < n; i++) {
        put_case(out, &c[i]);
    }
    fputs("</testsuite>\n", out);
    return tac_text_close(out);
}
