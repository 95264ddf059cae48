// Cases of a test that each run in a process of their own, because what they test may end it.
#ifndef CHILDREN_H
#define CHILDREN_H

// Runs a case; prints its name and how it ended unless it returned 0 or, with `signal`, ended by that one.
// A case has 20 seconds. Returns the number of failures, 0 or 1.
int run_case(const char *name, int (*run)(void), int signal);

// Prints the line when `good` is 0; returns !good.
int complain(int good, const char *what, int line);

#define EXPECT(condition)                                     \
    do {                                                      \
        if (complain((condition) != 0, #condition, __LINE__)) \
            return 1;                                         \
    } while (0)

#endif
