// System calls: which are whose, the filter that the kernel asks, and what the
// keeper says where the filter asks it.
//
// The filter must be in place before the binary's first instruction, because a
// learner's static constructors run before any main() of ours; so it must let
// exactly one exec pass, and it cannot count. A pattern of arguments would not
// do either: what our exec passes, the learner's can imitate. So the filter
// puts every exec, and every call that it forbids, to the keeper (a seccomp
// user notification): the keeper lets the first exec through, which happens
// while only our code has run, and ends the child at the next, knowing its
// name. If the keeper has died, the kernel fails these calls by itself.
#include "run/child.h"
#include "run/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum CallRule {
    RULE_EXEC,   // the first is ours
    RULE_FORK,   // forbidden
    RULE_CLONE,  // forbidden unless it makes a thread
    RULE_SOCKET, // sim: forbidden; gpu: local sockets are the driver's
    RULE_KILL,   // to itself only; the first argument says whom
    RULE_OTHER,  // to its own threads only; the first argument says whom
    RULE_WHICH,  // the same: the second, and the first that it is a process
    RULE_SYSTEM, // forbidden: nothing a kernel exercise needs
    RULE_PRCTL,  // forbidden: to be shown every system call of the program; and
                 // nobody hides from the keeper
    RULE_MISSING, // looks as if the kernel did not know it
    RULE_DENIED,  // fails: a file's mode, times and the like stay
    RULE_PRETEND, // seems to be done: a lock that nobody else would wait for
    RULE_LOCK,    // the same, where the second argument asks for a lock
    RULE_MAKE,    // makes a file: counted
    RULE_OPEN,    // the same, where the second argument says so
    RULE_OPENAT,  // or the third
    RULE_MEMORY,  // makes a file of memory: counted, but not a driver's
    RULE_MAP,     // shared memory: counted; a stack that grows: fails
    RULE_COPY,    // sim: forbidden: the kernel copies, and nobody counts it. An
                  // emulator makes such calls itself. PyTorch looks for a GPU
                  // with them: there they fail
    RULE_MOVE,    // the same, where pages move to a chosen place
} CallRule;

