// tries: to have the compiler fill the disk
#include "attack.h"

static char huge[1ull << 36] = {1};

static const char *attack(void) {
    return huge[5] ? "64 GiB" : NULL;
}
