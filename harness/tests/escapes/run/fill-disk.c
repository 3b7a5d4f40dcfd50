// tries: to write 8 GiB in files of its own
#include "attack.h"

static const char *attack(void) {
    static char piece[1 << 20];
    size_t written = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (int f = 0; written < 8ull << 30 && f < 100000; f++) {
        char name[32];
        snprintf(name, sizeof name, "big%d", f);
        int fd = open(name, O_WRONLY | O_CREAT, 0666);
        if (fd < 0) return NULL;
        // Space is taken at once, without the time to write it.
        for (size_t part = 1 << 30; part >= 1 << 20; part /= 2)
            if (posix_fallocate(fd, 0, (off_t)part) == 0) {
                written += part;
                break;
            }
        if (write(fd, piece, sizeof piece) < 0) break;
        close(fd);
    }
    return written >= 8ull << 30 ? "8 GiB of the disk" : NULL;
}