static const struct Call {
    const char *name;
    CallRule rule;
} calls[] = {
    {"execve", RULE_EXEC},
    {"execveat", RULE_EXEC},
    {"fork", RULE_FORK},
    {"vfork", RULE_FORK},
    {"clone", RULE_CLONE},
    {"clone3", RULE_MISSING}, // its flags are in memory: libc then uses clone
    {"socket", RULE_SOCKET},
    {"socketpair", RULE_SOCKET},
    {"kill", RULE_KILL},
    {"tgkill", RULE_KILL},
    {"rt_sigqueueinfo", RULE_KILL},
    {"rt_tgsigqueueinfo", RULE_KILL},
    {"prlimit64", RULE_OTHER},
    {"sched_setaffinity", RULE_OTHER},
    {"sched_setscheduler", RULE_OTHER},
    {"sched_setparam", RULE_OTHER},
    {"sched_setattr", RULE_OTHER},
    {"setpriority", RULE_WHICH},
    {"ioprio_set", RULE_WHICH},
    {"migrate_pages", RULE_OTHER},
    {"move_pages", RULE_OTHER},
    {"prctl", RULE_PRCTL},
    {"userfaultfd", RULE_SYSTEM},
    {"pidfd_send_signal", RULE_SYSTEM},
    {"pidfd_getfd", RULE_SYSTEM},
    {"ptrace", RULE_SYSTEM},
    {"process_vm_readv", RULE_SYSTEM},
    {"process_vm_writev", RULE_SYSTEM},
    {"mount", RULE_SYSTEM},
    {"umount2", RULE_SYSTEM},
    {"pivot_root", RULE_SYSTEM},
    {"chroot", RULE_SYSTEM},
    {"unshare", RULE_SYSTEM},
    {"setns", RULE_SYSTEM},
    {"bpf", RULE_SYSTEM},
    {"perf_event_open", RULE_SYSTEM},
    {"keyctl", RULE_SYSTEM},
    {"add_key", RULE_SYSTEM},
    {"request_key", RULE_SYSTEM},
    {"init_module", RULE_SYSTEM},
    {"finit_module", RULE_SYSTEM},
    {"delete_module", RULE_SYSTEM},
    {"kexec_load", RULE_SYSTEM},
    {"reboot", RULE_SYSTEM},
    {"swapon", RULE_SYSTEM},
    {"swapoff", RULE_SYSTEM},
    {"settimeofday", RULE_SYSTEM},
    {"adjtimex", RULE_SYSTEM},
    {"clock_adjtime", RULE_SYSTEM},
    {"sethostname", RULE_SYSTEM},
    {"setdomainname", RULE_SYSTEM},
    {"clock_settime", RULE_SYSTEM},
    {"open_by_handle_at", RULE_SYSTEM},
    // These calls make objects that outlive the process, and the next process
    // could find them.
    {"shmget", RULE_SYSTEM},
    {"semget", RULE_SYSTEM},
    {"msgget", RULE_SYSTEM},
    {"mq_open", RULE_SYSTEM},
    // Those of files that it may only read: what others wait for, and what is
    // kept in a file's mode, times, owner or attributes.
    {"flock", RULE_PRETEND},
    {"fcntl", RULE_LOCK},
    {"chmod", RULE_DENIED},
    {"fchmod", RULE_DENIED},
    {"fchmodat", RULE_DENIED},
    {"fchmodat2", RULE_DENIED},
    {"chown", RULE_DENIED},
    {"fchown", RULE_DENIED},
    {"lchown", RULE_DENIED},
    {"fchownat", RULE_DENIED},
    {"utime", RULE_DENIED},
    {"utimes", RULE_DENIED},
    {"futimesat", RULE_DENIED},
    {"utimensat", RULE_DENIED},
    {"setxattr", RULE_DENIED},
    {"lsetxattr", RULE_DENIED},
    {"fsetxattr", RULE_DENIED},
    {"setxattrat", RULE_DENIED},
    {"removexattr", RULE_DENIED},
    {"lremovexattr", RULE_DENIED},
    {"fremovexattr", RULE_DENIED},
    // A limit on each file's size is none on their number.
    {"creat", RULE_MAKE},
    {"mkdir", RULE_MAKE},
    {"mkdirat", RULE_MAKE},
    {"mknod", RULE_MAKE},
    {"mknodat", RULE_MAKE},
    {"symlink", RULE_MAKE},
    {"symlinkat", RULE_MAKE},
    {"link", RULE_MAKE},
    {"linkat", RULE_MAKE},
    {"open", RULE_OPEN},
    {"openat", RULE_OPENAT},
    {"openat2", RULE_MISSING}, // its flags are in memory
    {"memfd_create", RULE_MEMORY},
    {"memfd_secret", RULE_MISSING},
    {"pipe", RULE_COPY},
    {"pipe2", RULE_COPY},
    {"splice", RULE_COPY},
    {"tee", RULE_COPY},
    {"vmsplice", RULE_COPY},
    {"copy_file_range", RULE_COPY},
    {"sendfile", RULE_COPY},
    {"mremap", RULE_MOVE},
    {"mmap", RULE_MAP}, // the limit on private memory does not count these
    {"io_uring_setup", RULE_MISSING}, // would do all of this unseen
    {"io_setup", RULE_MISSING},       // and these reads and writes
    {"io_submit", RULE_MISSING},
};

// PR_SET_SYSCALL_USER_DISPATCH, which older headers lack.
enum { SHOW_CALLS = 59 };

static int add_prctl(scmp_filter_ctx ctx, int nr, uint32_t action) {
    int bad = seccomp_rule_add(
        ctx, SCMP_ACT_ERRNO(EPERM), nr, 1,
        SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, PR_SET_DUMPABLE));
    return bad ? bad
               : seccomp_rule_add(
                     ctx, action, nr, 1,
                     SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff, SHOW_CALLS));
}

// fcntl's ways to lock a file, to hear first of who opens it, and to have
// another process signalled.
static const int lock_commands[] = {F_SETLK,    F_SETLKW, 37,         38,
                                    F_SETLEASE, F_SETOWN, F_SETOWN_EX};

static int add_locks(scmp_filter_ctx ctx, int nr) {
    int bad = 0;
    for (size_t i = 0; i < COUNT_OF(lock_commands) && !bad; i++)
        bad = seccomp_rule_add(ctx, SCMP_ACT_ERRNO(0), nr, 1,
                               SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff,
                                       (uint32_t)lock_commands[i]));
    return bad;
}

