// tries: to get 40 GiB of memory as files without a name
#include "attack.h"

static const char *attack(void) {
    size_t got = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 800; i++) {
        int fd = memfd_create("more", 0);
        if (fd < 0) return NULL;
        for (size_t part = 1 << 30; part >= 1 << 20; part /= 2)
            if (ftruncate(fd, (off_t)part) == 0) {
                got += part;
                break;
            }
    }
    return got >= 40ull << 30 ? "40 GiB of memory" : NULL;
}
