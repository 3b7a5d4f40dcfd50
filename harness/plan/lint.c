// kata lint: what the loader cannot see, because it looks at one file only.
#include "base/path.h"
#include "base/str.h"
#include "base/vec.h"
#include "plan/lint_parts.h"
#include "plan/mutant.h"
#include "plan/paper.h"
#include "plan/parts.h"

#include <ctype.h>
#include <string.h>

enum { MIN_HINTS = 3, MIN_MUTANTS = 4 };

#define find(l, ...)   lint_find((l)->out, __VA_ARGS__)
#define advise(l, ...) lint_advise((l)->out, __VA_ARGS__)

// ---- files

// Reports a file that should be there. Returns its text, or NULL.
static const char *need_file(Lint *l, const Exercise *ex, const char *dir,
                             const char *name, const char *why) {
    const char *text = lint_text(l, path_join(&l->a, dir, name));
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

static const char *const given[] = {"exercise.yaml", "README.md"};
static const char *const secret[] = {"reference.c", "NOTES.md", "mutants"};

static bool has_place(const Exercise *ex, const char *name, bool is_solution) {
    static const char *const paper[] = {"answers.yaml", "record.yaml",
                                        "project"};
    bool known = ex->file && strcmp(name, ex->file) == 0;
    if (ex->paper && ex->paper->program && !is_solution)
        known |= strcmp(name, ex->paper->program) == 0;
    for (size_t i = 0; i < COUNT_OF(given) && !is_solution; i++)
        known |= strcmp(name, given[i]) == 0;
    for (size_t i = 0; i < COUNT_OF(secret) && is_solution; i++)
        known |= strcmp(name, secret[i]) == 0;
    for (size_t i = 0; i < COUNT_OF(paper) && is_solution; i++)
        known |= ex->paper && strcmp(name, paper[i]) == 0;
    // Pictures of a report, in a folder or beside it, and tables.
    known |= ex->paper && (str_ends(name, ".png") || str_ends(name, ".svg") ||
                           (ex->paper->ntables && str_ends(name, ".txt")));
    return known || (is_solution &&
                     (is_baseline(ex, name) || str_starts(name, "tests.")));
}

// Is one file missing, and may the other be it under a wrong name?
static bool may_be(Lint *l, const char *dir, const char *missing,
                   const char *name) {
    const char *dot = strrchr(missing, '.');
    return dot && str_ends(name, dot) &&
           !path_exists(path_join(&l->a, dir, missing));
}

// A file that exercise.yaml calls otherwise; NULL.
static const char *file_misnamed(Lint *l, const Exercise *ex, const char *dir,
                                 bool is_solution) {
    for (char **name = path_list(&l->a, dir, NULL); *name; name++)
        if (ex->file && !has_place(ex, *name, is_solution) &&
            may_be(l, dir, ex->file, *name))
            return *name;
    return NULL;
}

// Nobody is told to delete what may be the file that is missing.
static void find_stray(Lint *l, const Exercise *ex, const char *dir,
                       const char *name, bool is_solution) {
    const char *const *all = is_solution ? secret : given;
    size_t n = is_solution ? COUNT_OF(secret) : COUNT_OF(given);
    if (ex->file && may_be(l, dir, ex->file, name)) {
        find(l, ex->loc, true, "%s/%s is not called %s, as file: says", dir,
             name, ex->file);
        advise(l, "rename it to %s, or write file: %s", ex->file, name);
        return;
    }
    find(l, ex->loc, true, "%s/%s belongs to nothing", dir, name);
    for (size_t i = 0; i < n; i++)
        if (may_be(l, dir, all[i], name)) {
            advise(l, "%s is missing: if this is it, rename it; else delete it",
                   all[i]);
            return;
        }
    advise(l, "delete it; kata reads no such file");
}

static void check_stray(Lint *l, const Exercise *ex, const char *dir,
                        bool is_solution) {
    for (char **name = path_list(&l->a, dir, NULL); *name; name++)
        if (!has_place(ex, *name, is_solution))
            find_stray(l, ex, dir, *name, is_solution);
}

static bool text_defines(const char *text, const char *name) {
    size_t n = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += n) {
        bool left =
            at == text || isspace((unsigned char)at[-1]) || at[-1] == '*';
        const char *next = at + n + strspn(at + n, " \n");
        if (left && *next == '(') return true;
    }
    return false;
}

