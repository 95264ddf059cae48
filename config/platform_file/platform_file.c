// Platform files from the disk.
#include "platform_file.h"

#include "platform_text.h"
#include "reader/document.h"

tac_platform_file *tac_platform_file_read(const char *path, tac_diag *diag)
{
    return tac_platform_file_read_text(path, NULL, 0, &tac_default_limits, diag);
}

void tac_platform_file_free(tac_platform_file *f)
{
    tac_document_free(f);
}
