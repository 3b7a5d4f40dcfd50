// See profile.h.
#include "paper/profile.h"

#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "paper/export_likely.h"
#include "paper/functions.h"
#include "paper/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- what is run

bool profile_arguments(const Exercise *ex, uint64_t seed, Env *env, Err *err) {
    const Paper *p = ex->paper;
    Rng rng;
    sheet_stream(&rng, seed, "arguments");
    for (int i = 0; i < p->narguments; i++) {
        int64_t v;
        if (!expr_size(p->arguments[i].expr, env, &rng, &v, err)) return false;
        env_set(env, p->arguments[i].name, num_int(v));
    }
    return true;
}

// The arguments as words, NULL-terminated.
static const char **argument_words(Arena *a, const Exercise *ex, uint64_t seed,
                                   Err *err) {
    int n = ex->paper->narguments;
    const char **words = arena_array(a, const char *, (size_t)n + 1);
    Env env = {.call = function_call};
    bool ok = profile_arguments(ex, seed, &env, err);
    for (int i = 0; ok && i < n; i++)
        words[i] = arena_fmt(a, "%lld", (long long)env.at[i].value.i);
    vec_free(&env);
    return ok ? words : NULL;
}

static bool is_script(const char *program) {
    size_t n = strlen(program);
    return n > 3 && !strcmp(program + n - 3, ".py");
}

// How the program is started on a GPU, after words that make it, if any.
static const char *print_start(Arena *a, const char *program, Buf *out) {
    buf_str(out, "\nWith one:\n\n");
    if (is_script(program)) return arena_fmt(a, "python3 %s", program);
    buf_fmt(out, "    nvcc -O3 -lineinfo %s -o program\n", program);
    return "./program";
}

bool profile_print(const Exercise *ex, uint64_t seed, Buf *out) {
    Arena a = {0};
    Err ignored = {0};
    const Paper *p = ex->paper;
    const char **words = argument_words(&a, ex, seed, &ignored);
    const char *line = "";
    for (int i = 0; words && words[i]; i++)
        line = arena_fmt(&a, "%s %s", line, words[i]);
    const char *dashes = *line ? " --" : "";
    bool timeline = p->export == EXPORT_TIMELINE;
    buf_str(out, "Run these commands in the folder of this sheet. Without a "
                 "GPU:\n\n");
    if (!timeline)
        buf_fmt(out, "    kata sim %s --json%s%s > profile.json\n", p->program,
                dashes, line);
    else
        buf_fmt(out, "    kata sim %s --timeline profile.json%s%s\n",
                p->program, dashes, line);
    const char *start = print_start(&a, p->program, out);
    static const char *const tools[] = {"memcheck", "racecheck", "initcheck"};
    for (int i = 0; i < 3 && p->export == EXPORT_FAULTS; i++)
        buf_fmt(out, "    compute-sanitizer --tool %s %s%s >%s profile.txt\n",
                tools[i], start, line, i ? ">" : "");
    if (p->export == EXPORT_KERNELS)
        buf_fmt(out, "    ncu --set full --csv --page raw %s%s > profile.csv\n",
                start, line);
    if (timeline)
        buf_fmt(out,
                "    nsys profile -o report %s%s\n"
                "    nsys stats -r cuda_gpu_trace -f csv report.nsys-rep > "
                "profile.csv\n",
                start, line);
    buf_str(out, "\nThe name of the file that you hand in:\n\n"
                 "export: profile.json\n");
    err_clear(&ignored);
    arena_reset(&a);
    return words != NULL;
}

const char *profile_export_name(Arena *a, const char *sheet) {
    static const char word[] = "export:";
    Str rest = str_of(sheet), line;
    while (str_cut(&rest, '\n', &line)) {
        Str s = str_trim(line);
        if (s.n < sizeof word || strncasecmp(s.p, word, sizeof word - 1) != 0)
            continue;
        s = str_trim((Str){s.p + sizeof word - 1, s.n - sizeof word + 1});
        while (s.n > 1 && *s.p == '`' && s.p[s.n - 1] == '`')
            s = (Str){s.p + 1, s.n - 2};
        return arena_strn(a, s.p, s.n);
    }
    return "";
}

