// The kernel zoo: what passed, filed with what it reached.
//
//   primitives/transpose/
//     transpose.cu     the learner's best passing text, from the record
//     reference.c      what is right, on the CPU
//     results.json     one row per device, from the record
//     README.md        the learner's; kata keeps the table between its marks
//
// All of it but the README can be made again from the record at any time.
#include "cli/folder/repository.h"

#include "base/json.h"
#include "base/path.h"
#include "cli/folder/cited.h"
#include "gate/measure/measure.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

static const char open_mark[] = "<!-- kata results: kept by `kata zoo` -->";
static const char close_mark[] = "<!-- end of kata results -->";

typedef struct Best { // of one device
    Attempt at;
    int number;
} Best;

typedef struct Bests {
    Best at[16];
    int n;
} Bests;

// A timed pass beats an untimed one, a newer untimed one an older.
static bool is_better(const Attempt *x, const Attempt *best) {
    if (isfinite(x->median_us) != isfinite(best->median_us))
        return isfinite(x->median_us);
    return x->median_us < best->median_us;
}

static bool find_bests(App *a, const Exercise *ex, Bests *out, Err *err) {
    Attempt *rows;
    int n;
    *out = (Bests){0};
    if (!store_history(a->store, &a->arena, ex->id, 0, &rows, &n, err))
        return false;
    for (int i = 0; i < n; i++) {
        int k = 0;
        if (rows[i].verdict != VERDICT_PASS) continue;
        while (k < out->n && (strcmp(out->at[k].at.device, rows[i].device) ||
                              out->at[k].at.modelled != rows[i].modelled))
            k++;
        if (k == (int)COUNT_OF(out->at)) continue;
        if (k == out->n)
            out->n++;
        else if (!is_better(&rows[i], &out->at[k].at))
            continue;
        out->at[k] = (Best){rows[i], n - i};
    }
    return true;
}

// The text to file: of the best measured attempt, else of the best at all.
static const Best *to_file(const Bests *b) {
    const Best *best = NULL;
    for (int i = 0; i < b->n; i++)
        if (!best || (best->at.modelled && !b->at[i].at.modelled))
            best = &b->at[i];
    return best;
}

// ---- files

static bool write_text(App *a, const char *dir, const char *name,
                       const Buf *text, Err *err) {
    return file_write(path_join(&a->arena, dir, name), buf_text(text),
                      text->len, err);
}

static void add_json(App *a, const Exercise *ex, const Bests *b, Buf *out) {
    PaperRecord rec = cited_record(a);
    Json j = json_to(out);
    json_open(&j, '{');
    json_kint(&j, "schema", 1);
    json_kstr(&j, "exercise", ex->id);
    json_kstr(&j, "title", ex->title);
    json_key(&j, "results");
    json_open(&j, '[');
    for (int i = 0; i < b->n; i++) {
        const Attempt *at = &b->at[i].at;
        Cited c;
        Buf date = {0};
        fmt_date(&date, at->when);
        json_open(&j, '{');
        json_kint(&j, "attempt", b->at[i].number);
        json_kstr(&j, "date", buf_text(&date));
        json_kstr(&j, "device", at->device);
        json_kbool(&j, "modelled", at->modelled);
        json_knum(&j, "median_us", at->median_us);
        json_knum(&j, "low_us", at->lo_us);
        json_knum(&j, "high_us", at->hi_us);
        double bytes, flops;
        measure_least(&a->arena, &ex->measure, at->modelled, &bytes, &flops);
        if (bytes > 0) json_knum(&j, "bytes", bytes);
        if (flops > 0) json_knum(&j, "flops", flops);
        if (rec.attempt(rec.ctx, &a->arena, ex->id, b->at[i].number, &c))
            json_kstr(&j, "citation", c.text);
        json_close(&j, '}');
        buf_free(&date);
    }
    json_close(&j, ']');
    json_close(&j, '}');
    buf_char(out, '\n');
}

static void add_table(App *a, const Exercise *ex, const Bests *b, Buf *out) {
    PaperRecord rec = cited_record(a);
    buf_fmt(out, "%s\n\n| date | what it reached |\n|---|---|\n", open_mark);
    for (int i = 0; i < b->n; i++) {
        Cited c;
        Buf date = {0};
        fmt_date(&date, b->at[i].at.when);
        if (rec.attempt(rec.ctx, &a->arena, ex->id, b->at[i].number, &c))
            buf_fmt(out, "| %.10s | [%s] |\n", buf_text(&date), c.text);
        buf_free(&date);
    }
    buf_fmt(out, "\n%s\n", close_mark);
}

static void add_parts(const Exercise *ex, Buf *out) {
    buf_fmt(out,
            "## Results\n\n%s\n%s\n\n## The journey\n\nTODO: what was slow "
            "first, how you saw it, what you changed.\n\n## Checked by\n\n"
            "`kata check %s`: cases of odd and empty sizes against "
            "`reference.c`, then its gates.\n",
            open_mark, close_mark, ex->id);
}

static void new_readme(const Exercise *ex, Buf *out) {
    buf_fmt(out, "# %s\n\n%s\n\n", ex->title, ex->blurb);
    add_parts(ex, out);
}

