// Paths and whole files.
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *path_join(Arena *a, const char *dir, const char *name) {
    if (name[0] == '/' || dir[0] == '\0') return arena_str(a, name);
    return arena_fmt(a, str_ends(dir, "/") ? "%s%s" : "%s/%s", dir, name);
}

const char *path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool path_is_code(const char *path) {
    static const char *const ends[] = {".cu", ".c", ".cpp", ".cc", ".cxx"};
    const char *dot = strrchr(path_base(path), '.');
    for (size_t i = 0; dot && i < COUNT_OF(ends); i++)
        if (!strcmp(dot, ends[i])) return true;
    return false;
}

char *path_dir(Arena *a, const char *path) {
    const char *slash = strrchr(path, '/');
    if (!slash) return arena_str(a, ".");
    if (slash == path) return arena_str(a, "/");
    return arena_strn(a, path, (size_t)(slash - path));
}

bool path_exists(const char *path) {
    return access(path, F_OK) == 0;
}

bool path_is_dir(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool path_is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

// The nearest folder above that is there.
static void folder_above(const char *path, char out[PATH_MAX]) {
    snprintf(out, PATH_MAX, "%s", path);
    do {
        char *slash = strrchr(out, '/');
        if (slash == out) slash++; // "/"
        if (slash)
            *slash = '\0';
        else
            strcpy(out, ".");
    } while (!path_is_dir(out) && strcmp(out, "/") && strcmp(out, "."));
}

bool path_may_write(const char *path) {
    char above[PATH_MAX];
    if (path_exists(path)) return access(path, W_OK) == 0;
    folder_above(path, above);
    return access(above, W_OK) == 0;
}

static bool hint_not_allowed(const char *folder, Err *err) {
    struct stat st;
    const struct passwd *owner =
        stat(folder, &st) == 0 ? getpwuid(st.st_uid) : NULL;
    return err_hint(err,
                    "you may not write in %s, which belongs to %s: ask for "
                    "that, or use a folder of your own",
                    folder, owner ? owner->pw_name : "another user");
}

bool path_not_made(const char *path, Err *err) {
    char above[PATH_MAX];
    int why = errno;
    folder_above(path, above);
    errno = why;
    err_errno(err, ERR_ENV, "cannot make the folder %s", path);
    switch (why) {
    case EACCES:
    case EPERM: return hint_not_allowed(above, err);
    case EROFS:
        return err_hint(err,
                        "the disk of %s cannot be written: use a folder "
                        "of another one",
                        above);
    case ENOSPC:
    case EDQUOT: return err_hint(err, "make room on the disk of %s", above);
    default:
        return err_hint(err, "check that %s is a folder you may write to",
                        above);
    }
}

static bool make_dir(const char *path, Err *err) {
    if (mkdir(path, 0777) == 0) return true;
    int why = errno;
    // mkdir of an existing folder on a read-only disk says EROFS.
    if (path_is_dir(path)) return true;
    errno = why;
    return path_not_made(path, err);
}

bool path_make_dirs(const char *path, Err *err) {
    Buf part = {0};
    bool ok = true;
    for (const char *s = path; ok && *s; s++) {
        if (*s == '/' && s != path) ok = make_dir(buf_text(&part), err);
        buf_char(&part, *s);
    }
    ok = ok && (part.len == 0 || make_dir(buf_text(&part), err));
    buf_free(&part);
    return ok;
}

// Opens a folder to empty it, also one that its owner may not open.
static int open_folder(int at, const char *name) {
    const int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(at, name, how);
    if (fd >= 0 || errno != EACCES) return fd;
    fchmodat(at, name, 0700, 0);
    return openat(at, name, how);
}

// Moves a folder to the top under a name that nobody has there.
static bool move_up(int from, const char *name, int top, unsigned *count) {
    char free_name[32];
    fchmodat(from, name, 0700, 0); // its `..` changes
    for (int tries = 0; tries < 1000; tries++) {
        snprintf(free_name, sizeof free_name, "kata-%u", (*count)++);
        if (renameat(from, name, top, free_name) == 0) return true;
        if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) break;
    }
    return false;
}

static DIR *list_folder(int fd) {
    int own = openat(fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = own < 0 ? NULL : fdopendir(own);
    if (!d && own >= 0) close(own);
    return d;
}

// The next entry but . and ..; NULL: there is none.
static const char *next_name(DIR *d) {
    struct dirent *e;
    while ((e = readdir(d)))
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) break;
    return e ? e->d_name : NULL;
}

static void close_list(DIR *d) {
    int why = errno;
    if (d) closedir(d);
    errno = why;
}

