// The program tactus-serve, started by `tactus serve` and `tactus view`: shows running instances, or a motion that
// another process computes, in a browser.
//   tactus-serve PORT ORIGINS HOSTS [ORIGIN...] [HOST...] [NAME...]
//   tactus-serve PORT ORIGINS HOSTS [ORIGIN...] [HOST...] --playback DESCRIPTOR
// ORIGINS: how many follow, of pages elsewhere whose viewers may look; HOSTS: names by which this server is reached.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/tactus_io.h"
#include "system/stop_signal.h"
#include "text_mode.h"
#include "wire.h"

static int serve_motion(tac_hub *hub, int port, int descriptor)
{
    static tac_playback_reader playback;
    if (!tac_playback_reader_open(&playback, descriptor)) {
        fputs("tactus view: what the solver has made cannot be read\n", stderr);
        return 2;
    }
    hub->playback = &playback;
    return tac_wire_serve(hub, port);
}

int main(int argc, char **argv)
{
    static tac_hub hub;
    // NOLINTNEXTLINE(cert-err34-c): checked by who starts it
    int port = argc > 3 ? atoi(argv[1]) : 0, n_origin = argc > 3 ? atoi(argv[2]) : -1;
    int n_host = argc > 3 ? atoi(argv[3]) : -1; // NOLINT(cert-err34-c): likewise
    if (n_origin < 0 || n_host < 0 || n_origin > argc - 4 || n_host > argc - 4 - n_origin) {
        fputs("tactus-serve is started by 'tactus serve' and 'tactus view'\n", stderr);
        return 2;
    }
    (void)tac_set_text_mode();
    (void)tac_io_guard();
    tac_stop_catch();
    hub.origin = (const char *const *)(argv + 4);
    hub.n_origin = n_origin;
    hub.host = (const char *const *)(argv + 4 + n_origin);
    hub.n_host = n_host;
    char **rest = argv + 4 + n_origin + n_host;
    int n = argc - 4 - n_origin - n_host;
    if (n == 2 && strcmp(rest[0], "--playback") == 0) {
        return serve_motion(&hub, port, atoi(rest[1])); // NOLINT(cert-err34-c): likewise
    }
    hub.wanted = (const char *const *)rest;
    hub.n_wanted = n;
    return tac_wire_serve(&hub, port);
}
