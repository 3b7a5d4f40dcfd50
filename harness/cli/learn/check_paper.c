// Exercises without a kernel: the sheet of this learner, and one check of it.
#include "cli/learn/check_paper.h"

#include "base/path.h"
#include "base/rng.h"
#include "base/scratch.h"
#include "base/str.h"
#include "cli/folder/cited.h"
#include "cli/folder/repository.h"
#include "cli/folder/simulated.h"
#include "cli/folder/work.h"
#include "cli/learn/review.h"
#include "paper/sheet.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool record_attempt(App *a, const PaperResult *r, int *number,
                           Err *err) {
    CaseRow *rows = arena_array(&a->arena, CaseRow, (size_t)r->nrows);
    for (int i = 0; i < r->nrows; i++) {
        const PaperRow *row = &r->rows[i];
        const char *said = *row->said ? row->said : row->why;
        rows[i] = (CaseRow){row->key, verdict_id(row->verdict),
                            *row->kind ? arena_fmt(&a->arena, "%s%s(%s)", said,
                                                   *said ? " " : "", row->kind)
                                       : said,
                            r->seed};
    }
    Attempt at = {
        .exercise = r->ex->id,
        .track = a->track ? a->track->id : NULL,
        .verdict = r->verdict,
        .stage = r->verdict == VERDICT_PASS ? "done" : "correct",
        .device = "",
        .backend = "paper",
        .summary = r->summary,
        .version = r->version,
        .harness = KATA_VERSION,
        .source = r->source,
        .source_len = r->source_len,
        .seed = r->seed,
        .seconds = r->seconds,
        .median_us = NAN,
        .lo_us = NAN,
        .hi_us = NAN,
        .cases = rows,
        .ncases = r->nrows,
    };
    if (!store_add_attempt(a->store, &at, err)) return false;
    *number = at.number;
    return true;
}

// Earlier answers of an assessment, with their cases.
static const Attempt *answers_before(App *a, const Exercise *ex, int *n) {
    enum { MOST = 12 };
    Attempt *rows = NULL, *full;
    Err ignored = {0};
    *n = 0;
    if (ex->kind != KIND_ASSESSMENT ||
        !store_history(a->store, &a->arena, ex->id, MOST, &rows, n, &ignored))
        *n = 0;
    full = arena_array(&a->arena, Attempt, (size_t)*n);
    int k = 0;
    for (int i = 0; i < *n; i++)
        if (rows[i].verdict == VERDICT_PASS &&
            store_attempt(a->store, &a->arena, rows[i].id, &full[k], &ignored))
            k++;
    err_clear(&ignored);
    *n = k;
    return full;
}

static bool fill_request(App *a, const Exercise *ex, const char *file,
                         const PaperRecord *rec, Scratch *scratch,
                         PaperRequest *q, Err *err) {
    *scratch = (Scratch){0};
    // Only commands write.
    if (ex->paper->nneeds &&
        !scratch_open(scratch, &a->arena, a->build, "paper", err))
        return false;
    *q = (PaperRequest){
        .plan = &a->plan,
        .ex = ex,
        .file = file,
        .record = rec,
        .scratch = scratch->path,
        .progress = app_show_step,
        .simulate = simulated_export,
        .ctx = a,
    };
    return work_seed(a, ex, false, &q->seed, err);
}

static bool is_stub(App *a, const PaperResult *r) {
    Buf stub = {0};
    Err ignored = {0};
    bool same = work_stub(a, r->ex, &stub, &ignored) &&
                stub.len == r->source_len &&
                !memcmp(buf_text(&stub), r->source, stub.len);
    buf_free(&stub);
    err_clear(&ignored);
    return same;
}

// A sheet without an answer, a report as it was handed out: nobody has tried
// yet. What counts beside the file, an export or a program, is a try.
static bool is_untouched(App *a, const PaperResult *r) {
    bool open = r->nrows > 0;
    for (int i = 0; i < r->nrows; i++) {
        const PaperRow *row = &r->rows[i];
        bool question = row->key != row->name; // sheets give them keys
        open &= question && row->verdict == VERDICT_SKIPPED;
        if (r->ex->kind != KIND_REPORT && row->verdict == VERDICT_PASS)
            return false;
    }
    return r->verdict != VERDICT_PASS && (open || is_stub(a, r));
}

bool check_paper(App *a, const Exercise *ex, const char *file, bool no_record,
                 int *status, Err *err) {
    PaperRecord rec = cited_record(a);
    rec.files = zoo_files;
    PaperRequest q;
    Scratch scratch;
    PaperResult r = {0};
    CheckHead head = {
        .address = plan_address(&a->arena, a->track, ex),
        .file = app_show_path(a, file),
    };
    PaperView view = {.r = &r, .head = &head};
    bool ok = fill_request(a, ex, file, &rec, &scratch, &q, err) &&
              paper_check(&q, &r, err);
    term_spin_end();
    scratch_close(&scratch);
    if (ok) view.then = answers_before(a, ex, &view.nthen);
    if (ok) head.untouched = is_untouched(a, &r);
    if (head.untouched) {
        no_record = true;
        r.advice = "";
    }
    if (ok && !no_record) ok = record_attempt(a, &r, &head.attempt, err);
    if (ok) {
        bool pass = r.verdict == VERDICT_PASS;
        head.next = pass ? "kata next" : app_command(a, "check", ex);
        if (pass && ex->kind == KIND_WORKSHEET)
            r.advice = arena_fmt(&r.arena, "`%s` works every answer out.",
                                 app_command(a, "solution", ex));
        Buf out = {0};
        if (a->json)
            report_paper_json(&view, &out);
        else
            report_paper(&a->term, &view, &out);
        app_print(&out);
        *status = verdict_exit_status(r.verdict);
        if (!no_record) ok = review_sheet(a, &r, err);
    }
    paper_free(&r);
    return ok;
}

// ---- the worked sheet

bool check_paper_worked(App *a, const Exercise *ex, Buf *out, Err *err) {
    Sheet s;
    uint64_t seed;
    PaperResult r = {.ex = ex};
    bool ok = work_seed(a, ex, false, &seed, err) &&
              sheet_draw(&r.arena, ex, seed, &s, err);
    for (int i = 0; ok && i < s.n; i++) {
        PaperRow *row = paper_add_row(&r, "", s.at[i].title);
        sheet_judge(&r.arena, &s.at[i], "", row);
        bool has_title = *row->title;
        if (!has_title) row->title = s.at[i].ask;
        if (!row->method && s.at[i].q->noptions) {
            Buf why = {0};
            for (int k = 0; k < s.at[i].q->noptions; k++) {
                const Option *o = &s.at[i].q->options[s.at[i].shown[k]];
                buf_fmt(&why, "%s%c) %s %s", k ? "\n" : "", sheet_letter(k),
                        o->right ? "Right." : "Wrong.", o->why);
            }
            row->method = arena_str(&r.arena, buf_text(&why));
            buf_free(&why);
        }
    }
    if (ok) {
        term_ink(&a->term, out, INK_BOLD, "%s, sheet %llx\n\n", ex->title,
                 (unsigned long long)seed);
        report_paper_worked(&a->term, &r, out);
    }
    paper_free(&r);
    return ok;
}
