// How a thread reads and writes numbers as text: everything to nearest, whatever mode its caller is in.
//
// The C library rounds what it reads and prints as the x87 unit is told to, the program computes as MXCSR
// says. Both belong to the thread, threads inherit them, and a library or host may have changed either;
// numbers of a model would then differ in their last places from machine to machine.
#ifndef TAC_TEXT_MODE_H
#define TAC_TEXT_MODE_H

#include "float_mode.h"

enum { TAC_X87_MODE = 0x037f }; // traps masked, 64-bit mantissas, to nearest: as a process starts

typedef struct tac_text_mode {
    unsigned short x87; // control word
    unsigned mxcsr;
} tac_text_mode;

// Sets the mode and returns what it was, for tac_restore_text_mode.
static inline tac_text_mode tac_set_text_mode(void)
{
    const unsigned short to = TAC_X87_MODE;
    tac_text_mode was;
    __asm__ volatile("fnstcw %0" : "=m"(was.x87));
    __asm__ volatile("fldcw %0" : : "m"(to));
    was.mxcsr = tac_set_float_mode();
    return was;
}

static inline void tac_restore_text_mode(tac_text_mode was)
{
    __asm__ volatile("fldcw %0" : : "m"(was.x87));
    tac_restore_float_mode(was.mxcsr);
}

#endif
