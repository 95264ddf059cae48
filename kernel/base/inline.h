// How headers ask for code that is part of its caller.
#ifndef TAC_INLINE_H
#define TAC_INLINE_H

_Static_assert(__GNUC__ >= 4, "attributes and pragmas are those of gcc and clang");

// Functions of headers: part of each caller; or called where the compiler finds that better.
#define TAC_INLINE static inline __attribute__((always_inline))
#define TAC_STATIC static __attribute__((unused))

// Before a loop over a small constant number of rows, so that its arrays become registers.
#ifdef __clang__
#define TAC_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TAC_UNROLL _Pragma("GCC unroll 16")
#endif

#endif
