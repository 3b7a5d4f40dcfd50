// All kinds without a kernel share this: reading the file, choosing the judge,
// the stub.
#include "paper/paper.h"

#include "base/day.h"
#include "base/path.h"
#include "base/str.h"
#include "paper/sheet.h"

#include <string.h>

enum { MAX_BYTES = 4 << 20 };

// Returns the length of what some programs take for a line's end, or 0: a
// carriage return, a form feed, U+0085, U+2028, U+2029.
static size_t line_end(const char *s) {
    if (*s == '\r') return s[1] == '\n' ? 2 : 1;
    if (*s == '\f' || *s == '\v') return 1;
    if (str_starts(s, "\xc2\x85")) return 2;
    bool parts = str_starts(s, "\xe2\x80\xa8") || str_starts(s, "\xe2\x80\xa9");
    return parts ? 3 : 0;
}

// Returns the length of a character that nobody sees, or 0: of no width, or
// one that turns the direction of others.
static size_t unseen(const char *s) {
    const unsigned char *u = (const unsigned char *)s;
    if (u[0] == 0xef) return u[1] == 0xbb && u[2] == 0xbf ? 3 : 0;
    if (u[0] != 0xe2) return 0;
    bool is_80 = u[1] == 0x80 && ((u[2] >= 0x8b && u[2] <= 0x8f) ||
                                  (u[2] >= 0xaa && u[2] <= 0xae));
    bool is_81 = u[1] == 0x81 && ((u[2] >= 0xa0 && u[2] <= 0xa4) ||
                                  (u[2] >= 0xa6 && u[2] <= 0xa9));
    return is_80 || is_81 ? 3 : 0;
}

// The text as a reader sees it: the line ends of any editor as '\n', and no
// NUL and nothing without a shape in it.
static bool read_source(const PaperRequest *q, PaperResult *res, Err *err) {
    Buf text = {0};
    bool ok = file_read(q->file, &text, err);
    if (ok && text.len > MAX_BYTES) {
        ok = err_set(err, ERR_USAGE, "%s is larger than %d MiB", q->file,
                     MAX_BYTES >> 20);
        err_hint(err, "is it the right file?");
    }
    if (!ok) {
        if (err) err->kind = ERR_USAGE;
        buf_free(&text);
        return false;
    }
    char *copy = arena_strn(&res->arena, buf_text(&text), text.len);
    size_t n = 0;
    for (size_t i = 0, skip; i < text.len; i += skip) {
        size_t end = line_end(copy + i), no = end ? 0 : unseen(copy + i);
        skip = end ? end : no ? no : 1;
        if (!no) copy[n++] = end ? '\n' : copy[i] ? copy[i] : ' ';
    }
    copy[n] = '\0';
    res->source = copy;
    res->source_len = n;
    buf_free(&text);
    return true;
}

static bool by_kind(const PaperRequest *q, PaperResult *res, Err *err) {
    switch (q->ex->kind) {
    case KIND_WORKSHEET:
    case KIND_PROFILE:
    case KIND_QUIZ:
    case KIND_ASSESSMENT: return sheet_check(q, res, err);
    case KIND_REPORT: return essay_check(q, res, err);
    case KIND_PROJECT:
    case KIND_REPOSITORY: return project_check(q, res, err);
    default: return err_set(err, ERR_BUG, "'%s' is no paper", q->ex->id);
    }
}

bool paper_check(const PaperRequest *q, PaperResult *res, Err *err) {
    double start = clock_seconds();
    *res = (PaperResult){.ex = q->ex, .summary = "", .advice = ""};
    exercise_version(q->ex, res->version);
    bool ok = read_source(q, res, err) && by_kind(q, res, err);
    res->seconds = clock_seconds() - start;
    return ok;
}

// ---- what is handed out

static void report_stub(const Exercise *ex, Buf *out) {
    const Paper *p = ex->paper;
    buf_fmt(out, "# %s\n", ex->title);
    for (int i = 0; i < p->nparts; i++)
        buf_fmt(out, "\n## %s\n\nTODO\n", p->parts[i].title);
    for (int i = 0; i < p->ncites; i++)
        for (const char **id = p->cites[i].of; *id; id++)
            buf_fmt(out,
                    "\n<!-- `kata cite %s --into %s` puts a measured number "
                    "here -->\n",
                    *id, ex->id);
    for (int i = 0; i < p->ntables; i++)
        buf_fmt(out, "\n<!-- `%s` makes a table; link it: [%s](%s.txt) -->\n",
                p->tables[i].make, p->tables[i].name, p->tables[i].name);
}

static void project_stub(const Exercise *ex, Buf *out) {
    const Paper *p = ex->paper;
    buf_fmt(out, "# %s\n\nTODO: what this is, in two sentences.\n", ex->title);
    for (int i = 0; i < p->nneeds; i++)
        if (p->needs[i].file && !strcmp(p->needs[i].file, "README.md"))
            for (const char **part = p->needs[i].parts; *part; part++)
                buf_fmt(out, "\n## %s\n\nTODO\n", *part);
}

bool paper_stub(const Exercise *ex, uint64_t seed, Buf *out, Err *err) {
    Arena a = {0};
    Sheet s;
    bool ok = true;
    const char *own = path_join(&a, ex->dir, ex->file);
    bool is_readme = !strcmp(ex->file, "README.md"); // that is the brief
    if (!is_readme && path_exists(own)) {
        ok = file_read(own, out, err);
    } else if (ex->kind == KIND_REPORT) {
        report_stub(ex, out);
    } else if (ex->kind == KIND_PROJECT || ex->kind == KIND_REPOSITORY) {
        project_stub(ex, out);
    } else {
        ok = sheet_draw(&a, ex, seed, &s, err);
        if (ok) sheet_print(&s, NULL, out);
    }
    arena_reset(&a);
    return ok;
}
