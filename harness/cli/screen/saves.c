// Noticing saves; see saves.h.
#include "cli/screen/saves.h"

#include "base/path.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { QUIET_MS = 50, POLL_MS = 1000, RETRY_MS = 200 };

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// Writes of other machines are not reported on these.
static bool is_silent(const char *dir) {
    static const unsigned long types[] = {
        0x6969,     // NFS
        0x517b,     // SMB
        0xff534d42, // CIFS
        0xfe534d42, // SMB2
        0x01021997, // 9p, which WSL mounts Windows' drives with
        0x65735546, // FUSE
        0x786f4256, // VirtualBox
        0x00c36400, // Ceph
        0x5346414f, // AFS
    };
    struct statfs fs;
    if (statfs(dir, &fs) != 0) return false;
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if ((unsigned long)fs.f_type == types[i]) return true;
    return false;
}

// Returns whether the file is another one than at the last look.
static bool has_changed(Saves *s) {
    char path[PATH_MAX];
    struct stat st;
    int64_t now[4] = {0};
    snprintf(path, sizeof path, "%s/%s", s->dir, s->name);
    if (stat(path, &st) == 0) {
        now[0] = st.st_mtim.tv_sec;
        now[1] = st.st_mtim.tv_nsec;
        now[2] = st.st_size;
        now[3] = (int64_t)st.st_ino;
    }
    bool same = !memcmp(now, s->seen, sizeof now);
    memcpy(s->seen, now, sizeof now);
    return !same;
}

static void start_polling(Saves *s) {
    s->polls = true;
    has_changed(s);
    s->look = now_ms() + POLL_MS;
}

// The folder may be gone for a while.
static void add_watch(Saves *s) {
    s->watch = inotify_add_watch(s->fd, s->dir,
                                 IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE_SELF |
                                     IN_MOVE_SELF | IN_ONLYDIR);
    s->look = 0;
    if (s->watch >= 0) return;
    if (errno == ENOENT || errno == ENOTDIR)
        s->look = now_ms() + RETRY_MS;
    else
        start_polling(s);
}

void saves_open(Saves *s, const char *file, bool polls) {
    *s = (Saves){.fd = -1, .watch = -1};
    char *real = realpath(file, NULL);
    s->dir = path_dir(&s->arena, real ? real : file);
    s->name = arena_str(&s->arena, path_base(real ? real : file));
    free(real);
    if (!polls && !is_silent(s->dir))
        s->fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (s->fd >= 0)
        add_watch(s);
    else
        start_polling(s);
}

void saves_close(Saves *s) {
    if (s->fd >= 0) close(s->fd);
    arena_reset(&s->arena);
    *s = (Saves){.fd = -1, .watch = -1};
}

int saves_wait(const Saves *s) {
    int64_t until = s->due;
    if (s->look && (!until || s->look < until)) until = s->look;
    if (!until) return -1;
    int64_t left = until - now_ms();
    return left < 0 ? 0 : (int)left;
}

void saves_again(Saves *s) {
    s->due = now_ms() + QUIET_MS;
}

static void take_event(Saves *s, const struct inotify_event *e) {
    bool ours = e->len && !strcmp(e->name, s->name);
    if (ours || (e->mask & IN_Q_OVERFLOW)) saves_again(s);
    if (e->wd != s->watch ||
        !(e->mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)))
        return;
    if (e->mask & IN_MOVE_SELF) inotify_rm_watch(s->fd, s->watch);
    s->watch = -1;
    s->look = now_ms();
}

static void take_events(Saves *s) {
    _Alignas(struct inotify_event) char events[4096];
    ssize_t n;
    while ((n = read(s->fd, events, sizeof events)) > 0)
        for (char *at = events; at < events + n;) {
            const struct inotify_event *e = (const void *)at;
            take_event(s, e);
            at += sizeof *e + e->len;
        }
}

bool saves_settled(Saves *s) {
    if (s->fd >= 0) take_events(s);
    int64_t now = now_ms();
    if (s->look && now >= s->look) {
        if (s->polls) {
            if (has_changed(s)) saves_again(s);
            s->look = now + POLL_MS;
        } else {
            add_watch(s);
            if (s->watch >= 0) saves_again(s); // saved meanwhile, perhaps
        }
    }
    if (!s->due || now < s->due) return false;
    s->due = 0;
    return true;
}
