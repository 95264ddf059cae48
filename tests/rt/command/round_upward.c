// module: round_upward unless=sanitize links=m
// A library that changes the rounding of the process it is loaded into, before main, as some do by mistake.
#include <fenv.h>

__attribute__((constructor)) static void round_upward(void)
{
    (void)fesetround(FE_UPWARD);
}
