// tries: to start processes that live on
#include "attack.h"

static const char *attack(void) {
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        sleep(3);
        int fd = open(FOLDER "/planted", O_WRONLY | O_CREAT, 0666);
        _exit(fd);
    }
    return pid > 0 ? "a process" : NULL;
}
