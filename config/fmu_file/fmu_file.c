// Files that couple an FMU, from the disk.
#include "fmu_file.h"

#include <string.h>

#include "fmu_text.h"
#include "reader/document.h"

bool tac_is_fmu_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

tac_fmu_file *tac_fmu_file_read(const char *path, tac_diag *diag)
{
    return tac_fmu_file_read_text(path, NULL, 0, &tac_default_limits, diag);
}

void tac_fmu_file_free(tac_fmu_file *f)
{
    tac_document_free(f);
}