static bool is_deleted(int at, const char *name) {
    return unlinkat(at, name, 0) == 0 || errno == ENOENT ||
           unlinkat(at, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
}

// Deletes what is in a folder of the top one; folders that hold something are
// moved to the top. False with errno set.
static bool empty_folder(int fd, int top, unsigned *count) {
    DIR *d = list_folder(fd);
    const char *name;
    bool ok = d;
    fchmod(fd, 0700);
    while (ok && (name = next_name(d)))
        ok = is_deleted(fd, name) || move_up(fd, name, top, count);
    close_list(d);
    return ok;
}

// Goes over the top folder once. *left: something is still there.
static bool empty_once(int top, unsigned *count, bool *left) {
    DIR *d = list_folder(top);
    const char *name;
    bool ok = d;
    *left = false;
    while (ok && (name = next_name(d))) {
        if (is_deleted(top, name)) continue;
        *left = true;
        int fd = open_folder(top, name);
        ok = fd >= 0 && empty_folder(fd, top, count) && is_deleted(top, name);
        int why = errno;
        if (fd >= 0) close(fd);
        errno = why;
    }
    close_list(d);
    return ok;
}

bool path_remove_all(const char *path, Err *err) {
    // A link is removed, never followed. Folders in folders come to the top one
    // by one: however deep they lie, two are open at a time and no path is
    // long.
    bool gone = unlink(path) == 0 || errno == ENOENT;
    int top = gone ? -1 : open_folder(AT_FDCWD, path);
    if (top >= 0) {
        unsigned count = 0;
        bool left = true;
        while (left && empty_once(top, &count, &left))
            ;
        gone = !left && (rmdir(path) == 0 || errno == ENOENT);
        int why = errno;
        close(top);
        errno = why;
    }
    if (gone || errno == ENOENT) return true;
    err_errno(err, ERR_ENV, "cannot delete %s", path);
    return err_hint(err, "check who owns it, and that it is writable");
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **path_list(Arena *a, const char *dir, int *n) {
    struct {
        char **at;
        int n, cap;
    } names = {0};
    DIR *d = opendir(dir);

    for (struct dirent *e; d && (e = readdir(d));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            vec_push(&names, arena_str(a, e->d_name));
    if (d) closedir(d);
    if (names.n) qsort(names.at, (size_t)names.n, sizeof *names.at, by_name);

    char **list = arena_array(a, char *, (size_t)names.n + 1);
    for (int i = 0; i < names.n; i++)
        list[i] = names.at[i];
    if (n) *n = names.n;
    vec_free(&names);
    return list;
}

// Reads to the end of fd; false with errno set.
static bool read_all(int fd, Buf *out) {
    char part[16384];
    for (;;) {
        ssize_t n = read(fd, part, sizeof part);
        if (n == 0) return true;
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        buf_add(out, part, (size_t)n);
    }
}

int file_open(const char *path) {
    struct stat st;
    // Without O_NONBLOCK a pipe that nobody writes to is waited for.
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))) return fd;
    close(fd);
    errno = EINVAL;
    return -1;
}

bool file_read(const char *path, Buf *out, Err *err) {
    buf_clear(out);
    buf_str(out, ""); // data is never NULL, even for an empty file

    int fd = file_open(path);
    bool ok = fd >= 0 && read_all(fd, out);
    if (!ok) {
        err_errno(err, ERR_ENV, "cannot read %s", path);
        err_hint(err, "check that the file is there and that you may read it");
    }
    if (fd >= 0) close(fd);
    return ok;
}

static bool write_all(int fd, const char *data, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, data, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        data += done;
        n -= (size_t)done;
    }
    return true;
}

// Writes and flushes the new file; false with errno set and nothing left.
static bool write_new(const char *path, const char *temp, const void *data,
                      size_t n) {
    // The process umask applies to a file that did not exist; one that did
    // keeps its mode.
    int fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return false;

    struct stat old;
    if (stat(path, &old) == 0) fchmod(fd, old.st_mode & 07777);
    bool ok = write_all(fd, data, n) && fsync(fd) == 0;
    int why = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (ok && rename(temp, path) != 0) {
        ok = false;
        why = errno;
    }
    if (!ok) unlink(temp);
    errno = why;
    return ok;
}

FileMark file_mark(const char *path) {
    struct stat st;
    if (stat(path, &st)) return (FileMark){0};
    // The owner cannot set this time, other than that of the last write.
    return (FileMark){
        .device = (unsigned long long)st.st_dev,
        .inode = (unsigned long long)st.st_ino,
        .changed_ns = (unsigned long long)st.st_ctim.tv_sec * 1000000000ull +
                      (unsigned long long)st.st_ctim.tv_nsec,
        .size = (long long)st.st_size,
    };
}

bool file_mark_same(FileMark a, FileMark b) {
    return a.device == b.device && a.inode == b.inode && a.size == b.size &&
           a.changed_ns == b.changed_ns;
}

bool file_write(const char *path, const void *data, size_t n, Err *err) {
    static unsigned count;
    Arena a = {0};
    // A link to a file stays a link: what it points at is replaced.
    char real[PATH_MAX];
    if (!realpath(path, real)) snprintf(real, sizeof real, "%s", path);
    char *temp = arena_fmt(&a, "%s.%ld-%u.tmp", real, (long)getpid(),
                           __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED));

    bool ok = write_new(real, temp, data, n);
    if (!ok) {
        err_errno(err, ERR_ENV, "cannot write %s", path);
        err_hint(err, "check the space left on the disk and that its folder "
                      "is there and writable; nothing was changed");
    }
    arena_reset(&a);
    return ok;
}

bool file_copy(const char *from, const char *to, Err *err) {
    Buf text = {0};
    bool ok =
        file_read(from, &text, err) && file_write(to, text.data, text.len, err);
    buf_free(&text);
    return ok;
}