bool profile_run(const PaperRequest *q, Arena *a, const char *gpu,
                 const char **text, Export *out, Err *err) {
    const Exercise *ex = q->ex;
    char why[200];
    const char **words = argument_words(a, ex, q->seed, err);
    if (!words) return false;
    if (!q->simulate)
        return err_set(err, ERR_BUG, "nothing here can run '%s'", ex->id);
    if (q->progress) q->progress(q->ctx, "running the program");
    const char *file = path_join(a, ex->dir, ex->paper->program);
    bool timeline = ex->paper->export == EXPORT_TIMELINE;
    if (!q->simulate(q->ctx, a, file, words, gpu, timeline, text, err))
        return false;
    if (export_read(a, *text, strlen(*text), ex->paper->export, out, why))
        return true;
    return err_set(err, ERR_BUG, "%s: its own profile: %s", ex->id, why);
}

// ---- is it of this program?

static const ExportRow *next_kernel(const Export *e, int *i) {
    while (*i < e->n && e->at[*i].kind != ROW_KERNEL)
        (*i)++;
    return *i < e->n ? &e->at[(*i)++] : NULL;
}

static bool launches(const Export *e, const char *name) {
    for (int i = 0; i < e->n; i++)
        if (e->at[i].kind == ROW_KERNEL && !strcmp(e->at[i].name, name))
            return true;
    return false;
}

static bool all_known(const Export *some, const Export *all) {
    for (int i = 0; i < some->n; i++)
        if (some->at[i].kind == ROW_KERNEL && !launches(all, some->at[i].name))
            return false;
    return true;
}

// A timeline of trace events has no grids.
static bool same_extent(const long *a, const long *b) {
    return a[0] == 0 || b[0] == 0 || !memcmp(a, b, 3 * sizeof *a);
}

static const char *compare_launches(Arena *a, const Export *got,
                                    const Export *own, const char **why) {
    int i = 0, k = 0;
    for (int n = 1;; n++) {
        const ExportRow *x = next_kernel(got, &i), *y = next_kernel(own, &k);
        if (!x && !y) return NULL;
        if (!x || !y || strcmp(x->name, y->name) != 0) {
            *why = arena_fmt(
                a,
                "launch %d is %s%s in the export, and %s%s when the program "
                "runs with the arguments of your sheet",
                n, x ? "of " : "missing", x ? x->name : "",
                y ? "of " : "missing", y ? y->name : "");
            // The same kernels, launched another number of times.
            return all_known(got, own) && all_known(own, got)
                       ? "other-arguments"
                       : "other-program";
        }
        if (!same_extent(x->grid, y->grid) ||
            !same_extent(x->block, y->block)) {
            *why = arena_fmt(
                a,
                "launch %d, of %s, has %ld,%ld,%ld blocks in the export, and "
                "%ld,%ld,%ld with the arguments of your sheet",
                n, x->name, x->grid[0], x->grid[1], x->grid[2], y->grid[0],
                y->grid[1], y->grid[2]);
            return "other-arguments";
        }
    }
}

static bool near(double a, double b) {
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * fabs(b);
}

// The simulated device counts and models the same each time.
static const char *compare_figures(Arena *a, const Export *got,
                                   const Export *own, const char **why) {
    static const char *const names[] = {
#define METRIC(id, ...) #id,
#include "paper/export.def"
    };
    bool same = got->n == own->n;
    const char *what = "number of rows";
    for (int i = 0; same && i < got->n; i++) {
        const ExportRow *x = &got->at[i], *y = &own->at[i];
        same = x->kind == y->kind && near(x->start, y->start) &&
               near(x->us, y->us);
        what = arena_fmt(a, "time of row %d", i + 1);
        for (int m = 0; same && m < METRIC_COUNT; m++) {
            same = near(x->value[m], y->value[m]);
            if (!same)
                what =
                    arena_fmt(a, "%s of row %d (%s)", names[m], i + 1, x->name);
        }
    }
    if (same) return NULL;
    *why = arena_fmt(a,
                     "kata ran the program itself, and the %s differs from "
                     "that in your export; run the command of the sheet again",
                     what);
    return "not-reproduced";
}

