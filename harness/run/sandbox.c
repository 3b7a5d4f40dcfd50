// The sandbox's other list, files (Landlock), and how a process is confined by
// both. That of system calls is calls.c.
//
// Landlock adds to the filter that nothing but the binary and its loader can be
// executed, and it alone holds where seccomp is missing.
#include "run/sandbox.h"

#include "base/path.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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
static bool landlock_allow(int ruleset, const char *path, uint64_t rights) {
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0) return true;
    struct PathBeneath rule = {rights, fd};
    long r =
        syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0);
    close(fd);
    return r == 0;
}

static bool allow_reads(int ruleset, const Confinement *c) {
    const uint64_t folder = FS_READ_FILE | FS_READ_DIR;
    struct stat st;
    if (!c->reads) return landlock_allow(ruleset, "/", folder);
    for (const char *const *at = c->reads; *at; at++) {
        bool dir = stat(*at, &st) == 0 && S_ISDIR(st.st_mode);
        if (!landlock_allow(ruleset, *at, dir ? folder : FS_READ_FILE))
            return false;
    }
    return true;
}

static bool allow_all(int ruleset, const Confinement *c) {
    const uint64_t all = fs_rights(c->landlock_abi);
    const uint64_t write_file = all & (FS_WRITE_FILE | FS_TRUNCATE);
    static const char *const sinks[] = {"/dev/null", "/dev/zero", "/dev/full"};
    const uint64_t on_file = FS_EXECUTE | FS_READ_FILE;

    if (!allow_reads(ruleset, c)) return false;
    if (!landlock_allow(ruleset, c->binary, on_file)) return false;
    if (*c->interp && !landlock_allow(ruleset, c->interp, on_file))
        return false;
    if (!landlock_allow(ruleset, c->scratch, all & ~(uint64_t)FS_EXECUTE))
        return false;
    for (size_t i = 0; i < COUNT_OF(sinks); i++)
        if (!landlock_allow(ruleset, sinks[i], write_file)) return false;
    if (!c->gpu) return true;
    // The driver names its threads through /proc.
    if (!landlock_allow(ruleset, "/proc", write_file)) return false;
    // A file that takes no rule stays read-only.
    for (const char *const *d = c->devices; d && *d; d++)
        landlock_allow(ruleset, *d, write_file);
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
    bool ok =
        landlock_allow((int)fd, "/", FS_READ_FILE | FS_READ_DIR | FS_EXECUTE) &&
        landlock_allow((int)fd, folder, all) &&
        landlock_allow((int)fd, "/dev", all & (FS_WRITE_FILE | FS_TRUNCATE)) &&
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
        .seccomp = seccomp_has(SECCOMP_RET_ERRNO),
        .seccomp_notify = seccomp_has(SECCOMP_RET_USER_NOTIF),
        .user_namespaces = can_unshare_user(),
    };
}
