// What a process and all that it starts may do from now on: the files that it
// may use (Landlock) and what is left of root's rights.
//
// All is prepared before a fork and applied after it, where only system calls
// are safe. What a kernel lacks is no failure: the other parts hold.
#ifndef BASE_FENCE_H
#define BASE_FENCE_H

#include "base/arena.h"

#include <sys/types.h>

typedef enum FenceUse {
    FENCE_READ = 1,
    FENCE_EXECUTE = 2,
    FENCE_WRITE = 4,  // what is there
    FENCE_CHANGE = 8, // a folder: make, write and delete below it
} FenceUse;

typedef struct FenceRule {
    const char *path; // borrowed; one that is not there needs no rule
    int use;          // FenceUse, or-ed
} FenceRule;

enum { FENCE_NOBODY = 65534 };

typedef struct Fence {
    FenceRule *at; // all that may be used; heap, see fence_free
    int n, cap;
    bool keeps_sockets; // a driver talks to its daemons over local ones
    // Of root, for itself and what it executes: may write everywhere that the
    // rules allow, else only read.
    bool writes_all;
    bool to_nobody; // see fence_plan_user
} Fence;

// Adds a rule; for a folder it holds below it, too.
void fence_allow(Fence *f, const char *path, int use);
// Adds what every program needs: shared libraries, the system's programs if
// asked for, and no file of a person.
void fence_allow_system(Fence *f, Arena *a, int use);
// Adds the installation that a program belongs to: /x/bin/tool -> /x, also
// where links lead. Nothing if that is / or a home folder.
void fence_allow_program(Fence *f, Arena *a, const char *path);
// Adds the absolute folders of a list with ':' between, but not /.
void fence_allow_list(Fence *f, Arena *a, const char *list, int use);
// Adds the folders that the user's own variables name: of programs, libraries
// and headers.
void fence_allow_named(Fence *f, Arena *a);
// Adds what a GPU's driver uses, in the process itself and, if it starts
// others, in them.
void fence_allow_gpu(Fence *f, Arena *a, bool starts_others);
void fence_free(Fence *f);

// The version of Landlock that the kernel offers; 0: none.
int fence_abi(void);

// Of root: decides if the process becomes FENCE_NOBODY, which a container may
// not know and where kata must have the rights to look after another user's
// process. What it is to write must then belong to that user, or f->writes_all.
// To be called before the fork; without it root stays root, with none of its
// rights.
void fence_plan_user(Fence *f);

// Applied between fork and exec, in this order; each returns NULL, or what
// failed (errno says why).
const char *fence_drop_root(const Fence *f); // no failure: it is not root
const char *fence_files(const Fence *f);
// Denies what no compiler needs: sockets, tracing, other processes' priorities,
// mounts, objects that outlive a process, and leaving the process group.
const char *fence_calls(const Fence *f);

#endif
