// Layouts of packets for tests, read from the text of a bridge file as the program does.
#ifndef LAYOUT_H
#define LAYOUT_H

#include "bridge_file/bridge_text.h"

// A bridge with one flow that sends and receives packets of these fields (YAML, one line each with
// four blanks before the dash); a refusal fails the test with its line.
tac_bridge_file *layout_of(const char *endian, const char *send, const char *receive);

#endif
