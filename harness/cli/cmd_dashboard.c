// kata dashboard: the record as one HTML file, or served to this machine.
#include "cli/cmd.h"

#include "base/path.h"
#include "base/proc.h"
#include "cli/learn/dashboard.h"
#include "cli/learn/portfolio.h"
#include "cli/serve.h"

#include <stdio.h>

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

typedef struct DashboardOpts {
    const char *file, *only, *title;
    bool opens, serves, portfolio;
    long port;
} DashboardOpts;

// ---- serving

typedef struct DashboardServer {
    App *a;
    bool opens;
} DashboardServer;

// In a process of its own, which opens the record for itself: what SQLite has
// open does not outlive a fork.
static bool make_served(void *ctx, Buf *html, Err *err) {
    App *a = ((DashboardServer *)ctx)->a;
    Page p;
    if (!app_open_store(a, true, err)) return false;
    Err none = {0};
    app_use_track(a, &none);
    err_clear(&none);
    if (!dashboard_gather(a, &p, err)) return false;
    p.refresh = 20;
    page_make(&a->arena, &p, html);
    return true;
}

static void say_served(void *ctx, int port) {
    DashboardServer *s = ctx;
    const char *url = arena_fmt(&s->a->arena, "http://127.0.0.1:%d/", port);
    Buf out = {0};
    Err err = {0};
    buf_fmt(&out, "serving %s to this machine alone; Ctrl-C ends it\n", url);
    app_print(&out);
    fflush(stdout);
    if (s->opens && !open_page(s->a, url, &err))
        fprintf(stderr, "kata: %s\n", err.msg);
    err_clear(&err);
}

static bool serve_page(App *a, const DashboardOpts *o, Err *err) {
    DashboardServer server = {a, o->opens};
    const Serve s = {.port = (int)o->port,
                     .page = make_served,
                     .ready = say_served,
                     .ctx = &server};
    store_close(a->store);
    a->store = NULL;
    return serve_run(&s, err);
}

// ---- the verb

static bool read_port(const char *word, DashboardOpts *o, Err *err) {
    enum { USUAL = 5282, MOST = 65535 };
    o->port = USUAL;
    if (word && !o->serves) {
        err_set(err, ERR_USAGE, "'%s' is one word too many", word);
        return err_hint(err, "kata dashboard --out FILE, or --serve PORT");
    }
    if (word && !opts_int("--serve", word, 0, &o->port, err)) return false;
    if (o->port > MOST) {
        err_set(err, ERR_USAGE, "%ld is no port", o->port);
        return err_hint(err, "a number up to %d; 0 for any that is free",
                        (int)MOST);
    }
    return true;
}

static bool check_together(const DashboardOpts *o, Err *err) {
    if (o->serves && (o->file || o->portfolio)) {
        err_set(err, ERR_USAGE,
                "--serve goes with neither --out nor "
                "--portfolio");
        return err_hint(err, "a portfolio is a file: --portfolio --out FILE");
    }
    if ((o->only || o->title) && !o->portfolio) {
        err_set(err, ERR_USAGE, "--only and --title are for --portfolio");
        return err_hint(err, "kata dashboard --portfolio --only saxpy");
    }
    return true;
}

static void say_written(App *a, const DashboardOpts *o, const char *file,
                        const Page *p, int hidden) {
    Buf out = {0};
    buf_fmt(&out, "written: %s\n", app_show_path(a, file));
    if (o->portfolio) {
        buf_fmt(&out, "%d exercise%s", p->n, p->n == 1 ? "" : "s");
        if (hidden)
            buf_fmt(&out, "; %d path%s or host name%s in your sources replaced",
                    hidden, hidden == 1 ? "" : "s", hidden == 1 ? "" : "s");
        buf_str(&out, "\nnext: read it before you publish it: your comments "
                      "are in it\n");
    } else if (!o->opens) {
        buf_str(&out, "next: open it in a browser (--open does)\n");
    }
    app_print(&out);
}

static bool dashboard_run(App *a, int argc, char **argv, int *status,
                          Err *err) {
    (void)status;
    DashboardOpts o = {0};
    const char *words[1] = {NULL};
    int n;
    Page p;
    const Opt opts[] = {{"--out", &o.file, NULL},
                        {"--open", NULL, &o.opens},
                        {"--serve", NULL, &o.serves},
                        {"--portfolio", NULL, &o.portfolio},
                        {"--only", &o.only, NULL},
                        {"--title", &o.title, NULL},
                        {0}};
    if (!opts_take(&cmd_dashboard, argc, argv, opts, words, 1, &n, err) ||
        !read_port(words[0], &o, err) || !check_together(&o, err))
        return false;
    if (o.serves) return serve_page(a, &o, err);
    int hidden = 0;
    if (!dashboard_gather(a, &p, err)) return false;
    p.title = o.title;
    if (o.portfolio && !portfolio_make(a, o.only, &p, &hidden, err))
        return false;
    if (a->json) {
        Buf out = {0};
        page_json(&p, &out);
        app_print(&out);
        return true;
    }
    const char *file = o.file;
    if (!file)
        file = path_join(&a->arena, a->work,
                         o.portfolio ? "portfolio.html" : "dashboard.html");
    if (!write_page(a, &p, file, err)) return false;
    say_written(a, &o, file, &p, hidden);
    return !o.opens || open_page(a, file, err);
}

const Cmd cmd_dashboard = {
    .name = "dashboard",
    .args = "[--out FILE | --serve [PORT]] [--open]\n"
            "           [--portfolio [--only ID,...] [--title TEXT]]",
    .help = "your record as one HTML page",
    .more = "  --out FILE      write it there (work/dashboard.html)\n"
            "  --serve [PORT]  show it at http://127.0.0.1:5282/, made anew "
            "every\n"
            "                  20 seconds, until Ctrl-C; PORT 0 is any free "
            "one\n"
            "  --open          open it in a browser\n"
            "  --portfolio     a page to publish (work/portfolio.html): code "
            "that passed,\n"
            "                  with its times and sources; no paths, no host "
            "names\n"
            "  --only ID,...   these exercises alone, of any kind\n"
            "  --title TEXT    its title\n\n"
            "What to do next, your days, tracks, times, the roofline, reviews. "
            "The page needs\nno network and loads nothing. It has your sources "
            "in it: it is for you.\n",
    .needs = NEED_PLAN | NEED_STORE | ONLY_LOOKS,
    .reads = true,
    .completes = "",
    .run = dashboard_run,
};
