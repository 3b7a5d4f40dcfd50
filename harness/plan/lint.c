// kata lint: what the loader cannot see, because it looks at one file only.
#include "plan/lint.h"
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/mutant.h"
#include "plan/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MIN_HINTS = 3, MIN_MUTANTS = 4 };

typedef struct Lint {
    const Plan *p;
    Arena a;    // for one exercise at a time; never for what a Finding keeps
    Map covers; // ids of the syllabus
    bool has_tsv;
    Findings *out;
} Lint;

PRINTF(4, 5)
static void find(Lint *l, Loc loc, bool is_error, const char *fmt, ...) {
    Finding f = {.loc = loc, .is_error = is_error};
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f.msg, sizeof f.msg, fmt, ap);
    va_end(ap);
    vec_push(l->out, f);
}

PRINTF(2, 3) static void advise(Lint *l, const char *fmt, ...) {
    Finding *f = &l->out->at[l->out->n - 1];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->hint, sizeof f->hint, fmt, ap);
    va_end(ap);
}

// ---- files

// Returns a file's text in the lint's arena, or NULL.
static const char *text_of(Lint *l, const char *path) {
    Buf text = {0};
    const char *s = NULL;
    if (path_exists(path) && file_read(path, &text, NULL))
        s = arena_strn(&l->a, text.data, text.len);
    buf_free(&text);
    return s;
}

// Reports a file that should be there. Returns its text, or NULL.
static const char *need(Lint *l, const Exercise *ex, const char *dir,
                        const char *name, const char *why) {
    const char *text = text_of(l, path_join(&l->a, dir, name));
    if (text) return text;
    find(l, ex->loc, true, "%s/%s is missing", dir, name);
    advise(l, "%s", why);
    return NULL;
}

static bool is_baseline(const Exercise *ex, const char *name) {
    for (int i = 0; i < ex->ngates; i++) {
        const char *over = ex->gates[i].over;
        size_t n = over ? strlen(over) : 0;
        if (over && strncmp(name, over, n) == 0 && name[n] == '.') return true;
    }
    return str_starts(name, "baseline.");
}

static void check_stray(Lint *l, const Exercise *ex, const char *dir,
                        bool is_solution) {
    static const char *const given[] = {"exercise.yaml", "README.md"};
    static const char *const secret[] = {"reference.c", "NOTES.md", "mutants"};
    for (char **name = path_list(&l->a, dir, NULL); *name; name++) {
        bool known = ex->file && strcmp(*name, ex->file) == 0;
        for (size_t i = 0; i < COUNT_OF(given) && !is_solution; i++)
            known |= strcmp(*name, given[i]) == 0;
        for (size_t i = 0; i < COUNT_OF(secret) && is_solution; i++)
            known |= strcmp(*name, secret[i]) == 0;
        if (is_solution)
            known |= is_baseline(ex, *name) || str_starts(*name, "tests.");
        if (known) continue;
        find(l, ex->loc, true, "%s/%s belongs to nothing", dir, *name);
        advise(l, "delete it; kata reads no such file");
    }
}

static bool holds_word(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += n) {
        bool left =
            at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool right = !(isalnum((unsigned char)at[n]) || at[n] == '_');
        if (left && right) return true;
    }
    return false;
}

static bool defines(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += n) {
        bool left = at == text || isspace((unsigned char)at[-1]);
        const char *next = at + n + strspn(at + n, " \n");
        if (left && *next == '(') return true;
    }
    return false;
}

static void check_readme(Lint *l, const Exercise *ex) {
    const char *text = need(l, ex, ex->dir, "README.md",
                            "the brief: what to write, and why it matters");
    if (!text || !ex->entry || holds_word(text, ex->entry)) return;
    find(l, ex->loc, true, "README.md does not name the entry '%s'", ex->entry);
    advise(l, "say what the learner writes: %s", ex->entry_decl);
}

