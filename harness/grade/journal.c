// See journal.h.
#include "grade/journal.h"

#include "base/hash.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "kata1 ";
enum { SUM = 16, RECORD_MOST = 1 << 20, HEAD_MOST = 64 };

static void checksum(Str s, char out[SUM + 1]) {
    char hex[HASH_HEX];
    hash_of(s.p, s.n, hex);
    memcpy(out, hex, SUM);
    out[SUM] = '\0';
}

// ---- writing

static bool write_whole(Journal *j, const Buf *b) {
    for (size_t done = 0; done < b->len;) {
        ssize_t n = write(j->fd, b->data + done, b->len - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    int rc;
    while ((rc = fdatasync(j->fd)) != 0 && errno == EINTR)
        ;
    return rc == 0;
}

// The next record begins a line of its own, whatever stands before it.
static bool end_last_line(Journal *j) {
    struct stat st;
    char last = '\n';
    if (fstat(j->fd, &st) != 0) return false;
    if (st.st_size > 0 && pread(j->fd, &last, 1, st.st_size - 1) != 1)
        return false;
    return last == '\n' || write(j->fd, "\n", 1) == 1;
}

bool journal_open(Journal *j, Arena *a, const char *dir, const char *part,
                  Err *err) {
    *j = (Journal){.path =
                       path_join(a, dir, arena_fmt(a, "journal%s.log", part))};
    j->fd = open(j->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                 0666);
    if (j->fd < 0) {
        err_errno(err, ERR_ENV, "cannot write %s", j->path);
        return err_hint(err, "check that you may write to the folder of --out");
    }
    // Some network file systems have no locks: then nobody is kept out.
    if (flock(j->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(j->fd);
        err_set(err, ERR_USAGE, "another kata grade is writing to %s", dir);
        return err_hint(err, "wait until it has ended, or name another --out");
    }
    j->is_open = true;
    if (end_last_line(j)) return true;
    err_errno(err, ERR_ENV, "cannot write %s", j->path);
    journal_close(j);
    return err_hint(err, "check the space left on the disk");
}

bool journal_add(Journal *j, Str record, Err *err) {
    char sum[SUM + 1];
    Buf b = {0};
    checksum(record, sum);
    buf_fmt(&b, "%s%zu %s\n", magic, record.n, sum);
    buf_add(&b, record.p, record.n);
    buf_char(&b, '\n');
    bool ok = write_whole(j, &b);
    if (!ok) {
        err_errno(err, ERR_ENV, "cannot write %s", j->path);
        err_hint(err, "check the space left on the disk; the same command then "
                      "goes on");
        // A record after half a one would not begin a line.
        if (end_last_line(j)) errno = 0;
    }
    buf_free(&b);
    return ok;
}

void journal_close(Journal *j) {
    if (j->is_open) close(j->fd);
    *j = (Journal){0};
}

// ---- reading

// record = magic length " " checksum "\n" bytes "\n"
// Returns its end, or NULL if none that is whole begins at p.
static const char *take_record(const char *p, const char *end, Str *out) {
    char head[HEAD_MOST] = {0}, want[SUM + 1] = {0}, got[SUM + 1];
    size_t n = 0, room = (size_t)(end - p);
    memcpy(head, p, min_of(room, sizeof head - 1));
    char *line_end = strchr(head, '\n');
    if (!line_end || !str_starts(head, magic)) return NULL;
    *line_end = '\0';
    int used = 0;
    const char *after = head + sizeof magic - 1;
    if (sscanf(after, "%zu %16[0-9a-f]%n", &n, want, &used) != 2 || after[used])
        return NULL;
    size_t before = (size_t)(line_end - head) + 1;
    // The last line end of a file may be missing.
    bool at_end = before + n == room;
    if (n > RECORD_MOST || before + n > room ||
        (!at_end && p[before + n] != '\n'))
        return NULL;
    *out = (Str){p + before, n};
    checksum(*out, got);
    return strcmp(want, got) == 0 ? p + before + n + !at_end : NULL;
}

// The next line that begins as a record does; else the end.
static const char *next_start(const char *p, const char *end) {
    while (p < end) {
        p = memchr(p, '\n', (size_t)(end - p));
        if (!p || ++p >= end) return end;
        if ((size_t)(end - p) >= sizeof magic - 1 &&
            !memcmp(p, magic, sizeof magic - 1))
            return p;
    }
    return end;
}

static void read_records(Arena *a, Str text, Records *out, int *cap) {
    const char *p = text.p, *end = p + text.n;
    while (p < end) {
        Str one;
        const char *next = take_record(p, end, &one);
        if (next) {
            GROW(a, Str, out->at, out->n, *cap);
            out->at[out->n++] = one;
            p = next;
        } else {
            // An empty line is where half a record was ended.
            out->damaged += *p != '\n';
            p = next_start(p, end);
        }
    }
}

bool journal_read(Arena *a, const char *dir, Records *out, Err *err) {
    bool ok = true;
    int cap = 0;
    *out = (Records){0};
    for (char **name = path_list(a, dir, NULL); ok && *name; name++) {
        Buf text = {0};
        if (!str_starts(*name, "journal") || !str_ends(*name, ".log")) continue;
        ok = file_read(path_join(a, dir, *name), &text, err);
        if (ok)
            read_records(
                a, (Str){arena_strn(a, buf_text(&text), text.len), text.len},
                out, &cap);
        buf_free(&text);
    }
    return ok;
}
