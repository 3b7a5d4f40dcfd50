// The keys of exercises without a kernel.
#include "plan/paper.h"
#include "base/path.h"
#include "base/vec.h"
#include "plan/parts.h"

#include <string.h>

static const char *const nothing[] = {NULL};

static bool is_folder(Kind k) {
    return k == KIND_PROJECT || k == KIND_REPOSITORY;
}

bool paper_is_kind(Kind k) {
    return k == KIND_WORKSHEET || k == KIND_QUIZ || k == KIND_ASSESSMENT ||
           k == KIND_PROFILE || k == KIND_REPORT || is_folder(k);
}

static void need_key(Read *r, const Draft *d, const Node *n, const char *key) {
    if (n) return;
    node_err(d->root, r->err, "an exercise of kind %s needs the key '%s'",
             kind_name(d->ex->kind), key);
    err_hint(r->err, "add '%s: ...'; curriculum/README.md explains it", key);
}

// ---- sheets

static void questions_read(Read *r, const Node *n, Paper *p) {
    if (!read_is_list(r, n, "questions", "- ask: ...")) return;
    p->questions = arena_array(r->a, Question, (size_t)n->n);
    for (int i = 0; i < n->n; i++)
        p->nquestions +=
            question_read(r, n->at[i], i + 1, &p->questions[p->nquestions]);
    for (int i = 0; i < p->nquestions; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(p->questions[i].id, p->questions[k].id)) {
                err_at(err_more(r->err), p->questions[i].loc,
                       "there are two questions '%s'", p->questions[i].id);
                err_hint(r->err, "ids are unique within a sheet");
            }
}

// ---- reports

static void part_words(Read *r, const Node *n, void *out) {
    read_int(r, n, "words", 0, 10000, &((Part *)out)->words);
}

static void part_title(Read *r, const Node *n, void *out) {
    ((Part *)out)->title = read_text(r, n, "title");
}

// part = "Heading" | {title: "Heading", words: 30}
static void parts_read(Read *r, const Node *n, Paper *p) {
    static const Key keys[] = {{"title", part_title, true},
                               {"words", part_words, false}};
    if (!read_is_list(r, n, "parts", "- What was slow")) return;
    p->parts = arena_array(r->a, Part, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        Part *part = &p->parts[p->nparts];
        *part = (Part){.words = 1};
        if (n->at[i]->kind == NODE_MAP)
            read_map(r, n->at[i], "a part", keys, COUNT_OF(keys), part);
        else
            part->title = read_text(r, n->at[i], "parts");
        p->nparts += part->title != NULL;
    }
}

static void cite_of(Read *r, const Node *n, void *out) {
    ((CiteRule *)out)->of = read_words(r, n, "of");
}

static void cite_least(Read *r, const Node *n, void *out) {
    read_int(r, n, "at_least", 1, 100, &((CiteRule *)out)->at_least);
}

static void cite_improves(Read *r, const Node *n, void *out) {
    read_bool(r, n, "improves", &((CiteRule *)out)->improves);
}

static void cite_repairs(Read *r, const Node *n, void *out) {
    read_bool(r, n, "repairs", &((CiteRule *)out)->repairs);
}

static void cite_any(Read *r, const Node *n, void *out) {
    read_bool(r, n, "any", &((CiteRule *)out)->any);
}

static void cite_predicts(Read *r, const Node *n, void *out) {
    read_int(r, n, "predicts", 1, 50, &((CiteRule *)out)->predicts);
}

static void cite_ratio(Read *r, const Node *n, void *out) {
    ((CiteRule *)out)->ratio = read_text(r, n, "ratio");
}

static void cites_read(Read *r, const Node *n, Paper *p) {
    static const Key keys[] = {{"of", cite_of, false},
                               {"at_least", cite_least, false},
                               {"improves", cite_improves, false},
                               {"repairs", cite_repairs, false},
                               {"any", cite_any, false},
                               {"predicts", cite_predicts, false},
                               {"ratio", cite_ratio, false}};
    int count;
    Node *const *at = read_items(&n, &count);
    p->cites = arena_array(r->a, CiteRule, (size_t)count);
    for (int i = 0; i < count; i++) {
        CiteRule *c = &p->cites[p->ncites];
        *c = (CiteRule){.of = (const char **)(void *)nothing,
                        .at_least = 1,
                        .loc = at[i]->loc};
        p->ncites += read_map(r, at[i], "cite:", keys, COUNT_OF(keys), c);
    }
}

// ---- projects