static bool has_fault(const Export *e, const ExportRow *r, bool same_thread) {
    for (int i = 0; i < e->n; i++) {
        const ExportRow *x = &e->at[i];
        if (x->kind == r->kind && x->line == r->line && x->other == r->other &&
            !strcmp(x->name, r->name) &&
            (!same_thread ||
             (x->grid[0] == r->grid[0] && x->block[0] == r->block[0])))
            return true;
    }
    return false;
}

// A race shows in whichever threads happen to be seen; other mistakes are made
// by certain ones.
static const char *compare_faults(const Export *got, const Export *own,
                                  const char **why) {
    for (int i = 0; i < own->n; i++) {
        const ExportRow *r = &own->at[i];
        if (!has_fault(got, r, false)) {
            *why = "the program has a mistake that the export does not tell "
                   "of, or in another line: was each tool run, and is the "
                   "program as it was?";
            return "other-program";
        }
        if (r->kind != ROW_RACE && !has_fault(got, r, true)) {
            *why = "a mistake is made by another block or thread than with "
                   "the arguments of your sheet";
            return "other-arguments";
        }
    }
    return NULL;
}

const char *profile_differs(Arena *a, const Export *got, const Export *own,
                            const char **why) {
    if (got->kind != own->kind) {
        static const char *const names[] = {"counters of launches",
                                            "a timeline", "a list of mistakes"};
        *why = arena_fmt(a, "this exercise needs %s, and this is %s",
                         names[own->kind], names[got->kind]);
        return "other-export";
    }
    if (own->kind == EXPORT_FAULTS) {
        const char *bad = compare_faults(got, own, why);
        return bad ? bad : export_unlikely(a, got, own, why);
    }
    const char *lacks = export_lacks(got);
    if (lacks) {
        *why = arena_fmt(a, "the export has no '%s' of some launch", lacks);
        return "incomplete";
    }
    const char *bad = compare_launches(a, got, own, why);
    if (!bad && !strcmp(got->tool, "kata sim"))
        bad = compare_figures(a, got, own, why);
    return bad ? bad : export_unlikely(a, got, own, why);
}

// ---- the export of a sheet

static const char *strength_of(Arena *a, const Export *e) {
    if (e->kind == EXPORT_FAULTS)
        return "kata ran the program itself and found the same mistakes";
    if (!strcmp(e->tool, "kata sim"))
        return "kata ran the program itself and found the same figures";
    return arena_fmt(a,
                     "%s: the launches are those of the program, and the "
                     "figures are the tool's own: kata cannot repeat them here",
                     e->tool);
}

static bool read_export(const PaperRequest *q, PaperResult *res, PaperRow *row,
                        Export *out) {
    Arena *a = &res->arena;
    char why[200];
    const char *name = profile_export_name(a, res->source);
    const char *path = path_join(a, path_dir(a, q->file), name);
    struct stat st;
    row->said = name;
    if (!*name || stat(path, &st) != 0 || !S_ISREG(st.st_mode)) {
        paper_fail_row(row, "no-export",
                       "there is no such file beside the sheet: run the "
                       "command of the sheet, and write the file's name after "
                       "`export:`");
        return false;
    }
    Buf text = {0};
    bool ok = st.st_size <= EXPORT_BYTES && file_read(path, &text, NULL);
    const char *copy = arena_strn(a, buf_text(&text), text.len);
    if (!ok) strcpy(why, "it cannot be read, or is larger than 16 MiB");
    ok = ok && export_read(a, copy, text.len, q->ex->paper->export, out, why);
    buf_free(&text);
    if (!ok) paper_fail_row(row, "unreadable", arena_str(a, why));
    return ok;
}

bool profile_take(const PaperRequest *q, PaperResult *res, Env *given, bool *ok,
                  Err *err) {
    Arena *a = &res->arena;
    PaperRow *row = paper_add_row(res, "export", "");
    Export got, own;
    const char *text, *why;
    *ok = false;
    if (!read_export(q, res, row, &got)) return true;
    if (!profile_run(q, a, got.gpu, &text, &own, err)) return false;
    const char *bad = profile_differs(a, &got, &own, &why);
    if (bad) {
        paper_fail_row(row, bad, why);
        return true;
    }
    row->verdict = VERDICT_PASS;
    row->why = strength_of(a, &got);
    export_names(a, &got, given);
    *ok = true;
    return true;
}
