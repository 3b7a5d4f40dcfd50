// The sandbox's two lists: files (Landlock) and system calls (seccomp).
//
// The filter must be in place before the binary's first instruction, because a
// learner's static constructors run before any main() of ours; so it must let
// exactly one exec pass, and it cannot count. A pattern of arguments would not
// do either: what our exec passes, the learner's can imitate. So the filter
// puts every exec, and every call that it forbids, to the keeper (a seccomp
// user notification): the keeper lets the first exec through, which happens
// while only our code has run, and ends the child at the next, knowing its
// name. Where the keeper has died the kernel fails these calls by itself.
//
// Landlock adds to this that nothing but the binary and its loader can be
// executed, and it alone holds where seccomp is missing.
#include "run/sandbox.h"

#include "run/child.h"

#include "base/path.h"

#include <elf.h>
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- system calls

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
    // What these make outlives the process, for the next one to find.
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

// The action for what is forbidden: on a GPU the driver tries a few of these
// (it looks for helper programs), so they fail there instead of ending all.
static uint32_t forbid(bool gpu, bool notifies) {
    return gpu || !notifies ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_NOTIFY;
}

static int add_rule(scmp_filter_ctx ctx, const struct Call *call, bool gpu,
                    bool notifies) {
    int nr = seccomp_syscall_resolve_name(call->name);
    if (nr < 0) return 0; // not on this architecture

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
    default: return seccomp_rule_add(ctx, forbid(gpu, notifies), nr, 0);
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

static bool compile(Filter *f, bool gpu, bool one_thread, bool watched,
                    bool notifies) {
    scmp_filter_ctx ctx = seccomp_init(SCMP_ACT_ALLOW);
    int fd = -1;
    bool ok = false;

    if (!ctx) goto done;
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (add_rule(ctx, &calls[i], gpu, notifies) != 0) goto done;
    if (one_thread &&
        seccomp_rule_add(
            ctx, SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(clone), 1,
            SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)) != 0)
        goto done;
    if (watched && notifies && !watch_pipe(ctx)) goto done;
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

static bool has_action(uint32_t action) {
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

void filter_build(Filter *f, bool gpu, bool one_thread, bool watched) {
    *f = (Filter){0};
    if (!has_action(SECCOMP_RET_ERRNO)) return;
    if (has_action(SECCOMP_RET_USER_NOTIF) &&
        compile(f, gpu, one_thread, watched, true))
        return;
    if (!compile(f, gpu, one_thread, false, false)) f->ninsns = 0;
}

// Whether it is the child, or one of its threads.
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

CallVerdict call_judge(const struct seccomp_data *call, pid_t child, bool gpu,
                       bool is_first_exec, const char **name) {
    *name = "a system call";
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        if (seccomp_syscall_resolve_name(calls[i].name) != call->nr) continue;
        // Nobody writes clone(): it is what fork(), system() and popen() call.
        *name = calls[i].rule == RULE_CLONE ? "fork" : calls[i].name;
        if (is_allowed(&calls[i], call, child, is_first_exec))
            return CALL_CONTINUE;
        if (is_harm(calls[i].rule)) return CALL_FORBIDDEN;
    }
    return gpu ? CALL_REFUSE : CALL_FORBIDDEN;
}

// ---- files

// The kernel's names (linux/landlock.h), spelt out because the header of an
// older system lacks the newer of them.
enum {
    FS_EXECUTE = 1 << 0,
    FS_WRITE_FILE = 1 << 1,
    FS_READ_FILE = 1 << 2,
    FS_READ_DIR = 1 << 3,
    FS_REFER = 1 << 13,
    FS_TRUNCATE = 1 << 14,
    FS_ABI1 = (1 << 13) - 1,
    NET_BIND_CONNECT_TCP = 3,
    SCOPE_ABSTRACT_SOCKET_AND_SIGNAL = 3,
    RULE_PATH_BENEATH = 1,
};

struct Ruleset {
    uint64_t fs, net, scoped;
};
struct PathBeneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int landlock_abi(void) {
    long v = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    return v > 0 ? (int)v : 0;
}

static uint64_t fs_rights(int abi) {
    uint64_t r = FS_ABI1;
    if (abi >= 2) r |= FS_REFER;
    if (abi >= 3) r |= FS_TRUNCATE;
    return r;
}

// Allows rights on a file or folder. One that is not there needs no rule.
static bool allow(int ruleset, const char *path, uint64_t rights) {
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return true;
    struct PathBeneath rule = {rights, fd};
    long r =
        syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
    close(fd);
    return r == 0;
}

static bool allow_all(int ruleset, const Confinement *c) {
    const uint64_t all = fs_rights(c->landlock_abi);
    const uint64_t write_file = all & (FS_WRITE_FILE | FS_TRUNCATE);
    static const char *const sinks[] = {"/dev/null", "/dev/zero", "/dev/full"};
    const uint64_t on_file = FS_EXECUTE | FS_READ_FILE;

    if (!allow(ruleset, "/", FS_READ_FILE | FS_READ_DIR)) return false;
    if (!allow(ruleset, c->binary, on_file)) return false;
    if (*c->interp && !allow(ruleset, c->interp, on_file)) return false;
    if (!allow(ruleset, c->scratch, all & ~(uint64_t)FS_EXECUTE)) return false;
    for (size_t i = 0; i < COUNT_OF(sinks); i++)
        if (!allow(ruleset, sinks[i], write_file)) return false;
    if (!c->gpu) return true;
    // The driver names its threads through /proc.
    if (!allow(ruleset, "/proc", write_file)) return false;
    // What takes no rule, some odd file there, is not written.
    for (const char *const *d = c->devices; d && *d; d++)
        allow(ruleset, *d, write_file);
    return true;
}

static bool restrict_files(const Confinement *c) {
    if (!c->landlock_abi) return true;

    struct Ruleset rules = {.fs = fs_rights(c->landlock_abi)};
    size_t size = sizeof rules.fs;
    if (c->landlock_abi >= 4) {
        rules.net = NET_BIND_CONNECT_TCP;
        size += sizeof rules.net;
    }
    if (c->landlock_abi >= 6) {
        // Signals stay within: abort() is to itself. The GPU's driver talks to
        // its daemons over abstract sockets.
        rules.scoped = c->gpu ? 2 : SCOPE_ABSTRACT_SOCKET_AND_SIGNAL;
        size += sizeof rules.scoped;
    }
    long fd = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (fd < 0) return false;
    bool ok = allow_all((int)fd, c) &&
              syscall(SYS_landlock_restrict_self, (int)fd, 0) == 0;
    close((int)fd);
    return ok;
}

const char *sandbox_confine(const Confinement *c, int *listener) {
    *listener = -1;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
    if (!restrict_files(c)) return "landlock";
    if (!c->filter.ninsns) return NULL;

    struct sock_fprog prog = {c->filter.ninsns,
                              (struct sock_filter *)c->filter.insns};
    unsigned long flags =
        c->filter.notifies ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
    long r = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
    if (r < 0) return "seccomp";
    if (c->filter.notifies) *listener = (int)r;
    return NULL;
}

const char *sandbox_confine_folder(const char *folder) {
    int abi = landlock_abi();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
    if (!abi) return NULL;
    struct Ruleset rules = {.fs = fs_rights(abi)};
    size_t size = sizeof rules.fs;
    if (abi >= 4) {
        rules.net = NET_BIND_CONNECT_TCP;
        size += sizeof rules.net;
    }
    long fd = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (fd < 0) return "landlock";
    const uint64_t all = fs_rights(abi);
    bool ok = allow((int)fd, "/", FS_READ_FILE | FS_READ_DIR | FS_EXECUTE) &&
              allow((int)fd, folder, all) &&
              allow((int)fd, "/dev", all & (FS_WRITE_FILE | FS_TRUNCATE)) &&
              syscall(SYS_landlock_restrict_self, (int)fd, 0) == 0;
    close((int)fd);
    return ok ? NULL : "landlock";
}

const char *const *sandbox_devices(Arena *a) {
    static const char *const shared[] = {"shm", "mqueue", "hugepages"};
    int n, kept = 0;
    char **name = path_list(a, "/dev", &n);
    const char **out = arena_array(a, const char *, (size_t)n + 1);
    for (int i = 0; i < n; i++) {
        struct stat st;
        char *at = path_join(a, "/dev", name[i]);
        bool skip = lstat(at, &st) != 0 || S_ISLNK(st.st_mode);
        for (size_t k = 0; k < COUNT_OF(shared); k++)
            skip |= strcmp(name[i], shared[k]) == 0;
        if (!skip) out[kept++] = at;
    }
    out[kept] = NULL;
    return out;
}

// ---- what this kernel offers

void elf_interp(const char *path, char out[256]) {
    Elf64_Ehdr eh;
    Elf64_Phdr ph;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    out[0] = '\0';
    if (fd < 0) return;
    if (pread(fd, &eh, sizeof eh, 0) == sizeof eh &&
        memcmp(eh.e_ident, ELFMAG, SELFMAG) == 0)
        for (int i = 0; i < eh.e_phnum; i++) {
            off_t at = (off_t)(eh.e_phoff + (uint64_t)i * eh.e_phentsize);
            if (pread(fd, &ph, sizeof ph, at) != sizeof ph) break;
            if (ph.p_type != PT_INTERP || ph.p_filesz >= 256) continue;
            ssize_t n = pread(fd, out, ph.p_filesz, (off_t)ph.p_offset);
            out[n < 0 ? 0 : n] = '\0';
        }
    close(fd);
}

static bool can_unshare_user(void) {
    pid_t pid = fork();
    if (pid == 0) _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : 1);
    int status = 1;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && status == 0;
}

SandboxInfo run_sandbox_info(void) {
    return (SandboxInfo){
        .landlock_abi = landlock_abi(),
        .seccomp = has_action(SECCOMP_RET_ERRNO),
        .seccomp_notify = has_action(SECCOMP_RET_USER_NOTIF),
        .user_namespaces = can_unshare_user(),
    };
}
