// tries: to get 40 GiB of memory by mapping /dev/zero
#include "attack.h"

static const char *attack(void) {
    int fd = open("/dev/zero", O_RDWR);
    if (fd < 0) fd = open("/dev/zero", O_RDONLY);
    if (fd < 0) return NULL;
    void *p = mmap(NULL, 40ull << 30, PROT_READ, MAP_SHARED, fd, 0);
    return p != MAP_FAILED ? "40 GiB of shared memory" : NULL;
}