static void check_file(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->file = read_text(r, n, "file");
}

static void check_least(Read *r, const Node *n, void *out) {
    read_int(r, n, "at_least", 1, 1000, &((ProjectNeed *)out)->at_least);
}

static void check_words(Read *r, const Node *n, void *out) {
    read_int(r, n, "words", 1, 100000, &((ProjectNeed *)out)->words);
}

static void check_parts(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->parts = read_words(r, n, "parts");
}

static void check_holds(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->holds = read_words(r, n, "holds");
}

static void check_cites(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->cites = read_words(r, n, "cites");
}

static void check_each(Read *r, const Node *n, void *out) {
    read_bool(r, n, "each", &((ProjectNeed *)out)->each);
}

static void check_filed(Read *r, const Node *n, void *out) {
    read_bool(r, n, "filed", &((ProjectNeed *)out)->filed);
}

static void check_passed(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->passed = read_text(r, n, "passed");
}

static void check_again(Read *r, const Node *n, void *out) {
    read_number(r, n, "again", &((ProjectNeed *)out)->again);
}

static void check_below(Read *r, const Node *n, void *out) {
    read_number(r, n, "below", &((ProjectNeed *)out)->below);
}

static void check_run(Read *r, const Node *n, void *out) {
    ProjectNeed *need_of = out;
    need_of->kind = NEED_RUN;
    need_of->run = read_words(r, n, "run");
}

static void check_test(Read *r, const Node *n, void *out) {
    ProjectNeed *need_of = out;
    need_of->kind = NEED_TEST;
    need_of->test = read_text(r, n, "test");
}

static void check_clone(Read *r, const Node *n, void *out) {
    bool yes = false;
    read_bool(r, n, "clone", &yes);
    ((ProjectNeed *)out)->kind = NEED_CLONE;
}

static void check_drill(Read *r, const Node *n, void *out) {
    ProjectNeed *need_of = out;
    need_of->kind = NEED_DRILL;
    need_of->drill = read_words(r, n, "drill");
}

static void check_draw(Read *r, const Node *n, void *out) {
    read_int(r, n, "draw", 1, 100, &((ProjectNeed *)out)->draw);
}

static void check_days(Read *r, const Node *n, void *out) {
    read_int(r, n, "days", 0, 1000, &((ProjectNeed *)out)->days);
}

static void check_limit(Read *r, const Node *n, void *out) {
    read_number(r, n, "limit", &((ProjectNeed *)out)->limit);
}

static void check_numbers(Read *r, const Node *n, void *out) {
    read_bool(r, n, "numbers", &((ProjectNeed *)out)->numbers);
}

static void check_seconds(Read *r, const Node *n, void *out) {
    read_number(r, n, "seconds", &((ProjectNeed *)out)->seconds);
}

static void check_prints(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->prints = read_text(r, n, "prints");
}

static void check_cited(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->cited = read_text(r, n, "cited");
}

static void check_within(Read *r, const Node *n, void *out) {
    read_number(r, n, "within", &((ProjectNeed *)out)->within);
}

static void check_say(Read *r, const Node *n, void *out) {
    ((ProjectNeed *)out)->say = read_text(r, n, "say");
}

static void check_optional(Read *r, const Node *n, void *out) {
    read_bool(r, n, "optional", &((ProjectNeed *)out)->optional);
}

static void checks_read(Read *r, const Node *n, Paper *p) {
    static const Key keys[] = {
        {"file", check_file, false},       {"at_least", check_least, false},
        {"words", check_words, false},     {"parts", check_parts, false},
        {"holds", check_holds, false},     {"run", check_run, false},
        {"seconds", check_seconds, false}, {"prints", check_prints, false},
        {"cited", check_cited, false},     {"within", check_within, false},
        {"say", check_say, false},         {"optional", check_optional, false},
        {"cites", check_cites, false},     {"filed", check_filed, false},
        {"again", check_again, false},     {"below", check_below, false},
        {"test", check_test, false},       {"clone", check_clone, false},
        {"drill", check_drill, false},     {"draw", check_draw, false},
        {"days", check_days, false},       {"limit", check_limit, false},
        {"numbers", check_numbers, false}, {"each", check_each, false},
        {"passed", check_passed, false},
    };
    if (!read_is_list(r, n, "checks", "- {file: README.md}")) return;
    p->needs = arena_array(r->a, ProjectNeed, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        ProjectNeed *c = &p->needs[p->nneeds];
        const char **none = (const char **)(void *)nothing;
        *c = (ProjectNeed){.at_least = 1,
                           .parts = none,
                           .holds = none,
                           .cites = none,
                           .run = none,
                           .drill = none,
                           .limit = 1,
                           .seconds = 60,
                           .within = 0.1,
                           .loc = n->at[i]->loc};
        if (!read_map(r, n->at[i], "a check", keys, COUNT_OF(keys), c))
            continue;
        if (!c->file == (c->kind == NEED_FILE)) {
            node_err(n->at[i], r->err,
                     "a check is file:, run:, test:, clone: or drill:, and "
                     "only one of them");
            err_hint(r->err, "- {file: README.md} or - {run: [make, test]}");
            continue;
        }
        p->nneeds++;
    }
}

