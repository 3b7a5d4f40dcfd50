// tries: to get 80 GiB of memory of its own
#include "attack.h"

static const char *attack(void) {
    void *p = mmap(NULL, 80ull << 30, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p != MAP_FAILED ? "80 GiB of memory" : NULL;
}
