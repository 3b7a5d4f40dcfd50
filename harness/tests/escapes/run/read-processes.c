// tries: to list what others run
#include "attack.h"

static const char *attack(void) {
    DIR *d = opendir("/proc");
    struct dirent *e;
    char path[300];
    while (d && (e = readdir(d))) {
        if (atoi(e->d_name) <= 0 || atoi(e->d_name) == getpid()) continue;
        snprintf(path, sizeof path, "/proc/%s/cmdline", e->d_name);
        const char *got = look(path);
        if (got) return got;
    }
    return NULL;
}
