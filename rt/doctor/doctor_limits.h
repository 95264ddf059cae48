// What a group of processes may use: quotas, cores and real-time budgets of its cgroup, capabilities, seccomp; and what
// changes each of them for a login, a service, a container.
#ifndef TAC_DOCTOR_LIMITS_H
#define TAC_DOCTOR_LIMITS_H

#include <stdbool.h>

#include "doctor_checks.h"

enum { CAPABILITY_LOCK = 14, CAPABILITY_NICE = 23 }; // as the system numbers them

typedef enum tac_setting { // where the process was started
    TAC_SETTING_LOGIN,
    TAC_SETTING_SERVICE,   // its cgroup is that of a unit
    TAC_SETTING_CONTAINER, // of docker, podman, containerd, lxc ...
} tac_setting;

tac_setting tac_doctor_setting(const char *root);

// The smallest budget for real-time threads among the groups of the process (CONFIG_RT_GROUP_SCHED, cgroup v1), us per
// us. False where there are none.
bool tac_doctor_rt_group(const char *root, long long *runtime, long long *period, char *group,
                         size_t size);

// Why a permission is refused besides limits: ", without CAP_SYS_NICE, under a seccomp filter"; "" when neither.
const char *tac_doctor_denial(const char *root, int capability, char *text, size_t size);

void tac_check_running(const tac_patient *p, tac_finding *f);
void tac_check_quota(const tac_patient *p, tac_finding *f);
void tac_check_cpuset(const tac_patient *p, tac_finding *f);

#endif
