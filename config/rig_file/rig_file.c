// Rig files from the disk.
#include "rig_file.h"

#include "given.h"
#include "reader/document.h"
#include "rig_text.h"

tac_rig_file *tac_rig_file_read_given(const char *path, const tac_file_source *source,
                                      const tac_given *given, tac_diag *diag)
{
    const tac_limits limits = tac_limits_of(source, given);
    return tac_rig_file_read_text(path, NULL, 0, &limits, diag);
}

tac_rig_file *tac_rig_file_read(const char *path, tac_diag *diag)
{
    return tac_rig_file_read_given(path, NULL, NULL, diag);
}

void tac_rig_file_free(tac_rig_file *f)
{
    tac_document_free(f);
}
