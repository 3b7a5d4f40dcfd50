// tries: to read the home folder and /etc/shadow
#include "attack.h"

static const char *attack(void) {
    const char *got = list(HOME_OF_KATA);
    if (!got) got = look("/etc/shadow");
    return got ? got : list("/tmp");
}
