// tries: to change another person's file's mode, owner, times
#include "attack.h"

static const char *attack(void) {
    struct timespec never[2] = {{1, 0}, {1, 0}};
    if (chmod(SECRET, 0777) == 0) return "its mode";
    if (chown(SECRET, 12345, 12345) == 0) return "its owner";
    if (utimensat(AT_FDCWD, SECRET, never, 0) == 0) return "its times";
    return NULL;
}
