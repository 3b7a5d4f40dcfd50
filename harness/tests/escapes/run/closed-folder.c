// tries: to leave a folder that nobody may open
#include "attack.h"

static const char *attack(void) {
    if (mkdir("shut", 0777) != 0) return NULL;
    int fd = open("shut/file", O_WRONLY | O_CREAT, 0);
    if (fd >= 0) close(fd);
    mkdir("shut/in", 0);
    umask(0777);
    mkdir("shut/in2", 0777);
    return NULL; // escapes.sh looks for what is left
}
