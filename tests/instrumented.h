// INSTRUMENTED: built for sanitizers or drd, which have their own malloc, memory and system calls.
#ifndef TAC_INSTRUMENTED_H
#define TAC_INSTRUMENTED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(TAC_DRD_ATOMICS_H)
#define INSTRUMENTED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define INSTRUMENTED 1
#endif
#endif

#endif
