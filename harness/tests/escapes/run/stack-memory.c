// tries: to get 40 GiB of memory as a stack that grows
#include "attack.h"

static const char *attack(void) {
    void *p = mmap(NULL, 40ull << 30, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_NORESERVE,
                   -1, 0);
    return p != MAP_FAILED ? "40 GiB of stack" : NULL;
}