// A folder's text of the scaffold has neither the table nor the parts.
static bool lacks_parts(const Buf *readme) {
    const char *text = buf_text(readme);
    return !strstr(text, open_mark) && !strstr(text, "# The journey");
}

// Puts the table between the marks, which a learner may have moved or deleted.
static void with_table(const char *readme, const Buf *table, Buf *out) {
    const char *from = strstr(readme, open_mark);
    const char *to = from ? strstr(from, close_mark) : NULL;
    if (to) to += sizeof close_mark - 1;
    if (to && *to == '\n') to++;
    buf_add(out, readme, from && to ? (size_t)(from - readme) : strlen(readme));
    if (!to) buf_str(out, "\n");
    buf_add(out, buf_text(table), table->len);
    if (to) buf_str(out, to);
}

static bool write_readme(App *a, const Exercise *ex, const Bests *b,
                         const char *dir, const char *name, Err *err) {
    Buf old = {0}, table = {0}, all = {0};
    const char *path = path_join(&a->arena, dir, name);
    bool ok = true;
    if (path_exists(path))
        ok = file_read(path, &old, err);
    else
        new_readme(ex, &old);
    if (ok && lacks_parts(&old)) {
        buf_char(&old, '\n');
        add_parts(ex, &old);
    }
    if (ok) {
        add_table(a, ex, b, &table);
        with_table(buf_text(&old), &table, &all);
        ok = write_text(a, dir, name, &all, err);
    }
    buf_free(&old);
    buf_free(&table);
    buf_free(&all);
    return ok;
}

static bool write_source(App *a, const Exercise *ex, const Best *best,
                         const char *dir, Err *err) {
    Attempt full;
    if (!store_attempt(a->store, &a->arena, best->at.id, &full, err))
        return false;
    if (!full.source) return true;
    return file_write(path_join(&a->arena, dir, ex->file), full.source,
                      full.source_len, err);
}

// ---- is a file what would be filed?

static bool is_source(App *a, Arena *m, const Exercise *ex, Str text) {
    Attempt *rows, full;
    Err err = {0};
    int n;
    bool found = false;
    if (!store_history(a->store, m, ex->id, 0, &rows, &n, &err)) n = 0;
    for (int i = 0; i < n && !found; i++)
        found = rows[i].verdict == VERDICT_PASS &&
                store_attempt(a->store, m, rows[i].id, &full, &err) &&
                full.source && full.source_len == text.n &&
                !memcmp(full.source, text.p, text.n);
    err_clear(&err);
    return found;
}

static bool is_results(App *a, const Exercise *ex, Str text) {
    Bests b;
    Buf want = {0};
    Err err = {0};
    bool same = find_bests(a, ex, &b, &err) && b.n > 0;
    if (same) {
        add_json(a, ex, &b, &want);
        same = want.len == text.n && !memcmp(buf_text(&want), text.p, text.n);
    }
    err_clear(&err);
    buf_free(&want);
    return same;
}

static bool is_reference(App *a, const Exercise *ex, Str text) {
    Buf want = {0};
    bool same =
        file_read(path_join(&a->arena, ex->sol, "reference.c"), &want, NULL) &&
        want.len == text.n && !memcmp(buf_text(&want), text.p, text.n);
    buf_free(&want);
    return same;
}

bool zoo_files(void *ctx, Arena *m, const Exercise *ex, const char *name,
               Str text) {
    App *a = ctx;
    const char *base = path_base(name);
    if (!a->store) return false;
    if (str_ends(base, "results.json")) return is_results(a, ex, text);
    if (str_ends(base, "reference.c")) return is_reference(a, ex, text);
    return is_source(a, m, ex, text);
}

// ---- filing

bool zoo_add(App *a, const Exercise *ex, const char **where, Err *err) {
    const char *zoo = repository_find(a, "kernel-zoo");
    Bests b;
    if (!zoo || ex->paper || !ex->file || !find_bests(a, ex, &b, err) ||
        b.n == 0)
        return false;
    const char *below =
        ex->zoo ? ex->zoo : arena_fmt(&a->arena, "%s/%s", ex->topic, ex->id);
    const char *dir = path_join(&a->arena, zoo, below);
    const char *reference = path_join(&a->arena, ex->sol, "reference.c");
    // Several kernels may share a folder: their names carry the id.
    bool shared = strcmp(path_base(dir), ex->id) != 0;
    const char *prefix = shared ? arena_fmt(&a->arena, "%s.", ex->id) : "";
    const char *json = arena_fmt(&a->arena, "%sresults.json", prefix);
    const char *ref = arena_fmt(&a->arena, "%sreference.c", prefix);
    const char *readme =
        shared ? arena_fmt(&a->arena, "%s.md", ex->id) : "README.md";
    Buf results = {0};
    add_json(a, ex, &b, &results);
    bool ok = path_make_dirs(dir, err) &&
              write_source(a, ex, to_file(&b), dir, err) &&
              (!path_exists(reference) ||
               file_copy(reference, path_join(&a->arena, dir, ref), err)) &&
              write_text(a, dir, json, &results, err) &&
              write_readme(a, ex, &b, dir, readme, err);
    buf_free(&results);
    *where = dir;
    return ok;
}
