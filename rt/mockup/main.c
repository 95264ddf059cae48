// The program tactus-fmu-host: the only one that reads and loads FMUs of others. `tactus` starts it, once for each of
// them; whatever an FMU does ends no more than this process.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "info.h"
#include "system/exit.h"
#include "text_mode.h"

// Leaves without what objects that were loaded do at the end of a program.
static _Noreturn void leave(int code)
{
    int lost = fflush(stdout) != 0;
    (void)fflush(stderr);
    _exit(lost && code == TAC_EXIT_OK ? TAC_EXIT_OUTPUT : code);
}

int main(int argc, char **argv)
{
    (void)tac_set_text_mode();
    if (argc == 3 && strcmp(argv[1], "info") == 0) {
        leave(tac_mockup_info(argv[2]));
    }
    fprintf(stderr, "tactus-fmu-host is started by tactus; see tactus fmu-run --help\n");
    leave(TAC_EXIT_INPUT);
}
