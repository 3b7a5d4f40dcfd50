// tries: to lock a GiB of memory
#include "attack.h"

static const char *attack(void) {
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    size_t bytes = 1 << 30;
    setrlimit(RLIMIT_MEMLOCK, &all);
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    return mlock(p, bytes) == 0 ? "1 GiB of locked memory" : NULL;
}
