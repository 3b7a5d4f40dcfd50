// See scratch.h.
#include "base/scratch.h"

#include "base/path.h"
#include "base/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// Held while folders are made and looked at: one that was made and is not
// locked yet looks like a dead one's. It starts with a dot and is no folder.
static const char door[] = ".lock";

static int lock_door(Arena *a, const char *all) {
    int fd = open(path_join(a, all, door), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    while (fd >= 0 && flock(fd, LOCK_EX) != 0 && errno == EINTR)
        ;
    return fd;
}

// Takes a folder's lock. -1: another has it, or there are no locks here.
static int lock_folder(const char *path) {
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static void clear_dead(Arena *a, const char *all) {
    char **name = path_list(a, all, NULL);
    for (; *name; name++) {
        struct stat st;
        const char *path = path_join(a, all, *name);
        if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode)) continue;
        int fd = lock_folder(path);
        if (fd < 0) continue;
        path_remove_all(path, NULL);
        close(fd);
    }
}

static bool hint_of_own(const char *folder, Err *err) {
    if (!path_may_write(folder))
        err_hint(err,
                 "kata compiles in %s, where you may not write: ask its owner, "
                 "or make a clone of kata that is yours",
                 folder);
    return false;
}

bool scratch_dirs(const char *path, Err *err) {
    return path_make_dirs(path, err) || hint_of_own(path, err);
}

bool scratch_open(Scratch *s, Arena *a, const char *build, const char *what,
                  Err *err) {
    const char *all = path_join(a, build, "scratch");
    *s = (Scratch){.lock = -1};
    if (!scratch_dirs(all, err)) return false;
    int at_door = lock_door(a, all);
    if (at_door >= 0) clear_dead(a, all);
    const char *path =
        arena_fmt(a, "%s/%d-%llx-%s", all, (int)getpid(),
                  (unsigned long long)rng_entropy() & 0xffffffffff, what);
    bool ok = mkdir(path, 0700) == 0;
    if (ok) *s = (Scratch){path, lock_folder(path)};
    if (!ok && !path_not_made(path, err)) hint_of_own(all, err);
    if (at_door >= 0) close(at_door);
    return ok;
}

void scratch_close(Scratch *s) {
    if (!s->path) return;
    path_remove_all(s->path, NULL);
    if (s->lock >= 0) close(s->lock);
    *s = (Scratch){0};
}
