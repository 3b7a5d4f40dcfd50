// tries: to run machine code that it has written to a file
#include "attack.h"

static const char *attack(void) {
    int fd = open("made", O_RDWR | O_CREAT, 0777);
    unsigned char ret[4096] = {0xc3};
    if (fd < 0 || write(fd, ret, sizeof ret) != sizeof ret) return NULL;
    close(fd);
    char *argv[] = {"made", NULL};
    execve("./made", argv, argv + 1);
    return NULL;
}
