// kata log: today's page of the notebook, with what was attempted already in.
//
// It only ever appends: what the learner wrote is the learner's. Attempts go
// in once each; `log:DATE` in the record says which one was the last.
#include "cli/cmd.h"

#include "base/day.h"
#include "base/path.h"
#include "cli/folder/repository.h"
#include "cli/learn/undated.h"
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// In the lab notebook if there is one, else in work/log.
static const char *log_file(App *a, const char *day) {
    const char *notebook = repository_find(a, "lab-notebook");
    return notebook ? arena_fmt(&a->arena, "%s/daily/%s.md", notebook, day)
                    : arena_fmt(&a->arena, "%s/log/%s.md", a->work, day);
}

static void log_add_row(App *a, const DayRow *r, Buf *out) {
    const Exercise *ex = plan_find(&a->plan, r->exercise);
    buf_fmt(out, "- `%s`%s%s: %d attempt%s", r->exercise, ex ? " " : "",
            ex ? ex->title : "", r->attempts, r->attempts == 1 ? "" : "s");
    if (r->passes == 0) {
        buf_fmt(out, ", not passed: %s", r->summary);
    } else if (isfinite(r->best_us)) {
        buf_str(out, ", passed, best ");
        fmt_us(out, r->best_us);
        buf_fmt(out, "%s. `kata cite %s`", r->modelled ? " (modelled)" : "",
                r->exercise);
    } else {
        buf_str(out, ", passed");
    }
    buf_char(out, '\n');
}

static bool append_text(const char *path, const Buf *text, Err *err) {
    FILE *f = fopen(path, "a");
    bool ok = f && fwrite(buf_text(text), 1, text->len, f) == text->len;
    if (f && fclose(f) != 0) ok = false;
    if (ok) return true;
    err_set(err, ERR_ENV, "cannot write %s: %s", path, strerror(errno));
    return err_hint(err, "make room or the folder writable; what was attempted "
                         "is in the record: kata history");
}

// Writes the head of the page, if it is new; then the attempts since.
static bool fill_page(App *a, const char *path, int day, const char *date,
                      Err *err) {
    DayRow *rows;
    Attested *said;
    int n, nsaid, fresh = 0;
    const char *key = arena_fmt(&a->arena, "log:%s", date);
    const char *last = store_get(a->store, &a->arena, key);
    int64_t from = last ? atoll(last) : day_begins(day), newest = from;
    if (!store_between(a->store, &a->arena, from, day_begins(day + 1), &rows,
                       &n, err) ||
        !store_attested(a->store, &a->arena, &said, &nsaid, err))
        return false;
    Buf text = {0};
    if (!path_exists(path))
        buf_fmt(&text,
                "# %s\n\n## What failed\n\n## What I learned\n\n"
                "## Tomorrow\n",
                date);
    if (!last && a->track) undated_log(a->track, &text);
    for (int i = 0; i < nsaid; i++)
        fresh += said[i].at >= from && said[i].at < day_begins(day + 1);
    if (n + fresh > 0) {
        char when[20];
        Buf now = {0};
        fmt_date(&now, clock_now());
        snprintf(when, sizeof when, "%s", buf_text(&now) + sizeof "2027-03-28");
        buf_free(&now);
        buf_fmt(&text, "\n## Done, until %s\n\n", when);
    }
    for (int i = 0; i < nsaid; i++)
        if (said[i].at >= from && said[i].at < day_begins(day + 1)) {
            buf_fmt(&text, "- read: %s\n  %s\n", said[i].text, said[i].note);
            if (said[i].at >= newest) newest = said[i].at + 1;
        }
    for (int i = 0; i < n; i++) {
        log_add_row(a, &rows[i], &text);
        if (rows[i].last >= newest) newest = rows[i].last + 1;
    }
    bool ok = path_make_dirs(path_dir(&a->arena, path), err) &&
              append_text(path, &text, err) &&
              store_set(a->store, key,
                        arena_fmt(&a->arena, "%lld", (long long)newest), err);
    buf_free(&text);
    return ok;
}

// $VISUAL or $EDITOR, which may have options: the shell splits them.
static bool edit_page(const char *path, Err *err) {
    const char *editor = getenv("VISUAL");
    if (!editor || !*editor) editor = getenv("EDITOR");
    if (!editor || !*editor || !isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return true;
    pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", "eval \"$0 \\\"\\$1\\\"\"", editor, path,
              (char *)NULL);
        _exit(127);
    }
    int status;
    if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
        WEXITSTATUS(status) != 127)
        return true;
    err_set(err, ERR_ENV, "cannot start the editor '%s'", editor);
    return err_hint(err, "set EDITOR, or open %s yourself", path);
}

static bool log_run(App *a, int argc, char **argv, int *status, Err *err) {
    (void)status;
    const Opt opts[] = {{0}};
    int n, day = day_today();
    char date[DAY_TEXT];
    if (!opts_take(&cmd_log, argc, argv, opts, NULL, 0, &n, err)) return false;
    const char *path = log_file(a, day_text(day, date));
    if (!fill_page(a, path, day, date, err)) return false;
    Buf out = {0};
    buf_fmt(&out, "%s\n", app_show_path(a, path));
    app_print(&out);
    return edit_page(path, err);
}

const Cmd cmd_log = {
    .name = "log",
    .args = "",
    .help = "today's page of the notebook, with what you attempted",
    .more =
        "Opens in $EDITOR on a terminal; else its path is printed. The page "
        "is in the\nlab notebook (kata init lab-notebook), else in "
        "work/log/. kata only appends.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .completes = "",
    .run = log_run,
};
