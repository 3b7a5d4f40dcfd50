// Paths and whole files.
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

// Returns "dir/name", or name itself if it is absolute.
char *path_join(Arena *a, const char *dir, const char *name);
const char *path_base(const char *path); // borrowed: after the last '/'
char *path_dir(Arena *a, const char *path);
// By its end: C, C++ or CUDA, and no header.
bool path_is_code(const char *path);

bool path_exists(const char *path);
bool path_is_dir(const char *path);
// A regular file: no device, pipe or socket, whose reading may never end.
bool path_is_file(const char *path);
// Makes the folder and its parents. An existing one is fine.
bool path_make_dirs(const char *path, Err *err);
// Returns whether a file or folder can be written, or made where it is not.
bool path_may_write(const char *path);
// A folder that mkdir refused, as errno says: which one above it stops it, and
// a way out. Returns false.
bool path_not_made(const char *path, Err *err);
// Deletes a file or a folder with all in it. A missing one is fine.
bool path_remove_all(const char *path, Err *err);
// Returns names in dir in byte order, without "." and "..", ended by NULL;
// *n may be NULL. An unreadable folder gives an empty list.
char **path_list(Arena *a, const char *dir, int *n);

// Opens a regular file for reading. -1: errno says why; a device, a pipe or a
// folder is EINVAL.
int file_open(const char *path);

// Reads a whole file. The text is NUL-terminated in out->data.
bool file_read(const char *path, Buf *out, Err *err);
// Which file lies at a path, and when it was last changed. All zeros: none.
typedef struct FileMark {
    unsigned long long device, inode, changed_ns;
    long long size;
} FileMark;
FileMark file_mark(const char *path);
bool file_mark_same(FileMark a, FileMark b);

// Writes beside the file, then renames: after a crash, or on a full disk, the
// old content or the new is there, never half of it.
bool file_write(const char *path, const void *data, size_t n, Err *err);
bool file_copy(const char *from, const char *to, Err *err);

#endif
