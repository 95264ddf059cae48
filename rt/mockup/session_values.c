#include "session_values.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mockup_read.h"

// ---- doubles and the types of FMI ----------------------------------------------------------------

static double within(double x, double least, double most)
{
    double whole = nearbyint(x);
    return isnan(x) ? 0.0 : whole < least ? least : whole > most ? most : whole;
}

// The largest double below a power of two, which as a whole number is out of range.
#define INT64_MOST 9223372036854774784.0
#define UINT64_MOST 18446744073709549568.0

static void pack(const tac_mockup_variable *v, int version, const double *x, void *to)
{
    for (size_t i = 0; i < v->n; i++) {
        switch (v->type) {
        case TAC_FLOAT64:
            ((double *)to)[i] = x[i];
            break;
        case TAC_FLOAT32:
            ((float *)to)[i] = (float)x[i];
            break;
        case TAC_INT8:
            ((int8_t *)to)[i] = (int8_t)within(x[i], INT8_MIN, INT8_MAX);
            break;
        case TAC_UINT8:
            ((uint8_t *)to)[i] = (uint8_t)within(x[i], 0, UINT8_MAX);
            break;
        case TAC_INT16:
            ((int16_t *)to)[i] = (int16_t)within(x[i], INT16_MIN, INT16_MAX);
            break;
        case TAC_UINT16:
            ((uint16_t *)to)[i] = (uint16_t)within(x[i], 0, UINT16_MAX);
            break;
        case TAC_INT32:
            ((int32_t *)to)[i] = (int32_t)within(x[i], INT32_MIN, INT32_MAX);
            break;
        case TAC_UINT32:
            ((uint32_t *)to)[i] = (uint32_t)within(x[i], 0, UINT32_MAX);
            break;
        case TAC_UINT64:
            ((uint64_t *)to)[i] = (uint64_t)within(x[i], 0, UINT64_MOST);
            break;
        case TAC_ENUMERATION:
        case TAC_INT64:
            if (version == 2) {
                ((int32_t *)to)[i] = (int32_t)within(x[i], INT32_MIN, INT32_MAX);
            } else {
                ((int64_t *)to)[i] = (int64_t)within(x[i], (double)INT64_MIN, INT64_MOST);
            }
            break;
        case TAC_BOOLEAN:
            if (version == 2) {
                ((int *)to)[i] = x[i] != 0.0;
            } else {
                ((bool *)to)[i] = x[i] != 0.0;
            }
            break;
        case TAC_STRING:
        case TAC_BINARY:
        case TAC_CLOCK:
        case TAC_MOCKUP_TYPES:
            break;
        }
    }
}

static double unpack_one(const tac_mockup_variable *v, int version, const void *from, size_t i)
{
    switch (v->type) {
    case TAC_FLOAT64:
        return ((const double *)from)[i];
    case TAC_FLOAT32:
        return (double)((const float *)from)[i];
    case TAC_INT8:
        return ((const int8_t *)from)[i];
    case TAC_UINT8:
        return ((const uint8_t *)from)[i];
    case TAC_INT16:
        return ((const int16_t *)from)[i];
    case TAC_UINT16:
        return ((const uint16_t *)from)[i];
    case TAC_INT32:
        return ((const int32_t *)from)[i];
    case TAC_UINT32:
        return ((const uint32_t *)from)[i];
    case TAC_UINT64:
        return (double)((const uint64_t *)from)[i];
    case TAC_ENUMERATION:
    case TAC_INT64:
        return version == 2 ? ((const int32_t *)from)[i] : (double)((const int64_t *)from)[i];
    case TAC_BOOLEAN: // a byte that is neither true nor false is some FMU's true
        return version == 2 ? ((const int *)from)[i] != 0 : ((const uint8_t *)from)[i] != 0;
    case TAC_STRING:
    case TAC_BINARY:
    case TAC_CLOCK:
    case TAC_MOCKUP_TYPES:
        break;
    }
    return (double)NAN;
}

// ---- FMI 2 ---------------------------------------------------------------------------------------

static int set_2(const tac_session *s, const tac_mockup_variable *v)
{
    const tac_calls_2 *f = &s->two;
    const unsigned reference = v->reference;
    return v->type == TAC_FLOAT64   ? f->fmi2SetReal(s->instance, &reference, 1, s->buffer)
           : v->type == TAC_BOOLEAN ? f->fmi2SetBoolean(s->instance, &reference, 1, s->buffer)
                                    : f->fmi2SetInteger(s->instance, &reference, 1, s->buffer);
}

static int get_2(const tac_session *s, const tac_mockup_variable *v)
{
    const tac_calls_2 *f = &s->two;
    const unsigned reference = v->reference;
    return v->type == TAC_FLOAT64   ? f->fmi2GetReal(s->instance, &reference, 1, s->buffer)
           : v->type == TAC_BOOLEAN ? f->fmi2GetBoolean(s->instance, &reference, 1, s->buffer)
                                    : f->fmi2GetInteger(s->instance, &reference, 1, s->buffer);
}

// ---- FMI 3 ---------------------------------------------------------------------------------------

