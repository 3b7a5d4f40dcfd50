// tries: to end kata
#include "attack.h"

static const char *attack(void) {
    if (kill(getppid(), SIGTERM) == 0) return "kata";
    if (kill(-1, SIGTERM) == 0) return "everything";
    return NULL;
}
