// tries: to have the kernel do it: io_uring, bpf, keys, watches
#include "attack.h"

#include <sys/fanotify.h>
#include <sys/inotify.h>

static const char *attack(void) {
    char room[256] = {0};
    if (syscall(SYS_io_uring_setup, 4, room) >= 0) return "io_uring";
    if (syscall(SYS_userfaultfd, 0) >= 0) return "userfaultfd";
    if (syscall(SYS_add_key, "user", "planted", "x", 1, -3) >= 0) return "a key";
    if (fanotify_init(FAN_CLASS_CONTENT, O_RDONLY) >= 0) return "fanotify";
    int fd = inotify_init();
    if (fd >= 0 && inotify_add_watch(fd, FOLDER, IN_ALL_EVENTS) >= 0)
        return "a watch on another person's folder";
    return NULL;
}
