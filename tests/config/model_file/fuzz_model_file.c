// fuzz: seeds=config/models
// libFuzzer target: any bytes as a model file. Nothing may crash or leak, and a refusal is exactly
// one line.
//   clang -g -O1 -fsanitize=fuzzer,address,undefined -Ikernel -Iconfig ... -lyaml -lm
// Seeds: config/models and tests/config/malformed.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model_file/model_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tac_limits limits = {
        .memory = (size_t)64 << 20, .items = 2000, .work = 1 << 28, .reads_files = 0};
    tac_diag diag;
    tac_model_file *f =
        tac_model_file_read_text("fuzz.yaml", (const char *)data, size, &limits, &diag);
    if ((!f) != (diag.text[0] != '\0') || strchr(diag.text, '\n') ||
        (!f && strncmp(diag.text, "fuzz.yaml:", 10) != 0)) {
        abort();
    }
    tac_model_file_free(f);
    return 0;
}
