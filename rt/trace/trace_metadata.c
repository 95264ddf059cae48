#include "trace_metadata.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "printable.h"
#include "system/fail.h"
#include "system/files.h"

// CTF 1.8, 7.1: magic, 16 bytes of identity, checksum, size of the content and of the packet in bits, then 5 bytes.
enum { HEADER = 37, CONTENT_AT = 24, PACKET_AT = 28, SMALLEST = 8 * HEADER };

#define PACKET_MAGIC 0x75d11d57U

static uint32_t u32(const unsigned char *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

bool tac_trace_metadata_check(const char *path, tac_diag *diag)
{
    unsigned char head[HEADER];
    struct stat about;
    FILE *in = tac_open_plain(path);
    if (!in || fstat(fileno(in), &about) != 0) {
        (void)tac_diag_say(diag, "%s cannot be read: %s", TAC_SHOWN(path), strerror(errno));
        if (in) {
            fclose(in);
        }
        return false;
    }
    bool good = true;
    for (int64_t at = 0; at < about.st_size && good;) {
        size_t n = fseek(in, (long)at, SEEK_SET) == 0 ? fread(head, 1, sizeof head, in) : 0;
        bool packet = n >= sizeof(uint32_t) && u32(head) == PACKET_MAGIC;
        if (at == 0 && !packet) {
            break; // text
        }
        uint32_t content = n == HEADER ? u32(head + CONTENT_AT) : 0,
                 size = n == HEADER ? u32(head + PACKET_AT) : 0;
        good = packet && content >= SMALLEST && content <= size && content % 8 == 0 &&
               size % 8 == 0 && size / 8 <= about.st_size - at;
        at += size / 8;
    }
    fclose(in);
    return good || tac_diag_say(diag, "%s: the packets of the metadata do not fit the file",
                                TAC_SHOWN(path));
}