// A rule for a call with these bits in an argument.
static int add_bits(scmp_filter_ctx ctx, uint32_t action, int nr, unsigned arg,
                    scmp_datum_t bits) {
    return seccomp_rule_add(ctx, action, nr, 1,
                            SCMP_CMP(arg, SCMP_CMP_MASKED_EQ, bits, bits));
}

// Files that have no name yet, as well.
static int add_open(scmp_filter_ctx ctx, int nr, unsigned arg) {
    int bad = add_bits(ctx, SCMP_ACT_NOTIFY, nr, arg, O_CREAT);
    return bad ? bad
               : add_bits(ctx, SCMP_ACT_NOTIFY, nr, arg,
                          O_TMPFILE & ~O_DIRECTORY);
}

// Rules for what is counted: only a keeper can.
static int add_counted(scmp_filter_ctx ctx, const struct Call *call, int nr,
                       bool gpu) {
    switch (call->rule) {
    case RULE_OPEN: return add_open(ctx, nr, 1);
    case RULE_OPENAT: return add_open(ctx, nr, 2);
    case RULE_MAKE: return seccomp_rule_add(ctx, SCMP_ACT_NOTIFY, nr, 0);
    case RULE_MEMORY:
        return gpu ? 0 : seccomp_rule_add(ctx, SCMP_ACT_NOTIFY, nr, 0);
    default: break;
    }
    if (gpu) return 0;
    int bad = add_bits(ctx, SCMP_ACT_ERRNO(EPERM), nr, 3, MAP_GROWSDOWN);
    return bad ? bad
               : add_bits(ctx, SCMP_ACT_NOTIFY, nr, 3,
                          MAP_SHARED | MAP_ANONYMOUS);
}

// The action for what is forbidden: on a GPU the driver tries a few of these
// (it looks for helper programs), so they fail there instead of ending all.
static uint32_t forbid(bool gpu, bool notifies) {
    return gpu || !notifies ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_NOTIFY;
}

static int add_rule(scmp_filter_ctx ctx, const struct Call *call,
                    const FilterFor *of, bool notifies) {
    int nr = seccomp_syscall_resolve_name(call->name);
    bool gpu = of->gpu;
    bool copies = call->rule == RULE_COPY || call->rule == RULE_MOVE;
    if (nr < 0) return 0; // not on this architecture
    uint32_t not_here = copies && of->interpreted ? SCMP_ACT_ERRNO(EPERM)
                                                  : forbid(gpu, notifies);
    if (copies && (gpu || of->one_thread)) return 0;

    switch (call->rule) {
    case RULE_EXEC:
    case RULE_KILL:
    case RULE_OTHER:
    case RULE_WHICH:
        if (!notifies) return 0;
        return seccomp_rule_add(ctx, SCMP_ACT_NOTIFY, nr, 0);
    case RULE_CLONE:
        return seccomp_rule_add(ctx, forbid(gpu, notifies), nr, 1,
                                SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    case RULE_SOCKET:
        if (!gpu) return seccomp_rule_add(ctx, forbid(gpu, notifies), nr, 0);
        return seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), nr, 1,
                                SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0));
    case RULE_PRCTL: return add_prctl(ctx, nr, forbid(gpu, notifies));
    case RULE_MISSING:
        return seccomp_rule_add(ctx, SCMP_ACT_ERRNO(ENOSYS), nr, 0);
    case RULE_DENIED:
        return seccomp_rule_add(ctx, SCMP_ACT_ERRNO(EPERM), nr, 0);
    case RULE_PRETEND: return seccomp_rule_add(ctx, SCMP_ACT_ERRNO(0), nr, 0);
    case RULE_LOCK: return add_locks(ctx, nr);
    case RULE_MOVE: return add_bits(ctx, not_here, nr, 3, MREMAP_FIXED);
    case RULE_MAKE:
    case RULE_OPEN:
    case RULE_OPENAT:
    case RULE_MEMORY:
    case RULE_MAP: return notifies ? add_counted(ctx, call, nr, gpu) : 0;
    default: return seccomp_rule_add(ctx, not_here, nr, 0);
    }
}

// By the lower half of the descriptor, which is all that the kernel takes.
static bool watch_pipe(scmp_filter_ctx ctx) {
    static const int ends[] = {CHILD_WIRE_IN, CHILD_WIRE_OUT};
    static const int uses[] = {SCMP_SYS(read), SCMP_SYS(write)};
    for (size_t i = 0; i < COUNT_OF(ends); i++)
        for (size_t k = 0; k < COUNT_OF(uses); k++)
            if (seccomp_rule_add(ctx, SCMP_ACT_NOTIFY, uses[k], 1,
                                 SCMP_A0(SCMP_CMP_MASKED_EQ, 0xffffffff,
                                         (uint32_t)ends[i])) != 0)
                return false;
    return true;
}

