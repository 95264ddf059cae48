// Sub-models: which files a model consists of.
#ifndef TAC_INCLUDES_H
#define TAC_INCLUDES_H

#include "model_reader.h"

// Opens the outermost file and everything it includes, parents before children.
void tac_open_files(tac_model_reader *model);

// After the bodies: what stands for ground in every inclusion.
void tac_resolve_grounds(tac_model_reader *model);

// After the bodies: refuses inclusions that are kept, or have steps of their own, and have none.
void tac_check_kept(tac_model_reader *model);

#endif
