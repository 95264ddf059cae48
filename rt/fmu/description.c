#include "description.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "fmu_units.h"
#include "format/number.h"

const char *tac_fmu_identifier(const char *path, char identifier[TAC_FMU_IDENTIFIER])
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = 0, length = strcspn(name, ".");
    for (size_t i = 0; i < length && n + 2 < TAC_FMU_IDENTIFIER; i++) {
        char c = name[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        bool digit = c >= '0' && c <= '9';
        if (n == 0 && !letter) {
            identifier[n++] = 'm';
        }
        identifier[n++] = letter || digit ? c : '_';
    }
    identifier[n] = '\0';
    if (n == 0) {
        (void)snprintf(identifier, TAC_FMU_IDENTIFIER, "model");
    }
    return identifier;
}

// ---- pieces --------------------------------------------------------------------------------------

// Text between quotes. What XML cannot hold is left out.
static void put_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        const char *as = *text == '&'   ? "&amp;"
                         : *text == '<' ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '"' ? "&quot;"
                                        : NULL;
        if (as) {
            fputs(as, out);
        } else if ((unsigned char)*text >= ' ') {
            fputc(*text, out);
        }
    }
}

static void put(FILE *out, const char *attribute, const char *text)
{
    fprintf(out, " %s=\"", attribute);
    put_text(out, text);
    fputc('"', out);
}

static void put_number(FILE *out, const char *attribute, double x)
{
    char text[TAC_NUMBER_SIZE];
    tac_number_print(x, text);
    put(out, attribute, text);
}

static void put_unit(FILE *out, const char *unit)
{
    char name[TAC_FMU_UNIT];
    if (*unit) {
        put(out, "unit", tac_fmu_unit_name(unit, name));
    }
    if (strcmp(unit, "rad") == 0) {
        put(out, "displayUnit", "deg");
    }
}

// Units that variables have, each once, that of the time first.
static void put_units(FILE *out, const tac_fmu_list *l)
{
    fputs("  <UnitDefinitions>\n", out);
    tac_fmu_unit_define("s", out);
    for (int i = 0; i < l->n; i++) {
        const char *unit = l->variable[i].unit;
        bool known = *unit == '\0' || strcmp(unit, "s") == 0;
        for (int k = 0; k < i && !known; k++) {
            known = strcmp(unit, l->variable[k].unit) == 0;
        }
        if (!known) {
            tac_fmu_unit_define(unit, out);
        }
    }
    fputs("  </UnitDefinitions>\n", out);
}

static void put_experiment(FILE *out, const tac_simulation *s)
{
    fputs("  <LogCategories>\n"
          "    <Category name=\"logStatusError\" description=\"What was refused or failed\"/>\n"
          "    <Category name=\"logStatusWarning\" description=\"Results in doubt\"/>\n"
          "  </LogCategories>\n  <DefaultExperiment startTime=\"0\"",
          out);
    if (s->duration > 0.0) {
        put_number(out, "stopTime", s->duration);
    }
    put_number(out, "stepSize", s->options.dt);
    fputs("/>\n", out);
}

// ---- variables -----------------------------------------------------------------------------------

static void put_roles(FILE *out, const tac_fmu_variable *v)
{
    switch (v->kind) {
    case TAC_VALUE_INPUT:
        fputs(" causality=\"input\" variability=\"continuous\"", out);
        break;
    case TAC_VALUE_PARAMETER:
        fputs(" causality=\"parameter\" variability=\"tunable\" initial=\"exact\"", out);
        break;
    case TAC_VALUE_SENSOR:
    case TAC_VALUE_KINDS:
        fputs(" causality=\"output\" variability=\"continuous\" initial=\"calculated\"", out);
        break;
    }
}

// What belongs to the number: unit, least value, value at the start.
static void put_real(FILE *out, const tac_fmu_variable *v)
{
    put_unit(out, v->unit);
    if (v->kind != TAC_VALUE_SENSOR) {
        if (isfinite(v->least)) {
            put_number(out, "min", v->least);
        }
        put_number(out, "start", v->start);
    }
}

static void put_variable_2(FILE *out, const tac_fmu_variable *v, int reference)
{
    fputs("    <ScalarVariable", out);
    put(out, "name", v->name);
    fprintf(out, " valueReference=\"%d\"", reference);
    put_roles(out, v);
    fputs("><Real", out);
    put_real(out, v);
    fputs("/></ScalarVariable>\n", out);
}

