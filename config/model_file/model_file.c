// Model files from the disk, or from where a source has them.
#include "model_file.h"

#include "given.h"
#include "model_text.h"
#include "reader/document.h"

tac_model_file *tac_model_file_read_given(const char *path, const tac_file_source *source,
                                          const tac_given *given, tac_diag *diag)
{
    tac_limits limits = tac_default_limits;
    limits.source = source;
    limits.given = given;
    if (source) { // was read before, and has to be read again
        limits.memory = (size_t)4 << 30;
        limits.work = UINT64_MAX;
    }
    return tac_model_file_read_text(path, NULL, 0, &limits, diag);
}

tac_model_file *tac_model_file_read_from(const char *path, const tac_file_source *source,
                                         tac_diag *diag)
{
    return tac_model_file_read_given(path, source, NULL, diag);
}

tac_model_file *tac_model_file_read(const char *path, tac_diag *diag)
{
    return tac_model_file_read_from(path, NULL, diag);
}

void tac_model_file_free(tac_model_file *f)
{
    tac_document_free(f);
}