static void check_readme(Lint *l, const Exercise *ex) {
    const char *text =
        need_file(l, ex, ex->dir, "README.md",
                  "the brief: what to write, and why it matters");
    if (text) lint_brief(l, ex, text);
    if (text) lint_sizes(l, ex, text);
    for (int i = 0; text && i < ex->nfunctions; i++) {
        const EntryFunction *f = &ex->functions[i];
        if (lint_holds_word(text, f->name)) continue;
        find(l, ex->loc, true, "README.md does not name the entry '%s'",
             f->name);
        advise(l, "say what the learner writes: %s", f->decl);
    }
}

// True for what a header of kata's defines in the file that includes it.
static bool comes_along(const char *text, const char *name) {
    return !strcmp(name, HIP_SET_WAVE) && strstr(text, "hip/hip_runtime.h");
}

static void check_sources(Lint *l, const Exercise *ex) {
    if (!ex->file) return;
    // A file of another name was found before.
    const char *stub = file_misnamed(l, ex, ex->dir, false)
                           ? NULL
                           : need_file(l, ex, ex->dir, ex->file,
                                       "the stub that the learner starts from");
    const char *solution =
        file_misnamed(l, ex, ex->sol, true)
            ? NULL
            : need_file(l, ex, ex->sol, ex->file,
                        "kata verify checks it, and a pass unlocks it");
    if (stub && !ex->passes_as_shipped && !strstr(stub, "TODO")) {
        find(l, ex->loc, true, "%s/%s has no TODO", ex->dir, ex->file);
        advise(l, "mark what is left to the learner, or say starts: passing");
    }
    for (int i = 0; stub && i < ex->nfunctions; i++) {
        const EntryFunction *f = &ex->functions[i];
        if (text_defines(stub, f->name) || comes_along(stub, f->name)) continue;
        find(l, ex->loc, true, "%s/%s does not define '%s'", ex->dir, ex->file,
             f->name);
        advise(l, "the stub holds the entry, empty: %s", f->decl);
    }
    const char *tests =
        ex->tests ? need_file(l, ex, ex->sol, path_base(ex->tests),
                              "it defines the entry, which calls the learner's "
                              "functions")
                  : NULL;
    if (tests && !text_defines(tests, ex->entry)) {
        find(l, ex->loc, true, "%s does not define '%s'", ex->tests, ex->entry);
        advise(l, "it defines the entry: %s", ex->entry_decl);
    }
    if (!stub || !solution) return;
    if (!ex->passes_as_shipped && strcmp(stub, solution) == 0) {
        find(l, ex->loc, true, "the stub is the solution");
        advise(l, "take out what the learner should write");
    }
    if (solution && strstr(solution, "TODO") &&
        !strstr(solution, "TODO(author)")) {
        find(l, ex->loc, true, "%s/%s still has a TODO", ex->sol, ex->file);
        advise(l, "finish it");
    }
}

// A CPU takes five seconds or more for these, in each process that is timed.
#define REFERENCE_FLOPS 10e9

// Of the timed case on a GPU; 0 if nobody can tell.
static double timed_flops(const Exercise *ex) {
    const Measure *m = &ex->measure;
    Env env = {0};
    Num v, flops = {0};
    Err ignored = {0};
    bool known = m->present && m->flops;
    for (int i = 0; known && i < m->nvars; i++) {
        known = expr_eval(m->vars[i].expr, &env, NULL, &v, &ignored);
        if (known) env_set(&env, m->vars[i].name, v);
    }
    known = known && expr_eval(m->flops, &env, NULL, &flops, &ignored);
    err_clear(&ignored);
    vec_free(&env);
    return known ? flops.d : 0;
}

static void check_reference(Lint *l, const Exercise *ex) {
    const char *text = need_file(l, ex, ex->sol, "reference.c",
                                 "void reference(...): the entry's parameters, "
                                 "float outputs as double *");
    need_file(l, ex, ex->sol, "NOTES.md",
              "what to learn from the solution; shown after a pass");
    if (!text) return;
    if (!text_defines(text, "reference")) {
        find(l, ex->loc, true, "%s/reference.c defines no 'reference'",
             ex->sol);
        advise(l, "the entry's parameters, float outputs as double *");
    }
    double flops = timed_flops(ex);
    if (flops > REFERENCE_FLOPS && !text_defines(text, "reference_at")) {
        find(l, ex->measure.loc, true,
             "%s/reference.c computes the timed case whole: %.0f Gflop",
             ex->sol, flops / 1e9);
        advise(l, "add reference_at(..., long long at), which computes one "
                  "element of the output: a sample of them is compared");
    }
}

