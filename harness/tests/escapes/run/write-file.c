// tries: to change, rename, truncate or delete another person's file
#include "attack.h"

static const char *attack(void) {
    int fd = open(SECRET, O_WRONLY | O_APPEND);
    if (fd >= 0) return "it is open for writing";
    if (truncate(SECRET, 0) == 0) return "it is empty";
    if (unlink(SECRET) == 0) return "it is gone";
    if (rename(SECRET, SECRET ".old") == 0) return "it has another name";
    return NULL;
}