static void check_sources(Lint *l, const Exercise *ex) {
    if (!ex->file) return;
    const char *stub =
        need(l, ex, ex->dir, ex->file, "the stub that the learner starts from");
    const char *solution = need(l, ex, ex->sol, ex->file,
                                "kata verify checks it, and a pass unlocks it");
    if (stub && !ex->passes_as_shipped && !strstr(stub, "TODO")) {
        find(l, ex->loc, true, "%s/%s has no TODO", ex->dir, ex->file);
        advise(l, "mark what is left to the learner, or say starts: passing");
    }
    if (stub && ex->entry && !defines(stub, ex->entry)) {
        find(l, ex->loc, true, "%s/%s does not define '%s'", ex->dir, ex->file,
             ex->entry);
        advise(l, "the stub holds the entry, empty: %s", ex->entry_decl);
    }
    if (!stub || !solution) return;
    if (!ex->passes_as_shipped && strcmp(stub, solution) == 0) {
        find(l, ex->loc, true, "the stub is the solution");
        advise(l, "take out what the learner should write");
    }
    if (solution && strstr(solution, "TODO")) {
        find(l, ex->loc, true, "%s/%s still has a TODO", ex->sol, ex->file);
        advise(l, "finish it");
    }
}

static void check_reference(Lint *l, const Exercise *ex) {
    const char *text = need(l, ex, ex->sol, "reference.c",
                            "void reference(...): the entry's parameters, "
                            "float outputs as double *");
    need(l, ex, ex->sol, "NOTES.md",
         "what to learn from the solution; shown after a pass");
    if (!text || defines(text, "reference")) return;
    find(l, ex->loc, true, "%s/reference.c defines no 'reference'", ex->sol);
    advise(l, "the entry's parameters, float outputs as double *");
}

static void check_baselines(Lint *l, const Exercise *ex) {
    const char *ext = ex->kind == KIND_C ? "c" : "cu";
    for (int i = 0; i < ex->ngates; i++) {
        const Gate *g = &ex->gates[i];
        if (!g->over) continue;
        char *path = arena_fmt(&l->a, "%s/%s.%s", ex->sol, g->over, ext);
        if (path_exists(path)) continue;
        find(l, g->loc, true, "the baseline %s is missing", path);
        advise(l, "speedup is measured over it: the same entry, written "
                  "plainly");
    }
}

static void check_mutants(Lint *l, const Exercise *ex) {
    int n;
    char **paths = mutant_list(&l->a, ex, &n);
    if (n < MIN_MUTANTS) {
        find(l, ex->loc, true, "%s/mutants holds %d mutants", ex->sol, n);
        advise(l,
               "at least %d kernels that must be rejected show that the "
               "checks have teeth",
               MIN_MUTANTS);
    }
    for (; *paths; paths++) {
        MutantReason reason;
        Err err = {0};
        if (mutant_reason(*paths, &l->a, &reason, &err)) continue;
        find(l, ex->loc, true, "%s:%d:%d: %s", *paths, err.loc.line,
             err.loc.col, err.msg);
        advise(l, "%s", err.hint);
        err_clear(&err);
    }
}

// ---- the YAML beyond its own rules

static bool names_a_line(const char *s) {
    for (const char *at = s; (at = strcasestr(at, "line ")); at += 5)
        if (isdigit((unsigned char)at[5]) &&
            (at == s || !isalpha((unsigned char)at[-1])))
            return true;
    return false;
}

static void check_hints(Lint *l, const Exercise *ex) {
    int when = 0;
    for (int i = 0; i < ex->nhints; i++) {
        const Hint *h = &ex->hints[i];
        when += h->when != NULL;
        if (!names_a_line(h->say)) continue;
        find(l, ex->loc, false, "a hint names a line number: \"%.60s\"",
             h->say);
        advise(l, "the learner's lines move; name the code instead");
    }
    if (ex->nhints >= MIN_HINTS && when > 0) return;
    find(l, ex->loc, true, "%d hints, %d of them with when:", ex->nhints, when);
    advise(l,
           "a ladder of at least %d, from a nudge to nearly the answer, of "
           "which one answers a failure",
           MIN_HINTS);
}

static void check_prose(Lint *l, const Exercise *ex) {
    if (!ex->blurb[0]) {
        find(l, ex->loc, true, "there is no blurb");
        advise(l, "one sentence: what the learner gets out of it");
    }
    if (!ex->teaches[0]) {
        find(l, ex->loc, false, "there is no teaches:");
        advise(l, "the ideas it is about: [coalescing, shared memory]");
    }
}

