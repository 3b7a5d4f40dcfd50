// See fence.h. The kernel's names (linux/landlock.h) are spelt out because the
// header of an older system lacks the newer of them.
#include "base/fence.h"

#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- rules

void fence_allow(Fence *f, const char *path, int use) {
    vec_push(f, (FenceRule){path, use});
}

void fence_free(Fence *f) {
    vec_free(f);
}

// Files of /etc that libraries read, and nothing that is secret.
static const char *const etc[] = {
    "ld.so.cache",     "ld.so.conf",   "ld.so.conf.d",    "ld.so.preload",
    "localtime",       "timezone",     "nsswitch.conf",   "passwd",
    "group",           "hosts",        "host.conf",       "alternatives",
    "os-release",      "locale.alias", "ssl/openssl.cnf", "pki/tls/openssl.cnf",
    "crypto-policies", "nvidia",       "OpenCL",
};
static const char *const proc[] = {
    "cpuinfo", "meminfo", "stat",   "version", "filesystems",
    "devices", "modules", "uptime", "loadavg", "sys",
};
static const char *const elsewhere[] = {
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/bin",
    "/sbin",
    "/nix/store",
    "/gnu/store",
    "/sys/devices/system",
};
static const char *const devices[] = {"/dev/random", "/dev/urandom"};

void fence_allow_system(Fence *f, Arena *a, int use) {
    for (size_t i = 0; i < COUNT_OF(elsewhere); i++)
        fence_allow(f, elsewhere[i], use);
    for (size_t i = 0; i < COUNT_OF(etc); i++)
        fence_allow(f, path_join(a, "/etc", etc[i]), FENCE_READ);
    for (char **name = path_list(a, "/etc", NULL); *name; name++)
        if (str_starts(*name, "python"))
            fence_allow(f, path_join(a, "/etc", *name), FENCE_READ);
    for (size_t i = 0; i < COUNT_OF(proc); i++)
        fence_allow(f, path_join(a, "/proc", proc[i]), FENCE_READ);
    for (size_t i = 0; i < COUNT_OF(devices); i++)
        fence_allow(f, devices[i], FENCE_READ);
    fence_allow(f, "/dev/null", FENCE_READ | FENCE_WRITE);
    fence_allow(f, "/dev/full", FENCE_WRITE);
}

static bool is_too_much(const char *path) {
    const char *home = getenv("HOME");
    return strcmp(path, "/") == 0 || strcmp(path, "/home") == 0 ||
           (home && strcmp(path, home) == 0);
}

static void allow_parent(Fence *f, Arena *a, const char *program) {
    const char *folder = path_dir(a, path_dir(a, program));
    if (program[0] == '/' && !is_too_much(folder))
        fence_allow(f, folder, FENCE_READ | FENCE_EXECUTE);
    if (program[0] == '/') // one that lies in nobody's bin
        fence_allow(f, program, FENCE_READ | FENCE_EXECUTE);
}

void fence_allow_program(Fence *f, Arena *a, const char *path) {
    char real[PATH_MAX];
    if (!path) return;
    allow_parent(f, a, path);
    if (realpath(path, real)) allow_parent(f, a, arena_str(a, real));
}

void fence_allow_list(Fence *f, Arena *a, const char *list, int use) {
    Str rest = str_of(list ? list : ""), dir;
    while (str_cut(&rest, ':', &dir))
        if (dir.n && dir.p[0] == '/') {
            const char *path = arena_strn(a, dir.p, dir.n);
            if (!is_too_much(path)) fence_allow(f, path, use);
        }
}

void fence_allow_named(Fence *f, Arena *a) {
    static const char *const lists[] = {
        "PATH",           "LD_LIBRARY_PATH",    "CPATH",
        "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH",
        "COMPILER_PATH",  "CUDA_HOME",          "CUDA_PATH",
        "CONDA_PREFIX"};
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        fence_allow_list(f, a, getenv(lists[i]), FENCE_READ | FENCE_EXECUTE);
}

// A device file of a GPU; "nv" alone would take disks as well (nvme0n1).
static bool is_gpu_device(const char *name) {
    static const char *const begin[] = {"nvidia", "nvhost", "nvmap",
                                        "nvgpu",  "dri",    "dxg"};
    for (size_t i = 0; i < COUNT_OF(begin); i++)
        if (str_starts(name, begin[i])) return true;
    return false;
}

