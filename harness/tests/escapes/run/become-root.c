// tries: to have more rights than it was given
#include "attack.h"

#include <linux/capability.h>
#include <sys/prctl.h>

static const char *attack(void) {
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct set[2] = {{0}, {0}};
    const unsigned reading = 1u << 2; // CAP_DAC_READ_SEARCH
    if (syscall(SYS_capget, &head, set) == 0 &&
        ((set[0].permitted & ~reading) || set[1].permitted))
        return "capabilities";
    if (getuid() != 0 && (setuid(0) == 0 || setgid(0) == 0)) return "root";
    if (!prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)) return "programs with more";
    return NULL;
}