static void put_variable_3(FILE *out, const tac_fmu_variable *v, int reference)
{
    fputs("    <Float64", out);
    put(out, "name", v->name);
    fprintf(out, " valueReference=\"%d\"", reference);
    put_roles(out, v);
    put_real(out, v);
    if (v->n > 1) {
        fprintf(out, "><Dimension start=\"%d\"/></Float64>\n", v->n);
    } else {
        fputs("/>\n", out);
    }
}

static void put_variables(FILE *out, const tac_fmu_list *l, tac_fmi_version version)
{
    fputs("  <ModelVariables>\n", out);
    fputs(version == TAC_FMI_2
              ? "    <ScalarVariable name=\"time\" valueReference=\"0\" causality=\"independent\" "
                "variability=\"continuous\"><Real unit=\"s\"/></ScalarVariable>\n"
              : "    <Float64 name=\"time\" valueReference=\"0\" causality=\"independent\" "
                "variability=\"continuous\" unit=\"s\"/>\n",
          out);
    for (int i = 0; i < l->n; i++) {
        (version == TAC_FMI_2 ? put_variable_2 : put_variable_3)(out, &l->variable[i], i + 1);
    }
    fputs("  </ModelVariables>\n", out);
}

// ---- structure -----------------------------------------------------------------------------------

// Outputs after a step are those of its end, and inputs act in the next one: they depend on nothing. Those of the start may
// depend on anything. FMI 2 counts variables from 1, the time among them.
static void put_unknowns_2(FILE *out, const tac_fmu_list *l, const char *part, const char *more)
{
    bool any = false;
    for (int i = 0; i < l->n; i++) {
        if (l->variable[i].kind == TAC_VALUE_SENSOR) {
            if (!any) {
                fprintf(out, "    <%s>\n", part);
            }
            any = true;
            fprintf(out, "      <Unknown index=\"%d\"%s/>\n", i + 2, more);
        }
    }
    if (any) {
        fprintf(out, "    </%s>\n", part);
    }
}

static void put_structure_2(FILE *out, const tac_fmu_list *l)
{
    fputs("  <ModelStructure>\n", out);
    put_unknowns_2(out, l, "Outputs", " dependencies=\"\"");
    put_unknowns_2(out, l, "InitialUnknowns", "");
    fputs("  </ModelStructure>\n", out);
}

static void put_structure_3(FILE *out, const tac_fmu_list *l)
{
    fputs("  <ModelStructure>\n", out);
    for (int i = 0; i < l->n; i++) {
        if (l->variable[i].kind == TAC_VALUE_SENSOR) {
            fprintf(out, "    <Output valueReference=\"%d\" dependencies=\"\"/>\n", i + 1);
        }
    }
    for (int i = 0; i < l->n; i++) {
        if (l->variable[i].kind == TAC_VALUE_SENSOR) {
            fprintf(out, "    <InitialUnknown valueReference=\"%d\"/>\n", i + 1);
        }
    }
    fputs("  </ModelStructure>\n", out);
}

// ---- the whole -----------------------------------------------------------------------------------

static void put_head(FILE *out, const tac_simulation *s, const tac_fmu_payload *p)
{
    char identifier[TAC_FMU_IDENTIFIER];
    (void)tac_fmu_identifier(s->path, identifier);
    bool is_2 = p->version == TAC_FMI_2;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%s\"",
            is_2 ? "2.0" : "3.0");
    put(out, "modelName", *s->file->title ? s->file->title : identifier);
    put(out, is_2 ? "guid" : "instantiationToken", p->token);
    put(out, "generationTool", "Tactus " TAC_VERSION);
    fputs(" variableNamingConvention=\"structured\"", out);
    fputs(is_2 ? " numberOfEventIndicators=\"0\">\n" : ">\n", out);
    fputs("  <CoSimulation", out);
    put(out, "modelIdentifier", identifier);
    fputs(" canHandleVariableCommunicationStepSize=\"false\"", out);
    if (is_2) {
        fputs(" canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" "
              "canSerializeFMUstate=\"true\"/>\n",
              out);
        return;
    }
    put_number(out, "fixedInternalStepSize", s->options.dt);
    fputs(" canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\" "
          "mightReturnEarlyFromDoStep=\"false\" hasEventMode=\"false\"/>\n",
          out);
}

char *tac_fmu_describe(const tac_fmu_list *l, const tac_simulation *s, const tac_fmu_payload *p,
                       size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out) {
        return NULL;
    }
    put_head(out, s, p);
    put_units(out, l);
    put_experiment(out, s);
    put_variables(out, l, p->version);
    (p->version == TAC_FMI_2 ? put_structure_2 : put_structure_3)(out, l);
    fputs("</fmiModelDescription>\n", out);
    bool good = !ferror(out);
    if (fclose(out) != 0 || !good) {
        free(text);
        return NULL;
    }
    return text;
}
