// The program tactus-serve, started by `tactus serve`: shows running instances in a browser.
//   tactus-serve PORT [NAME...]
#include <stdio.h>
#include <stdlib.h>

#include "io/tactus_io.h"
#include "system/stop_signal.h"
#include "text_mode.h"
#include "wire.h"

int main(int argc, char **argv)
{
    static tac_hub hub;
    if (argc < 2) {
        fputs("tactus-serve is started by 'tactus serve'\n", stderr);
        return 2;
    }
    (void)tac_set_text_mode();
    (void)tac_io_guard();
    tac_stop_catch();
    hub.wanted = (const char *const *)(argv + 2);
    hub.n_wanted = argc - 2;
    return tac_wire_serve(&hub, atoi(argv[1])); // NOLINT(cert-err34-c): checked by who starts it
}
