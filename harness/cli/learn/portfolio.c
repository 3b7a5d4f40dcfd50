// From dashboard to portfolio; see portfolio.h.
#include "cli/learn/portfolio.h"

#include "base/path.h"
#include "base/str.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- what a text says of this machine

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

// Folders that hold people's own, whatever they are called.
static const char *const homes[] = {"/home/", "/Users/", "/root/"};

// The length of the path that begins here, if it is one to hide.
static size_t path_here(const char *at, const char *end,
                        const char *const *paths, int npaths) {
    size_t left = (size_t)(end - at), n = 0;
    for (int i = 0; i < npaths && !n; i++) {
        size_t len = strlen(paths[i]);
        if (len > 1 && len <= left && !memcmp(at, paths[i], len) &&
            (len == left || !is_word(at[len])))
            n = len;
    }
    for (size_t i = 0; i < COUNT_OF(homes) && !n; i++) {
        size_t len = strlen(homes[i]);
        if (len < left && !memcmp(at, homes[i], len)) n = len;
    }
    while (n && n < left && !strchr(" \t\r\n\"'<>();,:*|`", at[n]))
        n++;
    return n;
}

static size_t host_here(const char *text, const char *at, const char *end,
                        const char *host) {
    size_t n = host ? strlen(host) : 0;
    if (n < 2 || n > (size_t)(end - at) || strncasecmp(at, host, n) != 0 ||
        (at > text && is_word(at[-1])) || (at + n < end && is_word(at[n])))
        return 0;
    return n;
}

char *portfolio_hide(Arena *a, const char *text, size_t n,
                     const char *const *paths, int npaths, const char *host,
                     int *hidden) {
    Buf out = {0};
    const char *end = text + n;
    for (const char *at = text; at < end;) {
        size_t path = path_here(at, end, paths, npaths);
        size_t name = path ? 0 : host_here(text, at, end, host);
        if (path || name) {
            buf_str(&out, path ? "[path]" : "[host]");
            at += path + name;
            ++*hidden;
        } else {
            buf_char(&out, *at++);
        }
    }
    char *kept = arena_strn(a, buf_text(&out), out.len);
    buf_free(&out);
    return kept;
}

typedef struct Machine {
    const char *paths[8];
    int npaths;
    char host[256];
} Machine;

static void add_path(Machine *m, const char *path) {
    if (path && path[0] == '/' && path[1]) m->paths[m->npaths++] = path;
}

static void machine_of(App *a, Machine *m) {
    *m = (Machine){0};
    add_path(m, a->work);
    add_path(m, path_dir(&a->arena, a->db));
    add_path(m, a->build);
    add_path(m, a->root);
    add_path(m, getenv("HOME"));
    add_path(m, getenv("TMPDIR"));
    if (gethostname(m->host, sizeof m->host - 1) != 0) m->host[0] = '\0';
}

// ---- which exercises

// Without a choice, code that ran: answers to questions, and what the learner
// thinks of themselves, are published only if they are named.
static bool is_chosen(const char *only, const Exercise *ex) {
    Str rest = str_of(only ? only : ""), part;
    if (!only) return kind_proof(ex->kind) == PROOF_RUN;
    while (str_cut(&rest, ',', &part))
        if (str_eq(str_trim(part), ex->id)) return true;
    return false;
}

static bool check_only(App *a, const char *only, const Page *p, Err *err) {
    Str rest = str_of(only), part;
    while (str_cut(&rest, ',', &part)) {
        Str word = str_trim(part);
        const char *id = arena_strn(&a->arena, word.p, word.n);
        const PageExercise *e = page_find(p, id);
        if (e && e->p->state == STATE_PASSED) continue;
        const Exercise *ex = plan_find(&a->plan, id);
        if (!ex) {
            err_set(err, ERR_USAGE, "there is no exercise '%s'", id);
            return err_hint(err, "--only takes ids: --only saxpy,transpose");
        }
        err_set(err, ERR_USAGE,
                e && e->p->state == STATE_STALE
                    ? "the pass of '%s' is stale: its tests have changed since"
                    : "'%s' is not passed",
                id);
        return err_hint(err, "%s", app_command(a, "check", ex));
    }
    return true;
}

// ---- one exercise

static void keep_passes(App *a, PageExercise *e) {
    TimeRow *rows = arena_array(&a->arena, TimeRow, (size_t)e->ntimes);
    int n = 0;
    for (int i = 0; i < e->ntimes; i++)
        if (e->times[i].verdict == VERDICT_PASS) rows[n++] = e->times[i];
    e->times = rows;
    e->ntimes = n;
}

static void make_public(App *a, const Machine *m, PageExercise *e,
                        int *hidden) {
    Progress *p = arena_new(&a->arena, Progress);
    *p = *e->p;
    p->hints_seen = p->attempts = 0;
    p->saw_solution = false;
    p->last = p->passed_at;
    e->p = p;
    e->passes_only = true;
    e->fail = NULL;
    e->nrecent = 0;
    keep_passes(a, e);
    if (!e->best) return;
    Attempt *best = arena_new(&a->arena, Attempt);
    *best = *e->best;
    best->number = 0;
    best->summary = "";
    best->machine_json = NULL;
    if (best->source) {
        best->source = portfolio_hide(&a->arena, best->source, best->source_len,
                                      m->paths, m->npaths, m->host, hidden);
        best->source_len = strlen(best->source);
    }
    e->best = best;
}

// ---- the page

static void filter_roofs(App *a, Page *p) {
    RooflineView *views =
        arena_array(&a->arena, RooflineView, (size_t)p->nroofs);
    int n = 0;
    for (int i = 0; i < p->nroofs; i++) {
        RooflineView v = p->roofs[i];
        RoofPoint *at = arena_array(&a->arena, RoofPoint, (size_t)v.n);
        int npoints = 0;
        for (int k = 0; k < v.n; k++)
            if (page_find(p, v.at[k].link + strlen("e-")))
                at[npoints++] = v.at[k];
        v.at = at;
        v.n = npoints;
        if (npoints) views[n++] = v;
    }
    p->roofs = views;
    p->nroofs = n;
}

bool portfolio_make(App *a, const char *only, Page *p, int *hidden, Err *err) {
    Machine m;
    int n = 0;
    *hidden = 0;
    if (only && !check_only(a, only, p, err)) return false;
    machine_of(a, &m);
    PageExercise *at = arena_array(&a->arena, PageExercise, (size_t)p->n);
    for (int i = 0; i < p->n; i++) {
        if (p->at[i].p->state != STATE_PASSED || !is_chosen(only, p->at[i].ex))
            continue;
        at[n] = p->at[i];
        make_public(a, &m, &at[n++], hidden);
    }
    *p = (Page){.version = p->version,
                .now = p->now,
                .today = p->today,
                .title = p->title,
                .portfolio = true,
                .at = at,
                .n = n,
                .roofs = p->roofs,
                .nroofs = p->nroofs};
    filter_roofs(a, p);
    return true;
}
