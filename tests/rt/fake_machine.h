// Machines made up for tests: a folder of small files stands for /proc and /sys, a filled-in probe for
// what trying told.
#ifndef FAKE_MACHINE_H
#define FAKE_MACHINE_H

#include "doctor/doctor.h"

#define CPU "/sys/devices/system/cpu/"

extern char fake_root[]; // of the machine of this test

void fake_empty(void);
void fake_good(void); // four cores, 2 and 3 kept for real time: nothing to complain about
void fake_remove(void);

void fake_put(const char *path, const char *text); // a file with its folders
void fake_put_core(int core, const char *file, const char *text);
void fake_drop(const char *path);

tac_probe fake_probe(void);  // everything granted and quick
tac_rig_file fake_rig(void); // 1 kHz, one worker, all cores left open

#endif
