// Bridge files from the disk.
#include "bridge_file.h"

#include "bridge_text.h"
#include "reader/document.h"

tac_bridge_file *tac_bridge_file_read(const char *path, tac_diag *diag)
{
    return tac_bridge_file_read_text(path, NULL, 0, &tac_default_limits, diag);
}

void tac_bridge_file_free(tac_bridge_file *f)
{
    tac_document_free(f);
}