void fence_allow_gpu(Fence *f, Arena *a, bool starts_others) {
    const int both = FENCE_READ | FENCE_WRITE;
    // The driver names its threads through /proc.
    fence_allow(f, starts_others ? "/proc" : "/proc/self", both);
    fence_allow(f, "/proc/driver", FENCE_READ);
    fence_allow(f, "/sys", FENCE_READ);
    fence_allow(f, "/dev/zero", both);
    for (char **name = path_list(a, "/dev", NULL); *name; name++)
        if (is_gpu_device(*name))
            fence_allow(f, path_join(a, "/dev", *name), both);
}

// ---- files

enum {
    FS_EXECUTE = 1 << 0,
    FS_WRITE_FILE = 1 << 1,
    FS_READ_FILE = 1 << 2,
    FS_READ_DIR = 1 << 3,
    FS_REFER = 1 << 13,
    FS_TRUNCATE = 1 << 14,
    FS_ABI1 = (1 << 13) - 1,
    NET_BIND_CONNECT_TCP = 3,
    SCOPE_SOCKET = 1,
    SCOPE_SIGNAL = 2,
    RULE_PATH_BENEATH = 1,
};

struct Ruleset {
    uint64_t fs, net, scoped;
};
struct PathBeneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int fence_abi(void) {
    long v = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
    return v > 0 ? (int)v : 0;
}

static uint64_t all_rights(int abi) {
    uint64_t r = FS_ABI1;
    if (abi >= 2) r |= FS_REFER;
    if (abi >= 3) r |= FS_TRUNCATE;
    return r;
}

static uint64_t rights_of(int use, bool is_folder, uint64_t all) {
    const uint64_t on_file =
        FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE;
    uint64_t r = 0;
    if (use & FENCE_READ) r |= FS_READ_FILE | FS_READ_DIR;
    if (use & FENCE_EXECUTE) r |= FS_EXECUTE;
    if (use & FENCE_WRITE) r |= FS_WRITE_FILE | FS_TRUNCATE;
    if (use & FENCE_CHANGE) r |= ~(uint64_t)FS_EXECUTE;
    return r & all & (is_folder ? all : on_file);
}

static bool add_rule(int ruleset, const FenceRule *rule, uint64_t all) {
    struct stat st;
    int fd = open(rule->path, O_PATH | O_CLOEXEC);
    if (fd < 0) return true;
    bool folder = fstat(fd, &st) == 0 && S_ISDIR(st.st_mode);
    struct PathBeneath beneath = {rights_of(rule->use, folder, all), fd};
    long r =
        syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &beneath, 0);
    close(fd);
    return r == 0;
}

const char *fence_files(const Fence *f) {
    int abi = fence_abi();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return "no_new_privs";
    if (!abi) return NULL;

    struct Ruleset rules = {.fs = all_rights(abi)};
    size_t size = sizeof rules.fs;
    if (abi >= 4) {
        rules.net = NET_BIND_CONNECT_TCP;
        size += sizeof rules.net;
    }
    if (abi >= 6) {
        // Signals stay within: abort() is to itself.
        rules.scoped =
            f->keeps_sockets ? SCOPE_SIGNAL : SCOPE_SOCKET | SCOPE_SIGNAL;
        size += sizeof rules.scoped;
    }
    long fd = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (fd < 0) return "landlock";
    bool ok = true;
    for (int i = 0; i < f->n && ok; i++)
        ok = add_rule((int)fd, &f->at[i], rules.fs);
    ok = ok && syscall(SYS_landlock_restrict_self, (int)fd, 0) == 0;
    close((int)fd);
    return ok ? NULL : "landlock";
}

// ---- root

// Rights by number in words of 32, as the kernel takes them.
typedef struct __user_cap_data_struct RightSet[2];

static bool set_rights(uint32_t permitted, uint32_t inherited) {
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    RightSet set = {{.effective = permitted,
                     .permitted = permitted,
                     .inheritable = inherited}};
    return syscall(SYS_capset, &head, set) == 0;
}

static bool ambient_raise(int right) {
    return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, right, 0, 0) == 0;
}

// True if a user's number has a meaning here: a container may know few.
static bool is_known_user(unsigned user) {
    Buf map = {0};
    Err ignored = {0};
    unsigned from, count;
    bool known = false;
    if (file_read("/proc/self/uid_map", &map, &ignored)) {
        Str rest = {buf_text(&map), map.len}, line;
        while (!known && str_cut(&rest, '\n', &line))
            known = sscanf(line.p, "%u %*u %u", &from, &count) == 2 &&
                    user >= from && user - from < count;
    }
    err_clear(&ignored);
    buf_free(&map);
    return known;
}

