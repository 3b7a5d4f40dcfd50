// See device_lock.h.
//
//    byte   shared by                     alone
//    DOOR   who comes in, for a moment    who is alone, or waits to be
//    ROOM   who works                     who is alone
//    HERE   every process with the file   nobody
//    NEXT   who waits to be alone         nobody
//
// A process that shares lets all go first that wait to be alone: once the room
// is empty they follow each other, where each would have to wait for it to
// empty again. Nobody waits for ever: who times has shared before, so no more
// of them come.
//
// These are a process's own locks (F_SETLK), not those of a file descriptor: a
// fork does not inherit them, and the kernel tells who holds one. The price:
// closing any descriptor of the file gives all of them up, so a process opens
// it once at a time.
#include "gate/machine/device_lock.h"

#include "base/day.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DOOR, ROOM, HERE, NEXT };
static const double LOOK_S = 0.02, FIRST_WORD_S = 0.5, NEXT_WORD_S = 1;

static void sleep_for(double seconds) {
    struct timespec t = {0, (long)(seconds * 1e9)};
    nanosleep(&t, NULL);
}

// ---- the file

static void no_file(DeviceLock *t, const char *problem) {
    if (t->fd >= 0) close(t->fd);
    t->fd = -1;
    t->at_door = false;
    snprintf(t->why, sizeof t->why, "%s%s%s", t->path, *t->path ? ": " : "",
             problem);
}

// All users must come to the same one, so what this user alone may do (be root,
// say) does not count; but where there is none for all, as in some containers,
// there is one user.
static bool is_for_all(const char *folder) {
    const mode_t all = S_ISVTX | S_IRWXU | S_IRWXG | S_IRWXO;
    struct stat s;
    return stat(folder, &s) == 0 && S_ISDIR(s.st_mode) &&
           (s.st_mode & all) == all && access(folder, W_OK) == 0;
}

static const char *find_folder(void) {
    static const char *const folders[] = {"/run/lock", "/tmp"};
    const char *asked = getenv("KATA_LOCKS");
    if (asked && *asked) return asked;
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (is_for_all(folders[i])) return folders[i];
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (access(folders[i], W_OK) == 0) return folders[i];
    return NULL;
}

// Opens the file, or makes it for everybody. A folder that anyone may write to
// can hold anything: a link is not followed, a pipe not waited for. One that is
// there is opened without O_CREAT, which kernels refuse for another user's
// file. -1 with errno.
static int open_file(const char *path) {
    enum { TRIES = 50 };
    const int how = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    for (int i = 0; i < TRIES; i++) {
        int fd = open(path, how);
        if (fd >= 0) return fd;
        if (errno == ENOENT) {
            fd = open(path, how | O_CREAT | O_EXCL, 0600);
            if (fd >= 0 && fchmod(fd, 0666) == 0) return fd; // any umask
            if (fd >= 0) close(fd);
            if (fd >= 0 || errno != EEXIST) return -1;
        } else if (errno != EACCES) {
            return -1;
        }
        // Made by another user this moment, who has yet to open it to all.
        sleep_for(LOOK_S / 2);
    }
    return -1;
}

