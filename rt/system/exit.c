#include "exit.h"

static const struct {
    tac_exit code;
    const char *text;
} codes[] = {
    {TAC_EXIT_OK, "done, and right"},
    {TAC_EXIT_DIFFERENT, "logs differ, nobody answers ctl, doctor found it degraded"},
    {TAC_EXIT_INPUT, "bad command line or input"},
    {TAC_EXIT_DIVERGED, "diverged"},
    {TAC_EXIT_OUTPUT, "output cannot be written"},
    {TAC_EXIT_MEMORY, "out of memory"},
    {TAC_EXIT_SAFE, "safe state entered, or the instance is in it"},
    {TAC_EXIT_DOUBT, "simulated to the end, but results are in doubt"},
    {TAC_EXIT_GONE, "the instance is dead, or ended while it was needed"},
    {TAC_EXIT_LATE, "the instance lives, but publishes nothing"},
    {TAC_EXIT_CLAMPED, "done, but a value was clamped to its range"},
    {TAC_EXIT_FMU, "an FMU crashed, hung or failed"},
    {TAC_EXIT_SIGNAL, "and N more: ended by signal N"},
};

void tac_print_exit_codes(FILE *out)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        fprintf(out, "  %-3d  %s\n", (int)codes[i].code, codes[i].text);
    }
}
