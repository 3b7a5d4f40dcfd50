// tries: to run before all others
#include "attack.h"

#include <sched.h>

static const char *attack(void) {
    struct sched_param most = {.sched_priority = 50};
    if (setpriority(PRIO_PROCESS, 0, -20) == 0) return "nice -20";
    if (sched_setscheduler(0, SCHED_FIFO, &most) == 0) return "real time";
    if (syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0) return "real time disk";
    return NULL;
}
