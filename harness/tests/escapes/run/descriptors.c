// tries: to use what kata has open
#include "attack.h"

static const char *attack(void) {
    static char path[64];
    struct stat st;
    // 0 to 2 are its own; 197 to 199 are the runner's, and closed or watched.
    for (int fd = 3; fd < 197; fd++)
        if (fstat(fd, &st) == 0) {
            snprintf(path, sizeof path, "descriptor %d", fd);
            return path;
        }
    return NULL;
}
