// tries: to read kata's environment, memory and files in /proc
#include "attack.h"

static const char *attack(void) {
    static const char *const names[] = {"environ", "maps", "cmdline", "status"};
    char path[64];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), names[i]);
        const char *got = look(path);
        if (got) return got;
    }
    snprintf(path, sizeof path, "/proc/%d/cwd/" "@NAME@", (int)getppid());
    return look(path);
}
