// kata cite: one attempt, in words that a report can quote and kata can check.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/str.h"
#include "cli/folder/cited.h"
#include "cli/folder/work.h"
#include "cli/learn/address.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

// which = "best" | "first" | "last" | number
static bool choose_attempt(App *a, const Exercise *ex, const char *which,
                           Cited *out, Err *err) {
    PaperRecord rec = cited_record(a);
    Attempt *rows;
    int n;
    if (!store_history(a->store, &a->arena, ex->id, 0, &rows, &n, err))
        return false;
    if (n == 0) {
        err_set(err, ERR_USAGE, "there is no attempt of '%s' to cite", ex->id);
        return err_hint(err, "%s", app_command(a, "check", ex));
    }
    char *end;
    long number = strtol(which, &end, 10);
    if (!strcmp(which, "first")) number = 1;
    if (!strcmp(which, "last")) number = n;
    if (!strcmp(which, "best"))
        return rec.best(rec.ctx, &a->arena, ex->id, out);
    bool known = !*end || number == 1 || number == n;
    if (known && rec.attempt(rec.ctx, &a->arena, ex->id, (int)number, out))
        return true;
    err_set(err, ERR_USAGE, "'%s' has no attempt '%s'", ex->id, which);
    return err_hint(err, "best, first, last, or a number from 1 to %d", n);
}

// Puts the citation where "[cite ID]" stands, or at the end.
static char *insert_citation(Arena *m, const Buf *text, const char *id,
                             const char *citation, bool *replaced) {
    char *mark = arena_fmt(m, "[cite %s]", id);
    const char *all = buf_text(text), *at = strstr(all, mark);
    *replaced = at != NULL;
    if (at)
        return arena_fmt(m, "%.*s[%s]%s", (int)(at - all), all, citation,
                         at + strlen(mark));
    bool ended = text->len == 0 || all[text->len - 1] == '\n';
    return arena_fmt(m, "%s%s\n[%s]\n", all, ended ? "" : "\n", citation);
}

static bool put_into(App *a, const Exercise *report, const char *file,
                     const char *id, const Cited *c, bool *replaced, Err *err) {
    Buf text = {0};
    bool ok = file_read(file, &text, err);
    if (ok && report)
        ok = store_snapshot(a->store, report->id, "cite", buf_text(&text),
                            text.len, err);
    if (ok) {
        char *with = insert_citation(&a->arena, &text, id, c->text, replaced);
        ok = file_write(file, with, strlen(with), err);
    }
    buf_free(&text);
    return ok;
}

// The report that --into names: an exercise, whose file is handed out if it is
// not there yet, or any file.
static bool find_report(App *a, const char *into, const Exercise **report,
                        const char **file, Err *err) {
    Err none = {0};
    *report = address_exercise(a, into, NULL, &none);
    err_clear(&none);
    if (*report && (*report)->paper) {
        *file = work_file(a, *report);
        return work_hand_out(a, *report, NULL, err);
    }
    *report = NULL;
    *file = into;
    if (path_exists(into) && !path_is_dir(into)) return true;
    err_set(err, ERR_USAGE, "there is no report '%s'", into);
    return err_hint(err, "--into takes a report's id, or a file");
}

static bool cite_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const char *words[2] = {NULL, "best"}, *into = NULL, *file = NULL;
    const Exercise *report = NULL;
    bool replaced = false;
    int n;
    Cited c;
    const Opt opts[] = {{"--into", &into, NULL}, {0}};
    if (!opts_take(&cmd_cite, argc, argv, opts, words, 2, &n, err))
        return false;
    if (n < 2) words[1] = "best";
    const Exercise *ex = address_exercise(a, words[0], NULL, err);
    if (!ex || !choose_attempt(a, ex, words[1], &c, err)) return false;
    if (into && (!find_report(a, into, &report, &file, err) ||
                 !put_into(a, report, file, ex->id, &c, &replaced, err)))
        return false;
    Buf out = {0};
    buf_fmt(&out, "[%s]\n", c.text);
    if (into)
        buf_fmt(&out, "%s %s\n", replaced ? "put in its place in" : "added to",
                app_show_path(a, file));
    app_print(&out);
    return true;
}

const Cmd cmd_cite = {
    .name = "cite",
    .args = "EXERCISE [best|first|last|N] [--into REPORT]",
    .help = "quote an attempt in a report, so that it can be checked",
    .more =
        "  --into REPORT   a report's id or a file: the citation goes where "
        "[cite ID]\n"
        "                  stands, or to the end\n\n"
        "A citation names the attempt, what it measured and where. Checking "
        "the report\nlooks it up in the record.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "exercise",
    .run = cite_run,
};
