#include "unit_value.h"

#include <stdio.h>
#include <string.h>

#include "number.h"
#include "units.h"

bool tac_unit_value_parse(const char *text, double *value, char unit[TAC_UNIT_TEXT])
{
    char number[64];
    size_t n = strspn(text, "0123456789+-.eE");
    while (n > 0 && strchr("eE", text[n - 1])) { // of the unit
        n--;
    }
    const char *rest = text + n + strspn(text + n, " ");
    int length = snprintf(unit, TAC_UNIT_TEXT, "%s", rest);
    int digits = snprintf(number, sizeof number, "%.*s", (int)(n < 64 ? n : 64), text);
    return length < TAC_UNIT_TEXT && digits < (int)sizeof number && tac_number_parse(number, value);
}

bool tac_unit_factor(const char *from, const char *to, double *factor)
{
    *factor = 1.0;
    if (strcmp(from, to) == 0) {
        return true;
    }
    const tac_unit *a = tac_unit_find(from, strlen(from), TAC_Q_ANY);
    const tac_unit *b = tac_unit_find(to, strlen(to), TAC_Q_ANY);
    if (!a || !b || a->quantity != b->quantity) {
        return false;
    }
    *factor = a->times * b->over / (a->over * b->times);
    return true;
}
