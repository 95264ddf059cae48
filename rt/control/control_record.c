#include "control_record.h"

#include <stdio.h>
#include <string.h>

#include "control_job.h"
#include "control_state.h"
#include "monitor/record_json.h"

typedef struct record_verb {
    const char *word;
    tac_log_verb verb;
    enum { NO_TEXT, ANY_TEXT, SOME_TEXT } text;
} record_verb;

static const record_verb verbs[] = {{"start", TAC_LOG_ASK_START, NO_TEXT},
                                    {"stop", TAC_LOG_ASK_STOP, NO_TEXT},
                                    {"split", TAC_LOG_ASK_SPLIT, NO_TEXT},
                                    {"trigger", TAC_LOG_ASK_TRIGGER, ANY_TEXT},
                                    {"mark", TAC_LOG_ASK_MARK, SOME_TEXT}};

enum { N_VERB = sizeof verbs / sizeof *verbs };

static void answer_status(tac_control *c, int client)
{
    char answer[TAC_LINE_ANSWER - 8];
    tac_log_shown shown;
    tac_json j;
    tac_log_writer_shown(c->e->log, &shown);
    tac_json_begin(&j, answer, sizeof answer);
    tac_json_open(&j, NULL, '{');
    tac_record_json(&j, &shown.state, shown.path);
    tac_json_close(&j, '}');
    tac_control_answer(c, client, "ok %s", answer);
}

static void ask(tac_control *c, int client, const record_verb *v, const char *text)
{
    char why[256] = "";
    tac_log_shown shown;
    if (v->text == NO_TEXT && *text) {
        tac_control_answer(c, client, "error record %s takes no argument", v->word);
    } else if (v->text == SOME_TEXT && !*text) {
        tac_control_answer(c, client, "error record %s needs a text", v->word);
    } else if (strlen(text) >= TAC_LOG_NOTE_TEXT) {
        tac_control_answer(c, client, "error a text of a recording has at most %d bytes",
                           TAC_LOG_NOTE_TEXT - 1);
    } else if (!tac_log_writer_ask(c->e->log, v->verb, *text ? text : "by command", why,
                                   sizeof why)) {
        tac_control_answer(c, client, "error %s", why);
    } else {
        tac_log_writer_shown(c->e->log, &shown);
        tac_control_answer(c, client, "ok %s", shown.path);
    }
}

void tac_control_record(tac_control *c, int client, char *rest)
{
    const char *word = tac_line_word(&rest);
    const char *text = rest + strspn(rest, " \t");
    if (!c->e->log) {
        tac_control_answer(c, client,
                           "error this run has no recording: 'record: {file: PATH}' in the rig or "
                           "--record gives it one, 'start: stopped' one that begins by command");
        return;
    }
    for (int i = 0; word && i < N_VERB; i++) {
        if (strcmp(word, verbs[i].word) == 0) {
            ask(c, client, &verbs[i], text);
            return;
        }
    }
    if (word && strcmp(word, "status") == 0) {
        answer_status(c, client);
        return;
    }
    tac_control_answer(
        c, client, "error record needs start, stop, split, trigger [TEXT], mark TEXT or status");
}
