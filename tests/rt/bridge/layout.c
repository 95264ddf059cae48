#include "layout.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

tac_bridge_file *layout_of(const char *endian, const char *send, const char *receive)
{
    char text[4096];
    tac_diag diag = {0};
    (void)snprintf(text, sizeof text,
                   "name: test\ninstance: nobody\nflows:\n"
                   "- name: flow\n  local: 127.0.0.1:5001\n  peer: 127.0.0.1:5000\n"
                   "  send:\n    endian: %s\n    packet:\n%s"
                   "  receive:\n    timeout: 1 s\n    endian: %s\n    packet:\n%s",
                   endian, send, endian, receive);
    tac_bridge_file *f =
        tac_bridge_file_read_text("test.yaml", text, strlen(text), &tac_default_limits, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    return f;
}
