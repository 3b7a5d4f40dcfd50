// kata dashboard: the record as one HTML file.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/proc.h"
#include "cli/learn/dashboard.h"

static bool write_page(App *a, const Page *p, const char *file, Err *err) {
    Buf html = {0};
    page_make(&a->arena, p, &html);
    bool ok = path_make_dirs(path_dir(&a->arena, file), err) &&
              file_write(file, buf_text(&html), html.len, err);
    buf_free(&html);
    return ok;
}

static bool open_page(App *a, const char *file, Err *err) {
    const char *argv[] = {"xdg-open", file, NULL};
    Proc run = {0};
    bool there = proc_find(&a->arena, "xdg-open") != NULL;
    bool ok = there && proc_run(argv, NULL, &run, err) && run.status == 0;
    proc_free(&run);
    if (ok) return true;
    err_set(err, ERR_ENV,
            there ? "xdg-open could not open the page"
                  : "xdg-open is not on the PATH");
    return err_hint(err, "open %s in a browser", app_show_path(a, file));
}

static bool dashboard_run(App *a, int argc, char **argv, int *status,
                          Err *err) {
    (void)status;
    const char *file = NULL;
    bool opens = false;
    int n;
    Page p;
    const Opt opts[] = {{"--out", &file, NULL}, {"--open", NULL, &opens}, {0}};
    if (!opts_take(&cmd_dashboard, argc, argv, opts, NULL, 0, &n, err) ||
        !dashboard_gather(a, &p, err))
        return false;
    Buf out = {0};
    if (a->json) {
        page_json(&p, &out);
        app_print(&out);
        return true;
    }
    if (!file) file = path_join(&a->arena, a->work, "dashboard.html");
    if (!write_page(a, &p, file, err)) return false;
    buf_fmt(&out, "written: %s\n", app_show_path(a, file));
    if (!opens) buf_str(&out, "next: open it in a browser (--open does)\n");
    app_print(&out);
    return !opens || open_page(a, file, err);
}

const Cmd cmd_dashboard = {
    .name = "dashboard",
    .args = "[--out FILE] [--open]",
    .help = "your record as one HTML page",
    .more = "  --out FILE   write it there (work/dashboard.html)\n"
            "  --open       and open it in a browser\n\n"
            "What to do next, your days, tracks, times, the roofline, reviews. "
            "The page needs\nno network and loads nothing. It has your sources "
            "in it: it is for you.\n",
    .needs = NEED_PLAN | NEED_STORE,
    .reads = true,
    .completes = "",
    .run = dashboard_run,
};
