// tries: to write to and type into the terminals of others
#include "attack.h"

#include <sys/ioctl.h>

static const char *attack(void) {
    char path[32];
    if (open("/dev/tty", O_RDWR | O_NOCTTY) >= 0) return "the terminal";
    for (int i = 0; i < 20; i++) {
        snprintf(path, sizeof path, "/dev/pts/%d", i);
        if (open(path, O_RDWR | O_NOCTTY) >= 0) return path;
    }
    return open("/dev/ptmx", O_RDWR | O_NOCTTY) >= 0 ? "a terminal" : NULL;
}
