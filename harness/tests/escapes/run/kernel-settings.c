// tries: to change how the kernel works
#include "attack.h"

static const char *attack(void) {
    static const char *const at[] = {
        "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger",
        "/proc/sys/vm/drop_caches", "/sys/kernel/uevent_helper",
        "/sys/fs/cgroup/cgroup.procs", "/proc/self/oom_score_adj",
        "/proc/self/uid_map"};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        if (open(at[i], O_WRONLY) >= 0) return at[i];
    return NULL;
}
