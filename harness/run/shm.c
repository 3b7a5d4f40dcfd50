// The memory that kata shares with its child: an anonymous file, mapped here.
//
// Its size is sealed: a child that shrank it would make kata's next look at the
// outputs a SIGBUS.
#include "run/run.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

bool shm_open_size(Shm *s, size_t size, Err *err) {
    *s = (Shm){.fd = -1};
    size_t pages = (size + 4095) & ~(size_t)4095;
    if (pages == 0) pages = 4096;

    int fd = memfd_create("kata", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return err_errno(err, ERR_ENV, "shared memory");
    s->fd = fd;
    s->size = pages;
    if (ftruncate(fd, (off_t)pages) != 0) {
        shm_close(s);
        err_errno(err, ERR_ENV, "%zu MiB of shared memory", pages >> 20);
        return err_hint(err, "free some memory, or check a smaller exercise");
    }
    fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    s->base = mmap(NULL, pages, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (s->base == MAP_FAILED) {
        s->base = NULL;
        shm_close(s);
        err_errno(err, ERR_ENV, "mapping %zu MiB of shared memory",
                  pages >> 20);
        return err_hint(err, "free some memory, or check a smaller exercise");
    }
    return true;
}

void shm_close(Shm *s) {
    if (s->base) munmap(s->base, s->size);
    if (s->fd >= 0) close(s->fd);
    *s = (Shm){.fd = -1};
}
