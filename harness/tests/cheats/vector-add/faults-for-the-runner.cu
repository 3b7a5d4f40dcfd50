// rejected by: forbidden | unwritten | crash (userfaultfd: answers when the runner touches a page)
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

void vector_add(const float *, const float *, float *, int) {
    struct uffdio_api api = {UFFD_API, 0, 0};
    int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0) ioctl(fd, UFFDIO_API, &api);
}
