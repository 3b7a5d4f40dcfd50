// tries: to change the program that is run next time
#include "attack.h"

static const char *attack(void) {
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return NULL;
    self[n] = '\0';
    if (chmod(self, 0777) == 0) return "its mode";
    if (unlink(self) == 0) return "the program is gone";
    return open(self, O_WRONLY) >= 0 ? "the program is open for writing" : NULL;
}
