// tries: to be root in a space of its own, and mount there
#include "attack.h"

#include <sched.h>
#include <sys/mount.h>

static const char *attack(void) {
    if (unshare(CLONE_NEWUSER) == 0) return "a user namespace";
    if (mount("none", ".", "tmpfs", 0, NULL) == 0) return "a mount";
    if (chroot(".") == 0) return "another root";
    return syscall(SYS_fsopen, "tmpfs", 0) >= 0 ? "a file system" : NULL;
}
