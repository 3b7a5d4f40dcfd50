// See zip.h. The format: PKWARE's APPNOTE.TXT, sections 4.3.7 (local header),
// 4.3.12 (central directory) and 4.3.16 (its end).
//
//   local header, name, extra, packed bytes | ... | central directory | end
//
// The central directory alone says what there is; of a local header only the
// lengths are taken, to find the packed bytes.
#include "grade/zip.h"

#include "base/arena.h"
#include "base/buf.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum {
    END_SIZE = 22,
    ENTRY_SIZE = 46,
    LOCAL_SIZE = 30,
    COMMENT_MOST = 0xffff,
    NAME_MOST = 1024,
    DEPTH_MOST = 16,
    STORED = 0,
    DEFLATED = 8,
    ENCRYPTED = 1, // bit of the flags
    BY_UNIX = 3,   // made by
};

static const long long archive_most = 1LL << 31;

typedef struct Zip {
    const unsigned char *p;
    size_t n;
    int folder; // descriptor
    ZipBudget *budget;
    void (*refused)(void *ctx, const char *name, const char *why);
    void *ctx;
    Arena *m;
} Zip;

typedef struct Entry {
    char *name;
    unsigned flags, method, made_by, mode;
    uint32_t crc, packed, size, local;
} Entry;