// tests.sh decides, so it is a part of the exercise's version.
static void hidden_tests_read(Read *r, const Draft *d, const Paper *p) {
    Exercise *ex = d->ex;
    for (int i = 0; i < p->nneeds && !ex->tests; i++)
        if (p->needs[i].kind == NEED_TEST)
            ex->tests = path_join(r->a, ex->sol, "tests.sh");
    if (!ex->tests || path_exists(ex->tests)) return;
    node_err(d->checks, r->err, "%s is missing, and a test: calls it",
             ex->tests);
    err_hint(r->err, "write it: bash runs it with the test's name and a seed, "
                     "in a copy of the learner's folder");
}

// ---- profiles

// arguments: {rows: "random(8, 20)"}, in the order of the command line
static void arguments_read(Read *r, const Node *n, Paper *p) {
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "arguments: takes a map");
        err_hint(r->err, "like: {rows: \"random(8, 20)\"}");
        return;
    }
    p->arguments = arena_array(r->a, CaseVar, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        Expr *x = read_expr(r, n->at[i], n->keys[i]);
        if (!is_name(n->keys[i])) {
            node_key_err(n, i, r->err, "'%s' cannot be a name", n->keys[i]);
            err_hint(r->err, "letters, digits and '_'");
        } else if (x) {
            p->arguments[p->narguments++] = (CaseVar){n->keys[i], x};
        }
    }
}

static void profile_read(Read *r, const Draft *d, Paper *p) {
    static const char *const exports[] = {"kernels", "timeline", "faults"};
    need_key(r, d, d->program, "program");
    need_key(r, d, d->export, "export");
    if (d->program) p->program = read_text(r, d->program, "program");
    if (d->arguments) arguments_read(r, d->arguments, p);
    int k = d->export ? read_word(r, d->export, "export", exports, 3) : 0;
    if (k >= 0) p->export = (ExportKind)k;
}

// ---- all of them

static bool is_sheet(Kind k) {
    return k == KIND_WORKSHEET || k == KIND_QUIZ || k == KIND_ASSESSMENT ||
           k == KIND_PROFILE;
}

void paper_read(Read *r, Draft *d) {
    Exercise *ex = d->ex;
    Paper *p = arena_new(r->a, Paper);
    p->pass = 1;
    ex->paper = p;
    if (!ex->file)
        ex->file = is_folder(ex->kind) ? "README.md"
                                       : arena_fmt(r->a, "%s.md", ex->id);
    if (is_sheet(ex->kind)) need_key(r, d, d->questions, "questions");
    if (ex->kind == KIND_PROFILE) profile_read(r, d, p);
    if (ex->kind == KIND_REPORT) need_key(r, d, d->parts, "parts");
    if (is_folder(ex->kind)) need_key(r, d, d->checks, "checks");

    if (d->questions) questions_read(r, d->questions, p);
    if (d->pass && read_number(r, d->pass, "pass", &p->pass) &&
        !(p->pass > 0 && p->pass <= 1)) {
        node_err(d->pass, r->err, "pass: is a part of all answers");
        err_hint(r->err, "from 1%% to 100%%");
    }
    if (d->parts) parts_read(r, d->parts, p);
    if (d->words) read_int(r, d->words, "words", 1, 100000, &p->words);
    if (d->cite) cites_read(r, d->cite, p);
    if (d->pictures) read_int(r, d->pictures, "pictures", 0, 100, &p->pictures);
    if (ex->kind == KIND_REPORT && d->program)
        p->program = read_text(r, d->program, "program");
    tables_read(r, d, p);
    if (d->checks) checks_read(r, d->checks, p);
    if (d->checks) hidden_tests_read(r, d, p);
    if (d->repository)
        p->repository = read_text(r, d->repository, "repository");
}
