// What every program of run/ shares: `attack` is tried at the first call, and
// tells what it has reached, or NULL.
//
// escapes.sh replaces @SECRET@, @FOLDER@ ... by the paths of what it has
// planted.
#ifndef ATTACK_H
#define ATTACK_H

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECRET "@SECRET@" // a file that another user's work might be
#define FOLDER "@FOLDER@" // its folder
#define HOME_OF_KATA "@HOME@"
#define RECORD "@RECORD@"     // progress.db
#define SOLUTION "@SOLUTION@" // the exercise's own
#define OTHER "@OTHER@"       // another submission beside this one
#define BUILD "@BUILD@"       // kata's .build

static const char *attack(void);

// The beginning of a file, or NULL.
__attribute__((unused)) static const char *look(const char *path) {
    static char text[200];
    int fd = open(path, O_RDONLY);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0) close(fd);
    if (n <= 0) return NULL;
    text[n] = '\0';
    return text;
}

// A name in a folder that may not be listed, or NULL.
__attribute__((unused)) static const char *list(const char *path) {
    DIR *d = opendir(path);
    struct dirent *e = NULL;
    while (d && (e = readdir(d)) && e->d_name[0] == '.')
        ;
    return e ? e->d_name : NULL;
}

void balances(const double *x, double *out, double start, int n);
void balances(const double *x, double *out, double start, int n) {
    static int tried;
    (void)x, (void)out, (void)start, (void)n;
    if (tried++) return;
    const char *what = attack();
    if (what) printf("REACHED: %s\n", what);
    fflush(stdout);
}

#endif
