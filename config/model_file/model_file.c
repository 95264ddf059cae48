// Model files from the disk, or from where a source has them.
#include "model_file.h"

#include "bounds.h"
#include "given.h"
#include "model_text.h"
#include "reader/document.h"

tac_model_file *tac_model_file_read_given(const char *path, const tac_file_source *source,
                                          const tac_given *given, tac_diag *diag)
{
    const tac_limits limits = tac_limits_of(source, given);
    return tac_model_file_read_text(path, NULL, 0, &limits, diag);
}

tac_model_file *tac_model_file_read_in_place(const char *path, const char *text, size_t size,
                                             const tac_file_source *source, const tac_given *given,
                                             tac_diag *diag)
{
    const tac_limits limits = tac_limits_of(source, given);
    return tac_model_file_read_text(path, text, size, &limits, diag);
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

size_t tac_model_file_memory(const tac_model_file *f)
{
    return tac_document_memory(f);
}

void tac_model_file_free(tac_model_file *f)
{
    tac_document_free(f);
}
