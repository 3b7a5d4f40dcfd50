// Lists the files and calls that a child may use, and makes a fence and a
// seccomp filter of them. Inside run/ only.
//
// Everything but sandbox_confine runs in kata. sandbox_confine runs between
// fork and exec, where only system calls are safe: no malloc, no stdio.
#ifndef RUN_SANDBOX_H
#define RUN_SANDBOX_H

#include "base/fence.h"
#include "run/run.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/types.h>

// Headers older than the kernel they meet.
#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)
#endif
#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE (1UL << 0)
#endif

// A compiled seccomp filter. ninsns is 0 where the kernel takes none.
typedef struct Filter {
    struct sock_filter insns[1024];
    unsigned short ninsns;
    bool notifies; // forbidden calls are put to the keeper
} Filter;

// True if the kernel knows this action of filters.
bool seccomp_has(uint32_t action);
// The child that a filter is for.
typedef struct FilterFor {
    bool gpu;         // a driver makes calls of its own
    bool one_thread;  // the first stays the only one, and an emulator runs it
    bool watched;     // what uses the private pipe is put to the keeper too,
                      // where it can
    bool interpreted; // libraries of Python try what they can do without
} FilterFor;

// Compiles the filter.
void filter_build(Filter *f, const FilterFor *of);

typedef enum CallVerdict {
    CALL_CONTINUE, // let it through
    CALL_REFUSE,   // it fails with EPERM
    CALL_FORBIDDEN // end the child
} CallVerdict;

// What a child has had of what there is a most of.
typedef struct CallTally {
    int made;        // files, folders, links
    uint64_t shared; // bytes
} CallTally;

// Judges a call that the filter put to the keeper, and counts it.
// is_first_exec: our own exec of the binary is still due. *name: the call's
// name, static.
CallVerdict call_judge(const struct seccomp_data *call, pid_t child, bool gpu,
                       bool is_first_exec, CallTally *tally, const char **name);

// The arguments of sandbox_confine, all prepared before the fork.
typedef struct Confinement {
    Filter filter;
    Fence fence;
    const char *scratch; // absolute
    const char *binary;  // absolute; it and interp are all that may be executed
    char interp[256];    // its dynamic loader, or ""
} Confinement;

// Lists the files of a child: the system's libraries, the binary and what
// limits->reads, its scratch folder, and nothing of a person's.
void sandbox_list_files(Confinement *c, Arena *a, const RunLimits *limits);

// Reads from an ELF file the path of its dynamic loader; "" if there is none.
void elf_interp(const char *path, char out[256]);
// And the folders that it looks for libraries in, with ':' between, or "".
const char *elf_runpath(Arena *a, const char *path);

// Confines the calling process for ever. *listener receives the fd on which the
// keeper hears of forbidden calls, or -1. Returns NULL, or what failed (errno
// says why); what the kernel lacks is no failure.
const char *sandbox_confine(const Confinement *c, int *listener);

#endif