static bool set_lock(const DeviceLock *t, int byte, short how) {
    struct flock l = {
        .l_type = how, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return fcntl(t->fd, F_SETLK, &l) == 0;
}

// Returns the kind of lock that is in the way of one; F_UNLCK: none. Sets its
// holder.
static short blocking_lock(const DeviceLock *t, int byte, pid_t *pid) {
    struct flock l = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    if (t->fd < 0 || fcntl(t->fd, F_GETLK, &l) != 0) return F_UNLCK;
    *pid = l.l_pid;
    return l.l_type;
}

static void enter_file(DeviceLock *t) {
    struct stat s;
    t->fd = open_file(t->path);
    if (t->fd < 0)
        no_file(t, strerror(errno));
    else if (fstat(t->fd, &s) != 0 || !S_ISREG(s.st_mode) || s.st_nlink > 1)
        no_file(t, "not a file that kata has made");
    else if (!set_lock(t, HERE, F_RDLCK))
        no_file(t, strerror(errno));
}

static bool name_file(DeviceLock *t, const char *folder, const char *name) {
    int n = snprintf(t->path, sizeof t->path, "%s/kata-%s.lock", folder, name);
    if (n < 0 || n >= (int)sizeof t->path) return false;
    for (char *c = t->path + strlen(folder) + 1; *c; c++)
        if (!strchr("-.", *c) && !isalnum((unsigned char)*c)) *c = '_';
    return true;
}

void device_lock_open(DeviceLock *t, const char *name) {
    const char *folder = find_folder();
    t->is_open = true;
    t->fd = -1;
    t->hold = LOCK_NONE;
    t->at_door = t->hurried = t->missed = false;
    t->waited = 0;
    t->patience = DEVICE_LOCK_PATIENCE;
    t->why[0] = '\0';
    t->path[0] = '\0';
    if (!folder)
        no_file(t, "neither /run/lock nor /tmp can be written");
    else if (!name_file(t, folder, name))
        no_file(t, "the name is too long");
    else
        enter_file(t);
}

void device_lock_close(DeviceLock *t) {
    if (!t || !t->is_open) return;
    if (t->fd >= 0) close(t->fd);
    t->fd = -1;
    t->hold = LOCK_NONE;
    t->is_open = t->at_door = false;
}

// Somebody may have tidied up: what is locked then, nobody else finds.
static void follow_file(DeviceLock *t) {
    struct stat s;
    if (fstat(t->fd, &s) != 0 || s.st_nlink > 0) return;
    close(t->fd);
    t->at_door = false;
    enter_file(t);
}

// ---- taking it

// Returns true if the lock is taken, or never can be. A lock that is refused
// for another reason than its holder (no locks on this file system) always will
// be.
static bool lock_is_settled(DeviceLock *t, bool got) {
    if (!got && t->fd >= 0 && errno != EACCES && errno != EAGAIN)
        no_file(t, strerror(errno));
    return got || t->fd < 0;
}

static bool try_shared(DeviceLock *t) {
    pid_t pid;
    if (blocking_lock(t, NEXT, &pid) != F_UNLCK) return false;
    bool got = set_lock(t, DOOR, F_RDLCK) && set_lock(t, ROOM, F_RDLCK);
    int error = errno;
    set_lock(t, DOOR, F_UNLCK);
    errno = error;
    return lock_is_settled(t, got);
}

static bool try_exclusive(DeviceLock *t) {
    set_lock(t, NEXT, F_RDLCK);
    if (!t->at_door) t->at_door = set_lock(t, DOOR, F_WRLCK);
    bool got = t->at_door && set_lock(t, ROOM, F_WRLCK);
    if (got) futimens(t->fd, NULL); // since when
    return lock_is_settled(t, got);
}

static void tell_wait(DeviceLock *t, double waited) {
    char who[200], text[300];
    if (!device_lock_holder(t, who, sizeof who)) return;
    snprintf(text, sizeof text, "waiting %.0f s of %.0f: %s", waited,
             t->patience, who);
    t->say(t->ctx, text);
}

// False: patience was lost.
static bool lock_wait_for(DeviceLock *t, bool (*attempt)(DeviceLock *)) {
    double begin = clock_seconds(), word = FIRST_WORD_S;
    TimerPhase before = phase_to(t->phases, PHASE_turn);
    bool told = false, got;
    for (;;) {
        follow_file(t);
        got = t->fd < 0 || attempt(t);
        if (got) break;
        double waited = clock_seconds() - begin;
        // Whoever would not let go the first time is not waited for again.
        if (t->hurried || waited >= t->patience) break;
        if (t->say && waited >= word) {
            tell_wait(t, waited);
            word = waited + NEXT_WORD_S;
            told = true;
        }
        sleep_for(LOOK_S);
    }
    if (told) t->say(t->ctx, NULL);
    t->waited += clock_seconds() - begin;
    t->hurried |= !got;
    phase_to(t->phases, before);
    return got;
}

void device_lock_shared(DeviceLock *t) {
    if (!t || !t->is_open || t->hold != LOCK_NONE) return;
    if (t->fd >= 0) lock_wait_for(t, try_shared);
    t->hold = LOCK_SHARED;
}

void device_lock_exclusive(DeviceLock *t) {
    if (!t || !t->is_open || t->hold == LOCK_EXCLUSIVE) return;
    // Two who wait for each other to leave would wait for ever.
    device_lock_release(t);
    if (t->fd >= 0 && !lock_wait_for(t, try_exclusive)) t->missed = true;
    if (t->fd >= 0) set_lock(t, NEXT, F_UNLCK);
    t->hold = LOCK_EXCLUSIVE;
}

void device_lock_downgrade(DeviceLock *t) {
    if (!t || !t->is_open || t->hold != LOCK_EXCLUSIVE) return;
    // A lock that was missed cannot be downgraded.
    if (t->fd >= 0) {
        set_lock(t, ROOM, F_RDLCK);
        set_lock(t, DOOR, F_UNLCK);
    }
    t->at_door = false;
    t->hold = LOCK_SHARED;
}

void device_lock_release(DeviceLock *t) {
    if (!t || !t->is_open || t->hold == LOCK_NONE) return;
    if (t->fd >= 0) {
        set_lock(t, ROOM, F_UNLCK);
        set_lock(t, DOOR, F_UNLCK);
    }
    t->at_door = false;
    t->hold = LOCK_NONE;
}

const char *device_lock_missed(Arena *a, const DeviceLock *t) {
    if (t->missed)
        return arena_fmt(a,
                         "another kata did not let go of its turn for %.0f s, "
                         "so this was timed beside it",
                         t->patience);
    if (t->is_open && *t->why)
        return arena_fmt(a,
                         "another kata may have been timing meanwhile: there "
                         "is no lock to take turns by (%s)",
                         t->why);
    return NULL;
}

// ---- who is there

bool device_lock_has_others(const DeviceLock *t) {
    pid_t pid;
    return t->is_open && blocking_lock(t, HERE, &pid) != F_UNLCK;
}

// Writes the command line of a process, without anything a terminal would obey.
// False: it cannot be seen from here.
static bool command_of(pid_t pid, char *out, size_t size) {
    char path[64], raw[256];
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
    int fd = pid > 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t got = fd >= 0 ? read(fd, raw, sizeof raw - 1) : -1;
    if (fd >= 0) close(fd);
    if (got <= 0) return false;
    raw[got] = '\0';
    const char *slash = strrchr(raw, '/');
    size_t at = slash ? (size_t)(slash + 1 - raw) : 0, n = 0;
    for (; at < (size_t)got && n + 1 < size; at++) {
        char c = raw[at] ? raw[at] : ' ';
        out[n++] = c >= ' ' && c <= '~' ? c : '?';
    }
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
    return n > 0;
}

bool device_lock_holder(const DeviceLock *t, char *out, size_t size) {
    pid_t pid = 0;
    struct stat s;
    struct timespec at;
    char command[100], who[40];
    short how = blocking_lock(t, ROOM, &pid);
    bool waits = how == F_UNLCK;
    if (waits) how = blocking_lock(t, DOOR, &pid);
    if (how == F_UNLCK || fstat(t->fd, &s) != 0) return false;
    clock_gettime(CLOCK_REALTIME, &at);
    double since = max_of(0.0, (double)(at.tv_sec - s.st_mtim.tv_sec));
    // Of another container the kernel gives no number.
    snprintf(who, sizeof who, pid > 0 ? "process %d" : "a process out of sight",
             (int)pid);
    if (waits)
        snprintf(out, size, "%s is next", who);
    else if (how == F_WRLCK)
        snprintf(out, size, "%s has timed for %.0f s", who, since);
    else
        snprintf(out, size, "%s runs small cases", who);
    size_t n = strlen(out);
    if (command_of(pid, command, sizeof command))
        snprintf(out + n, size - n, " (%s)", command);
    return true;
}
