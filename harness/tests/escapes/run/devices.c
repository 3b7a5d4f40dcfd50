// tries: to reach disks, memory and the kernel's messages
#include "attack.h"

#include <sys/klog.h>
#include <sys/sysmacros.h>

static const char *attack(void) {
    static const char *const at[] = {"/dev/mem", "/dev/kmsg", "/dev/vda",
                                     "/dev/sda", "/dev/nvme0n1", "/dev/kvm",
                                     "/dev/fuse", "/proc/kcore"};
    static char text[64];
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        if (open(at[i], O_RDONLY) >= 0) return at[i];
    if (mknod("disk", S_IFBLK | 0666, makedev(254, 0)) == 0) return "a disk";
    return klogctl(3, text, sizeof text) > 0 ? text : NULL;
}
