// The sandbox's other list, files, and how a process is confined by both. That
// of system calls is calls.c.
//
// The fence (Landlock) adds to the filter that nothing but the binary and its
// loader can be executed, and it alone holds where seccomp is missing.
#include "run/sandbox.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- files

// Devices that the group of others may use, as a user without rights can.
static bool is_open_to_all(const char *device) {
    struct stat st;
    return stat(device, &st) != 0 || (st.st_mode & 06) == 06;
}

// Protection keys close memory that /proc/self/maps tells of. Without them its
// place is what is kept from the program.
static bool has_keys(void) {
#ifdef SYS_pkey_alloc
    long key = syscall(SYS_pkey_alloc, 0, 0);
    if (key > 0) syscall(SYS_pkey_free, key);
    return key > 0;
#else
    return false;
#endif
}

void sandbox_list_files(Confinement *c, Arena *a, const RunLimits *limits) {
    Fence *f = &c->fence;
    const int program = FENCE_READ | FENCE_EXECUTE;
    fence_allow_system(f, a, FENCE_READ);
    fence_allow_list(f, a, getenv("LD_LIBRARY_PATH"), FENCE_READ);
    fence_allow_list(f, a, elf_runpath(a, c->binary), FENCE_READ);
    if (!limits->hides || has_keys()) fence_allow(f, "/proc/self", FENCE_READ);
    fence_allow(f, c->binary, program);
    if (*c->interp) fence_allow(f, c->interp, program);
    for (const char *const *r = limits->reads; r && *r; r++)
        fence_allow(f, *r, FENCE_READ);
    fence_allow(f, c->scratch, FENCE_CHANGE);
    if (limits->gpu) fence_allow_gpu(f, a, false);
    f->keeps_sockets = limits->gpu; // of the driver's daemons
    if (!limits->gpu || is_open_to_all("/dev/nvidiactl")) fence_plan_user(f);
}

const char *sandbox_confine(const Confinement *c, int *listener) {
    *listener = -1;
    const char *broken = fence_drop_root(&c->fence);
    if (!broken) broken = fence_files(&c->fence);
    if (broken || !c->filter.ninsns) return broken;

    struct sock_fprog prog = {c->filter.ninsns,
                              (struct sock_filter *)c->filter.insns};
    unsigned long flags =
        c->filter.notifies ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0;
    long r = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
    if (r < 0) return "seccomp";
    if (c->filter.notifies) *listener = (int)r;
    return NULL;
}

// ---- what this kernel offers

// Reads the segment of a kind from an ELF file, at most room bytes. Returns how
// many.
static size_t read_segment(int fd, uint32_t kind, void *to, size_t room) {
    Elf64_Ehdr eh;
    Elf64_Phdr ph;
    if (pread(fd, &eh, sizeof eh, 0) != sizeof eh ||
        memcmp(eh.e_ident, ELFMAG, SELFMAG) != 0)
        return 0;
    for (int i = 0; i < eh.e_phnum; i++) {
        off_t at = (off_t)(eh.e_phoff + (uint64_t)i * eh.e_phentsize);
        if (pread(fd, &ph, sizeof ph, at) != sizeof ph) break;
        if (ph.p_type != kind || ph.p_filesz > room) continue;
        ssize_t n = pread(fd, to, ph.p_filesz, (off_t)ph.p_offset);
        return n < 0 ? 0 : (size_t)n;
    }
    return 0;
}

void elf_interp(const char *path, char out[256]) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t n = fd < 0 ? 0 : read_segment(fd, PT_INTERP, out, 255);
    out[n] = '\0';
    if (fd >= 0) close(fd);
}

const char *elf_runpath(Arena *a, const char *path) {
    enum { ENTRIES = 256, ROOM = 4096 };
    Elf64_Dyn *dyn = arena_array(a, Elf64_Dyn, ENTRIES);
    char *text = arena_array(a, char, ROOM);
    uint64_t strings = 0, offset = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return "";
    size_t n = read_segment(fd, PT_DYNAMIC, dyn, ENTRIES * sizeof *dyn);
    for (size_t i = 0; i < n / sizeof *dyn; i++) {
        if (dyn[i].d_tag == DT_STRTAB) strings = dyn[i].d_un.d_ptr;
        if (dyn[i].d_tag == DT_RUNPATH || dyn[i].d_tag == DT_RPATH)
            offset = dyn[i].d_un.d_val;
    }
    // The strings are in the first segment, where address and offset differ by
    // the same.
    if (!offset || pread(fd, text, ROOM - 1, (off_t)(strings + offset)) <= 0)
        text[0] = '\0';
    close(fd);
    return text;
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
    Fence fence = {0};
    fence_plan_user(&fence);
    return (SandboxInfo){
        .landlock_abi = fence_abi(),
        .seccomp = seccomp_has(SECCOMP_RET_ERRNO),
        .seccomp_notify = seccomp_has(SECCOMP_RET_USER_NOTIF),
        .user_namespaces = can_unshare_user(),
        .is_root = geteuid() == 0,
        .to_nobody = fence.to_nobody,
    };
}
