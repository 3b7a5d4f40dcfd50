// tries: to read another person's file through a link in its own folder
#include "attack.h"

static const char *attack(void) {
    const char *got = NULL;
    if (symlink(SECRET, "a") == 0) got = look("a");
    if (!got && link(SECRET, "b") == 0) got = look("b");
    if (!got && rename(SECRET, "c") == 0) got = look("c");
    return got;
}
