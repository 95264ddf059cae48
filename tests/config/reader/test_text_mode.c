// Files are read to nearest whatever mode the thread of the caller is in, and that mode comes back.
#include "text_mode.h"

#include <criterion/criterion.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>

#include "reading.h"

// Numbers that lie between two doubles, in products and units as well.
static const char text[] = "bodies:\n"
                           "  - {name: a, mass: 0.1, inertia: [0.3, 0.7, 0.9]}\n"
                           "  - name: b\n"
                           "    position: [0.1, 3.3 mm, '${sin(0.1) * 0.7}']\n"
                           "    mass: 1.1 kg\n"
                           "    inertia: [2.3, 2.2, 2.1]\n";

static tac_body_desc second_body(void)
{
    tac_model_file *f = read_good(text);
    tac_body_desc b = f->desc.body[1];
    tac_model_file_free(f);
    return b;
}

static unsigned short x87_mode(void)
{
    unsigned short mode;
    __asm__ volatile("fnstcw %0" : "=m"(mode));
    return mode;
}

static void set_modes(unsigned short x87, unsigned mxcsr)
{
    __asm__ volatile("fldcw %0" : : "m"(x87));
    _mm_setcsr(mxcsr);
}

Test(text_mode, numbers_are_rounded_to_nearest_in_any_mode)
{
    const unsigned short x87[] = {0x0b7f, 0x077f, 0x0f7f, 0x007f}; // up, down, to zero; 24 bits
    const unsigned mxcsr[] = {0x5f80, 0x3f80, 0x7f80, 0x1f80};     // up, down, to zero; nearest
    tac_body_desc plain = second_body();
    unsigned before = _mm_getcsr();
    for (int i = 0; i < 16; i++) {
        set_modes(x87[i / 4], mxcsr[i % 4]);
        tac_body_desc b = second_body();
        unsigned left = _mm_getcsr();
        unsigned short left_x87 = x87_mode();
        set_modes(TAC_X87_MODE, before);
        cr_expect_eq(memcmp(&plain, &b, sizeof b), 0, "x87 %#x, MXCSR %#x", x87[i / 4],
                     mxcsr[i % 4]);
        cr_expect_eq(left_x87, x87[i / 4], "%#x", left_x87);
        cr_expect_eq(left & ~(unsigned)TAC_FLOAT_FLAGS, mxcsr[i % 4], "%#x", left);
    }
}

Test(text_mode, a_refusal_gives_the_mode_back_as_well)
{
    cr_assert_eq(fesetround(FE_UPWARD), 0);
    expect_refusal("bodies: 1\n", "must be a list");
    int mode = fegetround();
    unsigned short x87 = x87_mode();
    cr_assert_eq(fesetround(FE_TONEAREST), 0);
    cr_expect_eq(mode, FE_UPWARD);
    cr_expect_eq(x87 & 0x0c00, FE_UPWARD);
}

Test(text_mode, texts_are_read_to_nearest_in_between)
{
    cr_assert_eq(fesetround(FE_UPWARD), 0);
    double above = strtod("0.1", NULL);
    tac_text_mode callers = tac_set_text_mode();
    double nearest = strtod("0.1", NULL);
    tac_restore_text_mode(callers);
    double again = strtod("0.3", NULL);
    cr_assert_eq(fesetround(FE_TONEAREST), 0);
    cr_expect_eq(nearest, 0.1);
    cr_expect_eq(above, 0.1); // 0.1 is above a tenth
    cr_expect_gt(again, 0.3); // 0.3 is below
}