static uint32_t u16(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t u32(const unsigned char *p) {
    return u16(p) | u16(p + 2) << 16;
}

// ---- names

// A name is a path of plain parts. Backslashes, as Windows writes them, are
// slashes.
static const char *wrong_name(char *name, size_t n) {
    int depth = 1;
    if (n == 0 || n > NAME_MOST || strlen(name) != n)
        return "its name is empty, too long or has a NUL in it";
    for (char *c = name; *c; c++)
        if (*c == '\\') *c = '/';
    if (name[0] == '/' || (n > 1 && name[1] == ':'))
        return "it has an absolute path";
    for (const char *part = name; part;) {
        const char *slash = strchr(part, '/');
        size_t len = slash ? (size_t)(slash - part) : strlen(part);
        bool last = !slash;
        if (len == 2 && !memcmp(part, "..", 2))
            return "its path leads out of its folder ('..')";
        if ((len == 0 && !last) || (len == 1 && *part == '.') || len > 255)
            return "its path has a part that is no name";
        depth += !last;
        part = slash ? slash + 1 : NULL;
    }
    return depth > DEPTH_MOST ? "its path has too many folders" : NULL;
}

static const char *wrong_kind(const Zip *z, const Entry *e) {
    unsigned type = e->made_by == BY_UNIX ? e->mode & S_IFMT : 0;
    if (type == S_IFLNK) return "it is a symbolic link";
    if (type && type != S_IFREG && type != S_IFDIR)
        return "it is no regular file";
    if (e->flags & ENCRYPTED) return "it is encrypted";
    if (e->method != STORED && e->method != DEFLATED)
        return "it is packed in a way that kata does not know";
    if (e->size > ZIP_ENTRY_MOST) return "it is larger than 1 MiB";
    if (e->size > z->budget->bytes)
        return "the archives of this run have used up the room for unpacking";
    return NULL;
}

// ---- files

// Makes the folders of a path, and returns a descriptor of the last; -1. Links
// are never followed, though none is ever made here.
static int open_parent(int folder, char *name, const char **base) {
    int at = dup(folder);
    char *part = name;
    for (char *slash; at >= 0 && (slash = strchr(part, '/'));
         part = slash + 1) {
        *slash = '\0';
        if (mkdirat(at, part, 0777) != 0 && errno != EEXIST) {
            close(at);
            at = -1;
        } else {
            int next = openat(at, part,
                              O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            close(at);
            at = next;
        }
        *slash = '/';
    }
    *base = part;
    return at;
}

static const char *put_unpacked(const Zip *z, Entry *e, const void *data) {
    const char *base, *why = NULL;
    int parent = open_parent(z->folder, e->name, &base);
    if (parent < 0) return "its folder cannot be made";
    int fd =
        *base
            ? openat(parent, base,
                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)
            : -1;
    if (*base && fd < 0)
        why = errno == EEXIST ? "the archive has two entries of this name"
                              : "it cannot be written";
    for (size_t done = 0; fd >= 0 && !why && done < e->size;) {
        ssize_t n = write(fd, (const char *)data + done, e->size - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) why = "it cannot be written";
        done += n > 0 ? (size_t)n : 0;
    }
    if (fd >= 0) close(fd);
    close(parent);
    return why;
}

// Unpacks into exactly e->size bytes. A stream that has more is stopped there.
static bool inflate_into(const Entry *e, const unsigned char *from, Buf *out) {
    z_stream s = {.next_in = (Bytef *)(void *)(size_t)from,
                  .avail_in = e->packed,
                  .next_out = (Bytef *)out->data,
                  .avail_out = e->size + 1};
    if (inflateInit2(&s, -MAX_WBITS) != Z_OK) return false;
    int end = inflate(&s, Z_FINISH);
    bool whole = end == Z_STREAM_END && s.total_out == e->size;
    inflateEnd(&s);
    return whole;
}

static const unsigned char *packed_bytes(const Zip *z, const Entry *e) {
    if (e->local > z->n || z->n - e->local < LOCAL_SIZE) return NULL;
    const unsigned char *p = z->p + e->local;
    if (u32(p) != 0x04034b50) return NULL;
    size_t at = (size_t)e->local + LOCAL_SIZE + u16(p + 26) + u16(p + 28);
    return at <= z->n && z->n - at >= e->packed ? z->p + at : NULL;
}

static const char *unpack_entry(const Zip *z, Entry *e) {
    static const char damaged[] = "it is damaged";
    const unsigned char *from = packed_bytes(z, e);
    Buf out = {0};
    if (!from || (e->method == STORED && e->packed != e->size)) return damaged;
    buf_pad(&out, '\0', (size_t)e->size + 1);
    bool ok = true;
    if (e->method == DEFLATED)
        ok = inflate_into(e, from, &out);
    else if (e->size)
        memcpy(out.data, from, e->size);
    ok = ok && crc32(crc32(0, NULL, 0), (Bytef *)out.data, e->size) == e->crc;
    const char *why = ok ? put_unpacked(z, e, out.data) : damaged;
    buf_free(&out);
    z->budget->bytes -= e->size; // of a damaged one, too: it took the time
    return why;
}

// ---- the directory

// Reads the entry at p, of which at most room bytes are there. Returns its
// size, 0 if it is none.
static size_t read_zip_entry(const Zip *z, const unsigned char *p, size_t room,
                             Entry *e, size_t *name_size) {
    if (room < ENTRY_SIZE || u32(p) != 0x02014b50) return 0;
    size_t size = (size_t)ENTRY_SIZE + u16(p + 28) + u16(p + 30) + u16(p + 32);
    if (size > room) return 0;
    *name_size = u16(p + 28);
    *e = (Entry){
        .name = arena_strn(z->m, (const char *)p + ENTRY_SIZE, *name_size),
        .made_by = p[5],
        .flags = u16(p + 8),
        .method = u16(p + 10),
        .crc = u32(p + 16),
        .packed = u32(p + 20),
        .size = u32(p + 24),
        .mode = u32(p + 38) >> 16,
        .local = u32(p + 42),
    };
    return size;
}

static const char *take_entry(Zip *z, Entry *e, size_t name_size) {
    const char *why = wrong_name(e->name, name_size);
    if (!why) why = wrong_kind(z, e);
    return why ? why : unpack_entry(z, e);
}

static const unsigned char *find_end(const Zip *z) {
    size_t least =
        z->n > END_SIZE + COMMENT_MOST ? z->n - END_SIZE - COMMENT_MOST : 0;
    for (size_t at = z->n < END_SIZE ? 0 : z->n - END_SIZE + 1; at-- > least;)
        if (u32(z->p + at) == 0x06054b50) return z->p + at;
    return NULL;
}

static bool not_zip(const char *path, const char *what, Err *err) {
    err_set(err, ERR_INPUT, "%s %s", path, what);
    return err_hint(err, "unpack it yourself, and name the folder");
}

static bool walk_entries(Zip *z, const char *path, Err *err) {
    const unsigned char *end = z->n >= END_SIZE ? find_end(z) : NULL;
    if (!end) return not_zip(path, "is no ZIP, or not all of one", err);
    size_t at = u32(end + 16), stop = (size_t)(end - z->p);
    if (at == 0xffffffff || u16(end + 10) == 0xffff)
        return not_zip(path, "is a ZIP64, which kata does not read", err);
    if (at > stop) return not_zip(path, "is a damaged ZIP", err);
    for (unsigned i = 0; i < u16(end + 10); i++) {
        Entry e;
        size_t name_size,
            size = read_zip_entry(z, z->p + at, stop - at, &e, &name_size);
        if (!size) return not_zip(path, "is a damaged ZIP", err);
        at += size;
        if (z->budget->entries-- <= 0) {
            z->budget->entries = 0;
            z->refused(z->ctx, e.name, "the archive has too many entries");
            return true;
        }
        const char *why = take_entry(z, &e, name_size);
        if (why) z->refused(z->ctx, e.name, why);
    }
    return true;
}

bool zip_unpack(const char *path, const char *folder, ZipBudget *budget,
                void (*refused)(void *ctx, const char *name, const char *why),
                void *ctx, Err *err) {
    Arena m = {0};
    Zip z = {.budget = budget, .refused = refused, .ctx = ctx, .m = &m};
    struct stat st;
    void *map = MAP_FAILED;
    bool ok = false;
    int fd = file_open(path);
    z.folder = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || z.folder < 0 || fstat(fd, &st) != 0) {
        err_errno(err, ERR_ENV, "cannot read %s", path);
        goto done;
    }
    if (st.st_size == 0 || st.st_size > archive_most) {
        not_zip(path, st.st_size ? "is larger than 2 GiB" : "is empty", err);
        goto done;
    }
    z.n = (size_t)st.st_size;
    map = mmap(NULL, z.n, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED) {
        err_errno(err, ERR_ENV, "cannot read %s", path);
        goto done;
    }
    z.p = map;
    ok = walk_entries(&z, path, err);
done:
    if (map != MAP_FAILED) munmap(map, z.n);
    if (z.folder >= 0) close(z.folder);
    if (fd >= 0) close(fd);
    arena_reset(&m);
    return ok;
}
