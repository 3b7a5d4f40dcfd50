// Lists the files and calls that a child may use, and makes Landlock rules and
// a seccomp filter of them. Inside run/ only.
//
// Everything but sandbox_confine runs in kata. sandbox_confine runs between
// fork and exec, where only system calls are safe: no malloc, no stdio.
#ifndef RUN_SANDBOX_H
#define RUN_SANDBOX_H

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
    struct sock_filter insns[512];
    unsigned short ninsns;
    bool notifies; // forbidden calls are put to the keeper
} Filter;

// True if the kernel knows this action of filters.
bool seccomp_has(uint32_t action);
// Compiles the filter of a backend. one_thread: the first stays the only one;
// watched: what uses the private pipe is put to the keeper too, where it can.
void filter_build(Filter *f, bool gpu, bool one_thread, bool watched);

typedef enum CallVerdict {
    CALL_CONTINUE, // let it through
    CALL_REFUSE,   // it fails with EPERM
    CALL_FORBIDDEN // end the child
} CallVerdict;

// Judges a call that the filter put to the keeper. is_first_exec: our own exec
// of the binary is still due. *name: the call's name, static.
CallVerdict call_judge(const struct seccomp_data *call, pid_t child, bool gpu,
                       bool is_first_exec, const char **name);

// The arguments of sandbox_confine, all prepared before the fork.
typedef struct Confinement {
    Filter filter;
    int landlock_abi; // 0: none
    bool gpu;
    const char *scratch; // absolute
    const char *binary;  // absolute; it and interp are all that may be executed
    char interp[256];    // its dynamic loader, or ""
    const char *const *reads;   // all that it may read; NULL: everything
    const char *const *devices; // a GPU: what else it may write
} Confinement;

// All of /dev that is a device, and no memory that others find there later.
const char *const *sandbox_devices(Arena *a);

// Confines the calling process and all it will start to reading and executing
// what is there, and to writing below folder alone (devices apart); TCP is
// closed where Landlock can. For tools that need children of their own, like
// make. Returns NULL, or what failed; what the kernel lacks is no failure.
const char *sandbox_confine_folder(const char *folder);

// The version of Landlock that the kernel offers; 0: none.
int landlock_abi(void);

// Reads the dynamic loader's path from an ELF file; "" if there is none.
void elf_interp(const char *path, char out[256]);

// Confines the calling process for ever. *listener receives the fd on which the
// keeper hears of forbidden calls, or -1. Returns NULL, or what failed (errno
// says why); what the kernel lacks is no failure.
const char *sandbox_confine(const Confinement *c, int *listener);

#endif
