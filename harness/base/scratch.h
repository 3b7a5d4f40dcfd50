// Folders for what a process needs no longer than it lives.
//
// Each is locked by who made it, and the kernel gives the lock up with its
// holder. So what a killed process has left behind is known by its lock, not by
// a process number that another may have by now, and whoever makes the next
// folder clears it away.
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

#include "base/arena.h"
#include "base/err.h"

typedef struct Scratch { // zero: none
    const char *path;
    int lock; // descriptor of the folder; -1: this file system has no locks
} Scratch;

// Makes an empty folder of its own in build/scratch. `what` is a part of its
// name.
bool scratch_open(Scratch *s, Arena *a, const char *build, const char *what,
                  Err *err);
// As path_make_dirs, for a folder of kata's own: whoever may not write there
// cannot name another, which the hint says.
bool scratch_dirs(const char *path, Err *err);
// Removes it with all that is in it.
void scratch_close(Scratch *s);

#endif