// The baseline of a gate is there, and says what it is.
static void check_baseline(Lint *l, const Exercise *ex, const Gate *g) {
    const char *ext = ex->kind == KIND_C        ? "c"
                      : ex->kind == KIND_PYTHON ? "py"
                                                : "cu";
    bool library = str_starts(g->metric, "fraction_of_");
    if (!library && !g->over) return;
    const char *path = arena_fmt(&l->a, "%s/%s.%s", ex->sol,
                                 library ? "baseline" : g->over, ext);
    const char *text = lint_text(l, path);
    const char *mark =
        ex->kind == KIND_PYTHON ? "# baseline: " : "// baseline: ";
    if (!text) {
        find(l, g->loc, true, "the baseline %s is missing", path);
        advise(l, "%s is measured over it: the same entry, %s", g->metric,
               library ? "by the library's routine" : "written plainly");
    } else if (!str_starts(text, mark)) {
        find(l, g->loc, true, "%s:1: a baseline's first line says what it is",
             path);
        advise(l, "like: %scublasSgemm, fp32, CUBLAS_PEDANTIC_MATH", mark);
    }
}

static void check_baselines(Lint *l, const Exercise *ex) {
    for (int i = 0; i < ex->ngates; i++)
        check_baseline(l, ex, &ex->gates[i]);
}

// A fact says itself what is wrong, and a mutant is told from others by wrong
// values (gate/check/known.h).
static bool has_facts_alone(const Exercise *ex) {
    bool facts = false;
    for (int g = 0; g < ex->nargs; g++) {
        const Arg *arg = &ex->args[g];
        if (!arg->is_output && !arg->is_inout) continue;
        if (arg->nfacts == 0) return false;
        facts = true;
    }
    return facts;
}

static void check_says(Lint *l, const Exercise *ex, const char *first, int n) {
    if (n == 0 || !has_facts_alone(ex)) return;
    find(l, ex->loc, false,
         "%s:2: nobody is shown this 'says:'%s: all outputs are facts", first,
         n == 1 ? "" : arena_fmt(&l->a, ", nor %d more", n - 1));
    advise(l, "a fact's own sentence and a hint with `when:` are what learners "
              "of this exercise see: say it there, and delete the line");
}

static void check_mutants(Lint *l, const Exercise *ex) {
    int n, says = 0;
    const char *saying = NULL;
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
        if (mutant_reason(*paths, &l->a, &reason, &err)) {
            if (reason.says && !says++) saying = *paths;
            continue;
        }
        find(l, ex->loc, true, "%s:%d:%d: %s", *paths, err.loc.line,
             err.loc.col, err.msg);
        advise(l, "%s", err.hint);
        err_clear(&err);
    }
    check_says(l, ex, saying, says);
}

// ---- what `kata new` leaves to the author

