// What modelDescription.xml says of an FMU, FMI 2.0 and 3.0 in the same words, as far as co-simulation needs it.
#ifndef TAC_MOCKUP_H
#define TAC_MOCKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kept.h"
#include "xml_find.h"

typedef enum tac_mockup_type {
    TAC_FLOAT64,
    TAC_FLOAT32,
    TAC_INT8,
    TAC_UINT8,
    TAC_INT16,
    TAC_UINT16,
    TAC_INT32,
    TAC_UINT32,
    TAC_INT64,
    TAC_UINT64,
    TAC_BOOLEAN,
    TAC_ENUMERATION,
    TAC_STRING,
    TAC_BINARY,
    TAC_CLOCK,
    TAC_MOCKUP_TYPES
} tac_mockup_type;

typedef enum tac_causality {
    TAC_FMI_STRUCTURAL_PARAMETER,
    TAC_FMI_PARAMETER,
    TAC_FMI_CALCULATED_PARAMETER,
    TAC_FMI_INPUT,
    TAC_FMI_OUTPUT,
    TAC_FMI_LOCAL,
    TAC_FMI_INDEPENDENT,
    TAC_CAUSALITIES
} tac_causality;

typedef enum tac_variability {
    TAC_FMI_CONSTANT,
    TAC_FMI_FIXED,
    TAC_FMI_TUNABLE,
    TAC_FMI_DISCRETE,
    TAC_FMI_CONTINUOUS,
    TAC_VARIABILITIES
} tac_variability;

typedef enum tac_initial {
    TAC_FMI_EXACT,
    TAC_FMI_APPROX,
    TAC_FMI_CALCULATED,
    TAC_FMI_NO_INITIAL,
    TAC_INITIALS = TAC_FMI_NO_INITIAL
} tac_initial;

enum { TAC_MOST_DIMENSIONS = 8, TAC_MOST_ELEMENTS = 1 << 20 };

typedef struct tac_dimension { // of an array
    bool is_fixed;
    uint64_t n;         // as it is fixed, or as the variable below starts
    uint32_t reference; // of the variable that has it
} tac_dimension;

typedef struct tac_mockup_variable {
    const char *name, *description, *unit, *start, *least, *most; // NULL: none
    const char *type_name;                                        // declaredType
    uint32_t reference;
    bool has_reference;
    tac_mockup_type type;
    tac_causality causality;
    tac_variability variability;
    tac_initial initial; // as it was given, or by the table of the standard
    bool initial_given, is_clocked;
    int line;
    tac_dimension dimension[TAC_MOST_DIMENSIONS]; // (n_dimension)
    int n_dimension;
    size_t n; // of its elements, 1 where it is no array
} tac_mockup_variable;

enum { TAC_BASE_UNITS = 8 }; // kg m s A K mol cd rad

typedef struct tac_mockup_unit { // SI value = factor * value + offset
    const char *name;
    bool has_base;
    int exponent[TAC_BASE_UNITS];
    double factor, offset;
} tac_mockup_unit;

typedef struct tac_mockup {
    int version;            // 2 or 3
    const char *fmi;        // "2.0"
    const char *name;       // of the model
    const char *token;      // guid or instantiationToken
    const char *tool;       // NULL: it does not say
    const char *identifier; // of co-simulation, NULL: it has none
    bool has_exchange, has_scheduled;
    bool varies_step, has_events, returns_early, needs_tool;
    double own_step;          // fixedInternalStepSize, 0: it says none
    double start, stop, step; // of the default experiment, NAN: it says none
    tac_mockup_variable *variable;
    int n_variable;
    tac_mockup_unit *unit;
    int n_unit;
    const tac_xml_node *root;
} tac_mockup;

#define TAC_DESCRIPTION_NAME "modelDescription.xml"

#endif