static int set_3(const tac_session *s, const tac_mockup_variable *v)
{
    const tac_calls_3 *f = &s->three;
    const uint32_t *vr = &v->reference;
    void *c = s->instance, *x = s->buffer;
    switch (v->type) {
    case TAC_FLOAT64:
        return f->fmi3SetFloat64(c, vr, 1, x, v->n);
    case TAC_FLOAT32:
        return f->fmi3SetFloat32(c, vr, 1, x, v->n);
    case TAC_INT8:
        return f->fmi3SetInt8(c, vr, 1, x, v->n);
    case TAC_UINT8:
        return f->fmi3SetUInt8(c, vr, 1, x, v->n);
    case TAC_INT16:
        return f->fmi3SetInt16(c, vr, 1, x, v->n);
    case TAC_UINT16:
        return f->fmi3SetUInt16(c, vr, 1, x, v->n);
    case TAC_INT32:
        return f->fmi3SetInt32(c, vr, 1, x, v->n);
    case TAC_UINT32:
        return f->fmi3SetUInt32(c, vr, 1, x, v->n);
    case TAC_ENUMERATION:
    case TAC_INT64:
        return f->fmi3SetInt64(c, vr, 1, x, v->n);
    case TAC_UINT64:
        return f->fmi3SetUInt64(c, vr, 1, x, v->n);
    case TAC_BOOLEAN:
        return f->fmi3SetBoolean(c, vr, 1, x, v->n);
    case TAC_STRING:
    case TAC_BINARY:
    case TAC_CLOCK:
    case TAC_MOCKUP_TYPES:
        break;
    }
    return TAC_ANSWER_ERROR;
}

static int get_3(const tac_session *s, const tac_mockup_variable *v)
{
    const tac_calls_3 *f = &s->three;
    const uint32_t *vr = &v->reference;
    void *c = s->instance, *x = s->buffer;
    switch (v->type) {
    case TAC_FLOAT64:
        return f->fmi3GetFloat64(c, vr, 1, x, v->n);
    case TAC_FLOAT32:
        return f->fmi3GetFloat32(c, vr, 1, x, v->n);
    case TAC_INT8:
        return f->fmi3GetInt8(c, vr, 1, x, v->n);
    case TAC_UINT8:
        return f->fmi3GetUInt8(c, vr, 1, x, v->n);
    case TAC_INT16:
        return f->fmi3GetInt16(c, vr, 1, x, v->n);
    case TAC_UINT16:
        return f->fmi3GetUInt16(c, vr, 1, x, v->n);
    case TAC_INT32:
        return f->fmi3GetInt32(c, vr, 1, x, v->n);
    case TAC_UINT32:
        return f->fmi3GetUInt32(c, vr, 1, x, v->n);
    case TAC_ENUMERATION:
    case TAC_INT64:
        return f->fmi3GetInt64(c, vr, 1, x, v->n);
    case TAC_UINT64:
        return f->fmi3GetUInt64(c, vr, 1, x, v->n);
    case TAC_BOOLEAN:
        return f->fmi3GetBoolean(c, vr, 1, x, v->n);
    case TAC_STRING:
    case TAC_BINARY:
    case TAC_CLOCK:
    case TAC_MOCKUP_TYPES:
        break;
    }
    return TAC_ANSWER_ERROR;
}

// ---- both ----------------------------------------------------------------------------------------

static bool fail(tac_session *s, const tac_mockup_variable *v, int answer, const char *verb)
{
    return tac_session_say(s, "'%.80s' cannot be %s at %.9g s: the FMU answers %s", v->name, verb,
                           s->time, tac_answer_word(answer));
}

bool tac_session_set(tac_session *s, const tac_mockup_variable *v, const double *value)
{
    if (v->n == 0) {
        return true;
    }
    pack(v, s->mockup->version, value, s->buffer);
    int answer = TAC_CALL(s, TAC_CALL_SET, s->mockup->version == 2 ? set_2(s, v) : set_3(s, v));
    return tac_answer_is_good(answer) || fail(s, v, answer, "set");
}

bool tac_session_get(tac_session *s, const tac_mockup_variable *v, double *value)
{
    if (v->n == 0) {
        return true;
    }
    int answer = TAC_CALL(s, TAC_CALL_GET, s->mockup->version == 2 ? get_2(s, v) : get_3(s, v));
    for (size_t i = 0; i < v->n && tac_answer_is_good(answer); i++) {
        value[i] = unpack_one(v, s->mockup->version, s->buffer, i);
    }
    return tac_answer_is_good(answer) || fail(s, v, answer, "read");
}

static int set_string(const tac_session *s, const tac_mockup_variable *v, const char *text)
{
    return s->mockup->version == 2
               ? s->two.fmi2SetString(s->instance, &v->reference, 1, &text)
               : s->three.fmi3SetString(s->instance, &v->reference, 1, &text, 1);
}

bool tac_parse_values(const tac_mockup_variable *v, const char *text, double *value)
{
    static const char blank[] = " \t\r\n,";
    size_t n = 0;
    for (text += strspn(text, blank); *text != '\0'; text += strspn(text, blank)) {
        char word[64] = "";
        size_t length = strcspn(text, blank);
        if (length >= sizeof word || n == v->n) {
            return false;
        }
        memcpy(word, text, length);
        if (!tac_mockup_number(v->type, word, &value[n++])) {
            return false;
        }
        text += length;
    }
    for (size_t i = 1; n == 1 && i < v->n; i++) {
        value[i] = value[0];
    }
    return n == v->n || n == 1;
}

bool tac_session_set_text(tac_session *s, const tac_mockup_variable *v, const char *text)
{
    if (v->type == TAC_STRING && v->n == 1) {
        int answer = TAC_CALL(s, TAC_CALL_SET, set_string(s, v, text));
        return tac_answer_is_good(answer) || fail(s, v, answer, "set");
    }
    double *value = calloc(v->n > 0 ? v->n : 1, sizeof *value);
    bool good = value && (tac_parse_values(v, text, value) ||
                          tac_session_say(s, "'%.80s' is %s and cannot be '%.60s'", v->name,
                                          tac_type_word(v->type, s->mockup->version), text));
    good = good && tac_session_set(s, v, value);
    free(value);
    return good;
}