static void check_covers(Lint *l, Loc loc, const char **covers) {
    for (; l->has_tsv && *covers; covers++) {
        if (map_find(&l->covers, *covers)) continue;
        find(l, loc, true, "covers: the syllabus has no item '%s'", *covers);
        advise(l, "ids are in curriculum/items.tsv, like bootcamp-104");
    }
}

static void check_medals(Lint *l, const Exercise *ex) {
    for (int m = 0; m < ex->nmedals; m++)
        for (int i = 0; i < ex->medals[m].ngates; i++) {
            const Gate *bar = &ex->medals[m].gates[i];
            for (int g = 0; g < ex->ngates; g++) {
                const Gate *gate = &ex->gates[g];
                if (strcmp(gate->metric, bar->metric) != 0) continue;
                if (bar->at_least ? bar->bound > gate->bound
                                  : bar->bound < gate->bound)
                    continue;
                find(l, bar->loc, false,
                     "%s asks for no more %s than a pass does",
                     ex->medals[m].name, bar->metric);
                advise(l, "a medal is harder to get than a pass");
            }
        }
}

// A name given to cases that nothing reads is a misspelling or a leftover.
typedef struct Used {
    const char *name;
    bool found;
} Used;

static void mark(void *ctx, const char *name) {
    Used *u = ctx;
    u->found |= strcmp(u->name, name) == 0;
}

static void mark_in(Used *u, const Expr *x) {
    if (x) expr_names(x, mark, u);
}

static void mark_fills(Used *u, const ArgFill *fills, int n) {
    for (int i = 0; i < n; i++) {
        mark_in(u, fills[i].fill.a);
        mark_in(u, fills[i].fill.b);
    }
}

static bool is_read(const Exercise *ex, const Case *c, const char *name) {
    Used u = {.name = name};
    for (int i = 0; i < ex->nargs; i++) {
        const Arg *arg = &ex->args[i];
        u.found |= !arg->is_pointer && strcmp(arg->name, name) == 0;
        for (int k = 0; k < arg->nshape; k++)
            mark_in(&u, arg->shape[k]);
        mark_in(&u, arg->fill.a);
        mark_in(&u, arg->fill.b);
        mark_in(&u, arg->value);
    }
    for (int i = 0; i < c->nvars; i++)
        mark_in(&u, c->vars[i].expr);
    mark_fills(&u, c->fills, c->nfills);
    mark_in(&u, ex->compare.terms);
    return u.found;
}

static void check_case_vars(Lint *l, const Exercise *ex) {
    for (int i = 0; i < ex->ncases; i++)
        for (int v = 0; v < ex->cases[i].nvars; v++) {
            const CaseVar *var = &ex->cases[i].vars[v];
            if (is_read(ex, &ex->cases[i], var->name)) continue;
            find(l, ex->cases[i].loc, false, "nothing reads '%s' of this case",
                 var->name);
            advise(l, "is it misspelt, or left over?");
        }
}

// ---- needs

static void check_needs(Lint *l, const Exercise *ex) {
    for (const char **need_id = ex->needs; *need_id; need_id++) {
        if (plan_find(l->p, *need_id)) continue;
        const char **ids =
            arena_array(&l->a, const char *, (size_t)l->p->nexercises);
        for (int i = 0; i < l->p->nexercises; i++)
            ids[i] = l->p->exercises[i]->id;
        int near = str_nearest(*need_id, ids, l->p->nexercises);
        find(l, ex->loc, true, "needs: there is no exercise '%s'", *need_id);
        if (near >= 0)
            advise(l, "did you mean '%s'?", ids[near]);
        else
            advise(l, "needs: names exercises that come before");
    }
}

enum { OPEN = 1, DONE };

typedef struct Walk {
    Lint *l;
    char *state;           // by position in p->exercises
    const Exercise **path; // from the start to here
    int depth;
} Walk;

static int position(const Plan *p, const Exercise *ex) {
    int i = 0;
    while (p->exercises[i] != ex)
        i++;
    return i;
}