static void check_left(Lint *l, const Exercise *ex, const char *dir) {
    for (char **name = path_list(&l->a, dir, NULL); *name; name++) {
        const char *path = path_join(&l->a, dir, *name);
        if (path_is_dir(path))
            check_left(l, ex, path);
        else
            lint_left(l, ex->loc, path);
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

static bool is_output(const Exercise *ex, Str name) {
    for (int g = 0; g < ex->nargs; g++)
        if (str_eq(name, ex->args[g].name))
            return ex->args[g].is_output || ex->args[g].is_inout;
    return false;
}

// Each name of the list, with commas between.
static bool are_outputs(const Exercise *ex, const char *list) {
    Str rest = str_of(list), name;
    bool all = true;
    while (str_cut(&rest, ',', &name))
        all &= is_output(ex, str_trim(name));
    return all;
}

// Of the hints that fit, the first is shown.
static bool is_hidden(const Exercise *ex, int i) {
    const Hint *h = &ex->hints[i];
    for (int k = 0; k < i; k++)
        if (h->when && ex->hints[k].when && !ex->hints[k].of &&
            !strcmp(h->when, ex->hints[k].when))
            return true;
    return false;
}

static void check_hints(Lint *l, const Exercise *ex) {
    int when = 0;
    for (int i = 0; i < ex->nhints; i++) {
        const Hint *h = &ex->hints[i];
        if (is_hidden(ex, i)) {
            find(l, ex->loc, false,
                 "a hint is never shown, one before it is for all of %s: "
                 "\"%.60s\"",
                 h->when, h->say);
            advise(l, "put the hints with of: before the one without");
        }
        when += h->when != NULL;
        if (h->of && !are_outputs(ex, h->of)) {
            find(l, ex->loc, true, "a hint is of '%s', which is no output",
                 h->of);
            advise(l, "of: names the outputs that alone are wrong");
        }
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

// The easiest gate of the bar's metric, where a device has one of its own;
// NULL: there is none.
static const Gate *easiest_gate(const Exercise *ex, const Gate *bar) {
    const Gate *easiest = NULL;
    for (int g = 0; g < ex->ngates; g++) {
        const Gate *gate = &ex->gates[g];
        if (strcmp(gate->metric, bar->metric) != 0 ||
            gate->at_least != bar->at_least)
            continue;
        bool easier =
            !easiest || (bar->at_least ? gate->bound < easiest->bound
                                       : gate->bound > easiest->bound);
        if (easier) easiest = gate;
    }
    return easiest;
}

static void check_medals(Lint *l, const Exercise *ex) {
    for (int m = 0; m < ex->nmedals; m++)
        for (int i = 0; i < ex->medals[m].ngates; i++) {
            const Gate *bar = &ex->medals[m].gates[i];
            const Gate *gate = easiest_gate(ex, bar);
            if (!gate || (bar->at_least ? bar->bound > gate->bound
                                        : bar->bound < gate->bound))
                continue;
            find(l, bar->loc, false, "%s asks for no more %s than a pass does",
                 ex->medals[m].name, bar->metric);
            advise(l, "a medal is harder to get than a pass");
        }
}

// A name given to cases that nothing reads is a misspelling or a leftover.
typedef struct Used {
    const char *name;
    bool found;
} Used;

static void mark_name(void *ctx, const char *name) {
    Used *u = ctx;
    u->found |= strcmp(u->name, name) == 0;
}

static void mark_in(Used *u, const Expr *x) {
    if (x) expr_names(x, mark_name, u);
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

// ---- kinds without a kernel

// The shape of what proves them; that it does is for kata verify.
static void check_paper(Lint *l, const Exercise *ex) {
    const Paper *p = ex->paper;
    if (ex->kind == KIND_WORKSHEET)
        need_file(
            l, ex, ex->sol, "answers.yaml",
            "one sheet written out and read over: seed: 7, answers: [...]");
    if (p->program)
        need_file(l, ex, ex->dir, p->program, "the program that is run");
    if (ex->kind == KIND_REPORT)
        need_file(l, ex, ex->sol, ex->file, "a report that passes");
    if (ex->kind != KIND_ASSESSMENT && ex->nhints == 0) {
        find(l, ex->loc, false, "there is no hint");
        advise(l, "`kata hint` has nothing to say to who is stuck");
    }
    for (int i = 0; i < p->nquestions; i++) {
        const Question *q = &p->questions[i];
        for (int k = 0; k < q->noptions && q->kind != ASK_ORDER; k++)
            lint_why(l, q, &q->options[k]);
    }
    if (ex->kind == KIND_QUIZ) lint_lengths(l, ex);
}

// ---- all of it

static void check_homeless(Lint *l, const Exercise *ex) {
    for (int t = 0; t < l->p->ntracks; t++)
        if (track_item(l->p->tracks[t], ex->id)) return;
    find(l, ex->loc, false, "no track has '%s'", ex->id);
    advise(l, "add it to a week in curriculum/");
}

static void check_exercise(Lint *l, const Exercise *ex) {
    arena_reset(&l->a);
    check_readme(l, ex);
    check_prose(l, ex);
    lint_covers(l, ex->loc, ex->covers);
    lint_covers(l, ex->loc, ex->attests);
    lint_shares(l, ex);
    lint_needs(l, ex->loc, ex->needs);
    check_stray(l, ex, ex->dir, false);
    check_stray(l, ex, ex->sol, true);
    check_left(l, ex, ex->dir);
    check_left(l, ex, ex->sol);
    if (ex->paper)
        check_paper(l, ex);
    else
        check_sources(l, ex);
    check_homeless(l, ex);
    if (!ex->entry) return;
    check_hints(l, ex);
    check_reference(l, ex);
    check_baselines(l, ex);
    check_mutants(l, ex);
    lint_answers(l, ex);
    check_medals(l, ex);
    check_case_vars(l, ex);
}

static void read_items_tsv(Lint *l, const char *path) {
    const char *text = path ? lint_text(l, path) : NULL;
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
    if (!one) {
        lint_circles(&l);
        lint_bank(&l);
        for (int t = 0; t < p->ntracks; t++)
            lint_track(&l, p->tracks[t]);
    }
    map_free(&l.covers);
    arena_reset(&l.a);
}
