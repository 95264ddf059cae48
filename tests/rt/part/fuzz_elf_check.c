// fuzz: needs=tests-parts rounds=200000 seeds=@build/tests/rt/part/parts/seeds
// libFuzzer target: any bytes as a part's file, as far as they are checked before they are loaded. What is accepted can
// be walked: its entry lies in code, its tables in the file. Seeds: parts that were built for the tests.
#include <elf.h>
#include <stdint.h>
#include <stdlib.h>

#include "part/elf_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[256] = "";
    const tac_part_error error = {"fuzz", text, sizeof text};
    tac_elf_image e;
    const bool good = tac_elf_check(&e, data, size, &error);
    if (good != (text[0] == '\0')) {
        abort();
    }
    if (good && (!tac_elf_at(&e, e.entry, 1, PF_X, PF_W) || e.n_symbol < 2 ||
                 !tac_elf_at(&e, e.symbols.at, e.symbols.size, PF_R, PF_W))) {
        abort();
    }
    return 0;
}
