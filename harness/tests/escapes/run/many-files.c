// tries: to make 20000 files
#include "attack.h"

static const char *attack(void) {
    for (int f = 0; f < 20000; f++) {
        char name[32];
        snprintf(name, sizeof name, "f%d", f);
        int fd = open(name, O_WRONLY | O_CREAT, 0666);
        if (fd < 0) return NULL;
        close(fd);
    }
    return "20000 files";
}
