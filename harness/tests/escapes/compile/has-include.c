// tries: to learn if a file is there
#if __has_include("@SECRET@")
#warning REACHED: the file is there
#endif
#include "attack.h"

static const char *attack(void) {
    return NULL;
}
