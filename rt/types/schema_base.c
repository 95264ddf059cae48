#include "schema_base.h"

// The assembler takes the file in as it is; the build says where it lies.
__asm__(".section .rodata\n"
        ".global tac_schema_base\n"
        "tac_schema_base: .incbin \"" TAC_SCHEMA_FOLDER "/model.base.json\"\n"
        ".byte 0\n"
        ".previous\n");
