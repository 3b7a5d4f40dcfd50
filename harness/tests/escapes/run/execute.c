// tries: to start other programs
#include "attack.h"

#include <spawn.h>

static const char *attack(void) {
    char *argv[] = {"sh", "-c", "echo REACHED: a shell", NULL}, *env[] = {NULL};
    pid_t pid;
    if (system("echo REACHED: a shell") == 0) return "system()";
    if (posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, env) == 0) return "sh";
    execve("/bin/sh", argv, env);
    return NULL;
}