// Depth first: an exercise met while it is still open closes a cycle.
static void walk(Walk *w, const Exercise *ex) {
    int at = position(w->l->p, ex);
    if (w->state[at] == DONE) return;
    if (w->state[at] == OPEN) {
        Buf b = {0};
        int from = w->depth - 1;
        while (w->path[from] != ex)
            from--;
        for (int i = from; i < w->depth; i++)
            buf_fmt(&b, "%s -> ", w->path[i]->id);
        find(w->l, ex->loc, true, "needs: go in a circle: %s%s", buf_text(&b),
             ex->id);
        advise(w->l, "take one of these needs out");
        buf_free(&b);
        return;
    }
    w->state[at] = OPEN;
    w->path[w->depth++] = ex;
    for (const char **id = ex->needs; *id; id++) {
        const Exercise *next = plan_find(w->l->p, *id);
        if (next) walk(w, next);
    }
    w->depth--;
    w->state[at] = DONE;
}

static void check_circles(Lint *l) {
    size_t n = (size_t)l->p->nexercises;
    Walk w = {.l = l,
              .state = arena_array(&l->a, char, n),
              .path = arena_array(&l->a, const Exercise *, n)};
    for (size_t i = 0; i < n; i++)
        walk(&w, l->p->exercises[i]);
}

// ---- tracks

static void check_order(Lint *l, const Track *t) {
    int last = -1;
    for (int w = 0; w < t->nweeks; w++) {
        if (t->weeks[w].number <= last) {
            find(l, (Loc){t->path, 1, 1}, true, "week %d follows week %d",
                 t->weeks[w].number, last);
            advise(l, "weeks are numbered upwards through all phases");
        }
        last = t->weeks[w].number;
    }
}

// An exercise comes once in a track, and after what it needs.
static void check_items(Lint *l, const Track *t) {
    Map seen = {0};
    for (int w = 0; w < t->nweeks; w++)
        for (int i = 0; i < t->weeks[w].nitems; i++) {
            const Item *item = &t->weeks[w].items[i];
            check_covers(l, item->loc, item->covers);
            if (!item->ex) continue;
            if (map_find(&seen, item->id)) {
                find(l, item->loc, true, "'%s' is in this track twice",
                     item->id);
                advise(l, "keep one; kata review brings it back");
            }
            map_set(&seen, item->id, l);
            for (const char **id = item->ex->needs; *id; id++) {
                if (map_find(&seen, *id) || !track_item(t, *id)) continue;
                find(l, item->loc, false,
                     "'%s' comes before '%s', which it "
                     "needs",
                     item->id, *id);
                advise(l, "change their order");
            }
        }
    map_free(&seen);
}

static void check_homeless(Lint *l, const Exercise *ex) {
    for (int t = 0; t < l->p->ntracks; t++)
        if (track_item(l->p->tracks[t], ex->id)) return;
    find(l, ex->loc, false, "no track has '%s'", ex->id);
    advise(l, "add it to a week in curriculum/");
}

// ---- all of it

static void check_exercise(Lint *l, const Exercise *ex) {
    arena_reset(&l->a);
    check_readme(l, ex);
    check_prose(l, ex);
    check_covers(l, ex->loc, ex->covers);
    check_needs(l, ex);
    check_stray(l, ex, ex->dir, false);
    check_stray(l, ex, ex->sol, true);
    check_sources(l, ex);
    check_homeless(l, ex);
    if (!ex->entry) return;
    check_hints(l, ex);
    check_reference(l, ex);
    check_baselines(l, ex);
    check_mutants(l, ex);
    check_medals(l, ex);
    check_case_vars(l, ex);
}

static void read_items_tsv(Lint *l, const char *path) {
    const char *text = path ? text_of(l, path) : NULL;
    Str rest = {text, text ? strlen(text) : 0}, line, id;
    while (text && str_cut(&rest, '\n', &line))
        if (line.n && str_cut(&line, '\t', &id) && id.n)
            map_setn(&l->covers, id.p, id.n, l);
    l->has_tsv = text != NULL;
}

void lint_run(const Plan *p, const char *one, const char *items_tsv,
              Findings *out) {
    Lint l = {.p = p, .out = out};
    read_items_tsv(&l, items_tsv);
    for (int i = 0; i < p->nexercises; i++)
        if (!one || strcmp(one, p->exercises[i]->id) == 0)
            check_exercise(&l, p->exercises[i]);
    arena_reset(&l.a);
    if (!one) check_circles(&l);
    for (int t = 0; t < p->ntracks && !one; t++) {
        check_order(&l, p->tracks[t]);
        check_items(&l, p->tracks[t]);
    }
    map_free(&l.covers);
    arena_reset(&l.a);
}
