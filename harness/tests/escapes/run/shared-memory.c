// tries: to get 40 GiB of memory that two mappings share
#include "attack.h"

static const char *attack(void) {
    int got = 0;
    for (int i = 0; i < 40; i++)
        got += mmap(NULL, 1 << 30, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                    0) != MAP_FAILED;
    return got == 40 ? "40 GiB of shared memory" : NULL;
}