// To become another user, and to look after a process of another user.
static bool has_rights(void) {
    const uint32_t needed = 1u << CAP_CHOWN | 1u << CAP_KILL |
                            1u << CAP_SETGID | 1u << CAP_SETUID |
                            1u << CAP_SYS_PTRACE | 1u << CAP_SETPCAP;
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    RightSet set = {0};
    return syscall(SYS_capget, &head, set) == 0 &&
           (set[0].effective & needed) == needed;
}

void fence_plan_user(Fence *f) {
    f->to_nobody =
        geteuid() == 0 && has_rights() && is_known_user(FENCE_NOBODY);
}

const char *fence_drop_root(const Fence *f) {
    if (geteuid() != 0) return NULL;
    const int kept = f->writes_all ? CAP_DAC_OVERRIDE : CAP_DAC_READ_SEARCH;
    // Root's way into folders, until the program has been started.
    const uint32_t now = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH;

    for (int right = 0; right < 64; right++)
        if (right != kept && right != CAP_DAC_OVERRIDE)
            prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
    // access() asks with these rights as well: gcc looks for a folder so.
    prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0);
    prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
    if (f->to_nobody) {
        syscall(SYS_setgroups, 0, NULL);
        if (syscall(SYS_setresgid, FENCE_NOBODY, FENCE_NOBODY, FENCE_NOBODY) ||
            syscall(SYS_setresuid, FENCE_NOBODY, FENCE_NOBODY, FENCE_NOBODY))
            return "changing the user";
    }
    if (!f->to_nobody && kept != CAP_DAC_OVERRIDE)
        prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0);
    if (!set_rights(now, 1u << kept)) return "giving up root's rights";
    ambient_raise(kept);
    return NULL;
}

// ---- calls

#if defined(__x86_64__)
#define THIS_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_MACHINE
static const int denied[] = {
    SYS_socket,
    SYS_setsid,
    SYS_setpgid,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_userfaultfd,
    SYS_shmget,
    SYS_semget,
    SYS_msgget,
    SYS_mq_open,
    SYS_setpriority,
    SYS_sched_setscheduler,
    SYS_sched_setattr,
    SYS_sched_setparam,
    SYS_ioprio_set,
    SYS_io_uring_setup,
    SYS_fanotify_init,
    SYS_inotify_add_watch,
    SYS_open_by_handle_at,
};

static struct sock_filter statement(unsigned code, unsigned k) {
    return (struct sock_filter)BPF_STMT((unsigned short)code, k);
}

static struct sock_filter jump(unsigned code, unsigned k, int yes, int no) {
    return (struct sock_filter)BPF_JUMP((unsigned short)code, k,
                                        (unsigned char)yes, (unsigned char)no);
}

const char *fence_calls(const Fence *f) {
    // Landlock keeps signals within, where it is new enough.
    const int n = (int)COUNT_OF(denied) + (fence_abi() < 6);
    enum { HEAD = 7 };
    // Where the answers are. A new process group is granted in words alone, as
    // ninja stops without one: all stay in the group that kata ends.
    const int yes = HEAD + n, no = yes + 1, done = no + 1;
    const unsigned load = BPF_LD | BPF_W | BPF_ABS;
    const unsigned equal = BPF_JMP | BPF_JEQ | BPF_K;
    const unsigned nr = offsetof(struct seccomp_data, nr);
    struct sock_filter code[COUNT_OF(denied) + HEAD + 4];

    code[0] = statement(load, offsetof(struct seccomp_data, arch));
    code[1] = jump(equal, THIS_MACHINE, 0, no - 2);
    code[2] = statement(load, nr);
    // Numbers of another way to call the same (x32).
    code[3] = jump(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, no - 4, 0);
    // Sockets of this machine, of the family that comes first.
    code[4] = jump(equal, SYS_socket, 0, 2);
    code[5] = statement(load, offsetof(struct seccomp_data, args));
    code[6] = jump(equal, f->keeps_sockets ? AF_UNIX : ~0u, yes - 7, no - 7);
    for (int i = 0; i < n; i++) {
        int call = i < (int)COUNT_OF(denied) ? denied[i] : SYS_kill;
        int answer = call == SYS_setpgid ? done : no;
        code[HEAD + i] = jump(equal, (unsigned)call, answer - HEAD - 1 - i, 0);
    }
    code[yes] = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[no] = statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    code[done] = statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO);
    struct sock_fprog prog = {(unsigned short)(done + 1), code};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) == 0 ||
        errno == ENOSYS || errno == EINVAL)
        return NULL;
    return "seccomp";
}
#else
const char *fence_calls(const Fence *f) {
    (void)f;
    return NULL;
}
#endif