static bool compile(Filter *f, const FilterFor *of, bool notifies) {
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);
    int fd = -1;
    bool ok = false;

    if (!ctx) goto done;
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (add_rule(ctx, &calls[i], of, notifies) != 0) goto done;
    if (of->one_thread &&
        seccomp_rule_add(
            ctx, SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(clone), 1,
            SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)) != 0)
        goto done;
    if (of->watched && notifies && !watch_pipe(ctx)) goto done;
    fd = memfd_create("filter", MFD_CLOEXEC);
    if (fd < 0 || seccomp_export_bpf(ctx, fd) != 0) goto done;
    ssize_t n = pread(fd, f->insns, sizeof f->insns, 0);
    // A full buffer may be a cut one.
    if (n <= 0 || n == (ssize_t)sizeof f->insns) goto done;
    f->ninsns = (unsigned short)((size_t)n / sizeof *f->insns);
    f->notifies = notifies;
    ok = true;
done:
    if (fd >= 0) close(fd);
    if (ctx) seccomp_release(ctx);
    return ok;
}

bool seccomp_has(uint32_t action) {
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

void filter_build(Filter *f, const FilterFor *of) {
    *f = (Filter){0};
    if (!seccomp_has(SECCOMP_RET_ERRNO)) return;
    if (seccomp_has(SECCOMP_RET_USER_NOTIF) && compile(f, of, true)) return;
    if (!compile(f, of, false)) f->ninsns = 0;
}

// True if whom is the child or one of its threads.
static bool is_its_own(pid_t child, int whom) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d", (int)child, whom);
    return whom == 0 || whom == child || access(path, F_OK) == 0;
}

static bool is_allowed(const struct Call *rule, const struct seccomp_data *call,
                       pid_t child, bool is_first_exec) {
    enum { IOPRIO_PROCESS = 1 };
    int first = (int)call->args[0], second = (int)call->args[1];
    switch (rule->rule) {
    case RULE_EXEC: return is_first_exec;
    // Its own group holds nobody else.
    case RULE_KILL: return first == child || first == -child || first == 0;
    case RULE_OTHER: return is_its_own(child, first);
    case RULE_WHICH:
        return is_its_own(child, second) &&
               first == (strcmp(rule->name, "setpriority") ? IOPRIO_PROCESS
                                                           : PRIO_PROCESS);
    default: return false;
    }
}

static bool is_harm(CallRule r) {
    return r == RULE_KILL || r == RULE_OTHER || r == RULE_WHICH;
}

// False: it has had its share.
static bool count_call(const struct Call *rule, const struct seccomp_data *call,
                       CallTally *tally, const char **name) {
    if (rule->rule == RULE_MAP) {
        *name = "sharing more memory than there is for it";
        uint64_t left = ((uint64_t)MOST_SHARED_MIB << 20) - tally->shared;
        if (call->args[1] > left) return false;
        tally->shared += call->args[1];
        return true;
    }
    *name = "making more files than there is room for";
    return tally->made++ < MOST_MADE;
}

static bool is_counted(CallRule r) {
    return r == RULE_MAKE || r == RULE_OPEN || r == RULE_OPENAT ||
           r == RULE_MEMORY || r == RULE_MAP;
}

CallVerdict call_judge(const struct seccomp_data *call, pid_t child, bool gpu,
                       bool is_first_exec, CallTally *tally,
                       const char **name) {
    *name = "a system call that no exercise needs";
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        if (seccomp_syscall_resolve_name(calls[i].name) != call->nr) continue;
        if (is_counted(calls[i].rule))
            return count_call(&calls[i], call, tally, name) ? CALL_CONTINUE
                                                            : CALL_FORBIDDEN;
        // Nobody writes clone(): it is what fork(), system() and popen() call.
        *name = calls[i].rule == RULE_CLONE ? "fork" : calls[i].name;
        if (is_allowed(&calls[i], call, child, is_first_exec))
            return CALL_CONTINUE;
        if (is_harm(calls[i].rule)) return CALL_FORBIDDEN;
    }
    return gpu ? CALL_REFUSE : CALL_FORBIDDEN;
}
