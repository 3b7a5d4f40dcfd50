// tries: to list what kata builds and runs for others
#include "attack.h"

static const char *attack(void) {
    const char *got = list(BUILD "/cache");
    return got ? got : list(BUILD "/scratch");
}
