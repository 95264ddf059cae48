#include "record_json.h"

#include "system/files.h"

void tac_record_json(tac_json *j, const tac_record_state *s, const char *file)
{
    if (s->mode == TAC_RECORD_NONE) {
        tac_json_null(j, "record");
        return;
    }
    tac_json_open(j, "record", '{');
    tac_json_text(j, "mode", tac_record_mode_name[s->mode]);
    tac_json_text(j, "error", s->error ? tac_output_error(s->error) : "");
    if (file) {
        tac_json_text(j, "file", file);
    }
    tac_json_whole(j, "lost_steps", s->lost_steps);
    tac_json_whole(j, "lost_records", s->lost);
    tac_json_whole(j, "gaps", s->gaps);
    tac_json_whole(j, "pieces", s->pieces);
    tac_json_whole(j, "marks", s->marks);
    tac_json_whole(j, "bytes", s->bytes);
    tac_json_close(j, '}');
}
