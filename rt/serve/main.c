// The program tactus-serve, started by `tactus serve` and `tactus view`: shows running instances, or a motion that
// another process computes, in a browser.
//   tactus-serve PORT [NAME...]
//   tactus-serve PORT --playback DESCRIPTOR
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/tactus_io.h"
#include "system/stop_signal.h"
#include "text_mode.h"
#include "wire.h"

int main(int argc, char **argv)
{
    static tac_hub hub;
    if (argc < 2) {
        fputs("tactus-serve is started by 'tactus serve' and 'tactus view'\n", stderr);
        return 2;
    }
    (void)tac_set_text_mode();
    (void)tac_io_guard();
    tac_stop_catch();
    if (argc == 4 && strcmp(argv[2], "--playback") == 0) {
        static tac_playback_reader playback;
        if (!tac_playback_reader_open(
                &playback, atoi(argv[3]))) { // NOLINT(cert-err34-c): checked by who starts it
            fputs("tactus view: what the solver has made cannot be read\n", stderr);
            return 2;
        }
        hub.playback = &playback;
        return tac_wire_serve(&hub,
                              atoi(argv[1])); // NOLINT(cert-err34-c): checked by who starts it
    }
    hub.wanted = (const char *const *)(argv + 2);
    hub.n_wanted = argc - 2;
    return tac_wire_serve(&hub, atoi(argv[1])); // NOLINT(cert-err34-c): checked by who starts it
}
