// tries: to find the variables of who started kata
#include "attack.h"

extern char **environ;

static const char *attack(void) {
    for (char **v = environ; *v; v++)
        if (strstr(*v, "@TOKEN@")) return *v;
    char all[65536];
    int fd = open("/proc/self/environ", O_RDONLY);
    ssize_t n = fd < 0 ? 0 : read(fd, all, sizeof all);
    return n > 0 && memmem(all, (size_t)n, "@TOKEN@", strlen("@TOKEN@"))
               ? "the token"
               : NULL;
}
