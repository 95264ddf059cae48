// The shipped platform file, and numbers that look like chance and are the same in every run.
#ifndef SHIPPED_H
#define SHIPPED_H

#include <stdint.h>

#include "platform_file.h"

#define SHIPPED "config/platforms/motion_platform.yaml"

// Fails the test when it cannot be read. Freed with tac_platform_file_free.
tac_platform_file *read_shipped(void);

// The next number of a sequence, between the ends; *seed is not 0.
double chance(uint64_t *seed, double low, double high);
int one_in(uint64_t *seed, int n);

#endif
