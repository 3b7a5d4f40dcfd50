// Checking a report: its parts, its citations, its pictures, and that no
// number of a measurement stands there without one.
#include "paper/essay.h"

#include "base/path.h"
#include "paper/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_CITED = 100 };

typedef struct Essay {
    const PaperRequest *q;
    PaperResult *res;
    Arena *a;
    const Paper *p;
    Citation cited[MAX_CITED];
    int ncited;
} Essay;

// A row that is right until something is found.
static PaperRow *add_row(Essay *e, const char *what, const char *name) {
    const char *full = *name ? arena_fmt(e->a, "%s %s", what, name) : what;
    PaperRow *row = paper_add_row(e->res, full, "");
    row->verdict = VERDICT_PASS;
    return row;
}

// ---- parts

static void check_part(Essay *e, const Part *part) {
    bool open = false;
    int words = paper_part_words(str_of(e->res->source), part->title, &open);
    PaperRow *row = add_row(e, "part", part->title);
    if (words < 0)
        paper_fail_row(row, "missing",
                       arena_fmt(e->a, "add a heading: ## %s", part->title));
    else if (open)
        paper_fail_row(row, "open",
                       "there is still a TODO in it, or a sentence that holds "
                       "the place of another one");
    else if (words < part->words)
        paper_fail_row(row, "short",
                       arena_fmt(e->a, "%d words, but at least %d are needed",
                                 words, part->words));
}

static void check_length(Essay *e) {
    int words = paper_count_words(str_of(e->res->source));
    if (!e->p->words) return;
    PaperRow *row = add_row(e, "length", "");
    row->why = arena_fmt(e->a, "%d words", words);
    if (words < e->p->words)
        paper_fail_row(row, "short",
                       arena_fmt(e->a, "%d words, but at least %d are needed",
                                 words, e->p->words));
}

// ---- citations

static bool same_attempt(const Citation *a, const Citation *b) {
    return a->number == b->number && !strcmp(a->exercise, b->exercise);
}

static void check_citations(Essay *e) {
    Str rest = str_of(paper_shown(e->a, e->res->source));
    while (e->ncited < MAX_CITED &&
           citation_next(e->a, &rest, &e->cited[e->ncited])) {
        Citation *c = &e->cited[e->ncited];
        bool again = false;
        for (int i = 0; i < e->ncited; i++)
            again |= same_attempt(&e->cited[i], c) &&
                     e->cited[i].facts.n == c->facts.n &&
                     !memcmp(e->cited[i].facts.p, c->facts.p, c->facts.n);
        if (again) continue;
        char why[300];
        const char *kind;
        PaperRow *row = add_row(
            e, "citation", arena_fmt(e->a, "%d: %s", c->number, c->exercise));
        row->title = arena_fmt(e->a, "citation of %s, attempt %d", c->exercise,
                               c->number);
        c->is_known = citation_check(e->q->record, e->a, c, &kind, why);
        if (!c->is_known) {
            row->said = arena_strn(e->a, c->whole.p, c->whole.n);
            paper_fail_row(row, kind, arena_str(e->a, why));
        } else {
            row->why = c->found.text;
        }
        e->ncited++;
    }
}

static bool is_of(const CiteRule *rule, const char *exercise) {
    for (const char **id = rule->of; *id; id++)
        if (!strcmp(*id, exercise)) return true;
    return !rule->of[0]; // any exercise will do
}

// Returns true if b, the later attempt, is better than a. Both must have one
// clock: a modelled time says nothing against a measured one.
static bool is_better(const Cited *a, const Cited *b) {
    enum { NOISE = 100 }; // one percent of the time is no improvement
    if (strcmp(a->exercise, b->exercise) != 0 || a->number >= b->number)
        return false;
    if (isfinite(a->us) && isfinite(b->us) && a->modelled == b->modelled &&
        a->verdict == b->verdict)
        return b->us < a->us - a->us / NOISE;
    return a->verdict != VERDICT_PASS && b->verdict == VERDICT_PASS;
}

static const char *names_of(Essay *e, const CiteRule *rule) {
    Buf out = {0};
    if (rule->any) buf_fmt(&out, "one of ");
    for (const char **id = rule->of; *id; id++)
        buf_fmt(&out, "%s%s", id > rule->of ? ", " : "", *id);
    char *names = arena_str(e->a, out.len ? buf_text(&out) : "any exercise");
    buf_free(&out);
    return names;
}

// Returns true if a failed and b, a later attempt, passed.
static bool is_repaired(const Cited *a, const Cited *b) {
    return !strcmp(a->exercise, b->exercise) && a->number < b->number &&
           (a->verdict == VERDICT_FAIL || a->verdict == VERDICT_CRASH) &&
           b->verdict == VERDICT_PASS;
}

static bool has_pair(const Essay *e, const CiteRule *rule,
                     bool (*fits)(const Cited *a, const Cited *b)) {
    for (int i = 0; i < e->ncited; i++)
        for (int k = 0; k < e->ncited; k++)
            if (e->cited[i].is_known && e->cited[k].is_known &&
                is_of(rule, e->cited[i].exercise) &&
                fits(&e->cited[i].found, &e->cited[k].found))
                return true;
    return false;
}

// Returns the exercise of which no attempt is cited, or NULL.
static const char *uncited(const Essay *e, const CiteRule *rule) {
    for (const char **id = rule->of; *id; id++) {
        bool known = false;
        for (int i = 0; i < e->ncited; i++)
            known |= e->cited[i].is_known && !strcmp(e->cited[i].exercise, *id);
        if (known == rule->any) return known ? NULL : *id;
    }
    return rule->any ? rule->of[0] : NULL;
}

// Attempts whose predictions came true; *why: of the first that did not.
static int count_predicted(Essay *e, const CiteRule *rule, const char **why) {
    int n = 0;
    for (int i = 0; i < e->ncited; i++) {
        const Citation *c = &e->cited[i];
        bool again = !c->is_known || !is_of(rule, c->exercise);
        for (int k = 0; k < i; k++)
            again |= same_attempt(&e->cited[k], c);
        if (again) continue;
        const char *fault =
            prediction_fault(e->a, &c->found.prediction, rule->predicts);
        n += fault == NULL;
        if (fault && !*why)
            *why = arena_fmt(e->a, "; attempt %d: %s", c->number, fault);
    }
    return n;
}

static void check_predictions(Essay *e, const CiteRule *rule, PaperRow *row) {
    const char *why = NULL;
    int n = count_predicted(e, rule, &why);
    if (n < rule->at_least)
        paper_fail_row(row, "unconfirmed",
                       arena_fmt(e->a,
                                 "%d of %d predictions that are needed came "
                                 "true, within %d %%%s",
                                 n, rule->at_least, rule->predicts,
                                 why ? why : ""));
}

// The ratio of the first two exercises of the list.
static void check_ratio(Essay *e, const CiteRule *rule, PaperRow *row) {
    Str part = paper_part_text(str_of(e->res->source), rule->ratio);
    if (!rule->of[0] || !rule->of[1] ||
        essay_states_ratio(e->a, part, e->cited, e->ncited, rule->of[0],
                           rule->of[1]))
        return;
    paper_fail_row(row, "other-ratio",
                   arena_fmt(e->a,
                             "the part %s has to state the ratio of the "
                             "attempts of %s and %s that you cite, by their "
                             "times or by their rates",
                             rule->ratio, rule->of[0], rule->of[1]));
}

static void check_rule(Essay *e, const CiteRule *rule) {
    int count = 0;
    const char *names = names_of(e, rule), *missing = uncited(e, rule);
    for (int i = 0; i < e->ncited; i++) {
        bool again = false;
        for (int k = 0; k < i; k++)
            again |= same_attempt(&e->cited[k], &e->cited[i]);
        count +=
            e->cited[i].is_known && !again && is_of(rule, e->cited[i].exercise);
    }
    PaperRow *row = add_row(e, "evidence of", names);
    if (missing)
        paper_fail_row(row, "uncited",
                       arena_fmt(e->a,
                                 "no attempt of %s%s is cited: `kata cite %s "
                                 "--into %s`",
                                 missing, rule->any ? " or another one" : "",
                                 missing, e->q->ex->id));
    else if (count < rule->at_least)
        paper_fail_row(
            row, "uncited",
            arena_fmt(e->a,
                      "%d attempt%s cited, and at least %d are asked "
                      "for",
                      count, count == 1 ? " is" : "s are", rule->at_least));
    else if (rule->repairs && !has_pair(e, rule, is_repaired))
        paper_fail_row(row, "no-repair",
                       arena_fmt(e->a,
                                 "cite an attempt of %s that failed, and a "
                                 "later one that passed; `kata history %s` "
                                 "lists them",
                                 names,
                                 rule->of[0] ? rule->of[0] : "EXERCISE"));
    else if (rule->improves && !has_pair(e, rule, is_better))
        paper_fail_row(
            row, "no-change",
            "before and after do not differ: cite two attempts of one "
            "exercise, the later one better, on the same kind of "
            "device");
    else if (rule->predicts)
        check_predictions(e, rule, row);
    else if (rule->ratio)
        check_ratio(e, rule, row);
}

// ---- numbers without a citation

static bool is_cited(Str para) {
    return memmem(para.p, para.n, "[attempt ", 9) != NULL;
}

static void check_number(Essay *e, Str number) {
    PaperRow *row = add_row(e, "number", arena_strn(e->a, number.p, number.n));
    paper_fail_row(
        row, "unsupported",
        e->p->ntables ? "no table of yours has it. Take the number from the "
                        "table; where you computed it, link the table in the "
                        "same paragraph. A number that is not yours needs a "
                        "link, or the words data sheet or theoretical"
                      : "no attempt that you cite has it, and none is cited in "
                        "its paragraph: `kata cite EXERCISE` gives the "
                        "citation. A number that is not yours needs "
                        "a link, or the words data sheet or theoretical");
}

// A citation anywhere in the report has that number: `kata cite --into` puts it
// at the end.
static bool is_cited_elsewhere(const Essay *e, Str number) {
    for (int i = 0; i < e->ncited; i++)
        if (e->cited[i].is_known && numbers_agree(e->cited[i].facts, number))
            return true;
    return false;
}

static void check_numbers(Essay *e, const EssayTables *tables) {
    Str rest = str_of(e->res->source), para, number;
    while (e->p->ncites + e->p->ntables && paper_next_paragraph(&rest, &para)) {
        Str left = para;
        if (is_cited(para) || numbers_have_source(para)) continue;
        while ((number = numbers_next(&left)).n)
            if (!tables_say(tables, number) && !is_cited_elsewhere(e, number))
                check_number(e, number);
    }
}

// ---- filler

// Words are counted, so that there is something to read: the same sentence in
// every part is not.
static void check_filler(Essay *e) {
    const char *why = paper_filler(e->a, str_of(e->res->source));
    if (why) paper_fail_row(add_row(e, "filler", ""), "filler", why);
}

// ---- pictures

static bool is_remote(const char *path) {
    return str_starts(path, "http:") || str_starts(path, "https:");
}

static void check_picture(Essay *e, const char *path) {
    char why[200];
    const char *dir = path_dir(e->a, e->q->file);
    PaperRow *row = add_row(e, "picture", path);
    if (is_remote(path))
        paper_fail_row(row, "remote",
                       "keep the picture beside the report: what is on the net "
                       "may change");
    else if (!paper_check_picture(path_join(e->a, dir, path), why))
        paper_fail_row(row, "no-picture", arena_str(e->a, why));
}

// ![what it shows](file.png "title")
static void check_pictures(Essay *e) {
    int n = 0;
    for (const char *s = e->res->source; (s = strstr(s, "![")); s += 2) {
        const char *open = strstr(s, "]("), *end = strchr(s, '\n');
        if (!open || (end && open > end)) continue;
        size_t k = strcspn(open + 2, ") \"\n");
        if (k == 0) continue;
        check_picture(e, arena_strn(e->a, open + 2, k));
        n++;
    }
    if (n >= e->p->pictures) return;
    PaperRow *row = add_row(e, "pictures", "");
    paper_fail_row(row, "missing",
                   arena_fmt(e->a,
                             "%d of %d: ![what it shows](file.png), the file "
                             "beside the report",
                             n, e->p->pictures));
}

// ---- all of it

bool essay_check(const PaperRequest *q, PaperResult *res, Err *err) {
    (void)err;
    Essay *e = arena_new(&res->arena, Essay);
    *e = (Essay){.q = q, .res = res, .a = &res->arena, .p = q->ex->paper};
    for (int i = 0; i < e->p->nparts; i++)
        check_part(e, &e->p->parts[i]);
    check_length(e);
    check_filler(e);
    check_citations(e);
    for (int i = 0; i < e->p->ncites; i++)
        check_rule(e, &e->p->cites[i]);
    check_numbers(e, essay_tables(q, res));
    check_pictures(e);

    for (int i = 0; i < res->nrows; i++)
        res->right += res->rows[i].verdict == VERDICT_PASS;
    res->asked = res->nrows;
    bool pass = res->nrows > 0 && res->right == res->nrows;
    res->verdict = pass ? VERDICT_PASS : VERDICT_FAIL;
    int bad = res->nrows - res->right;
    int proofs = e->p->ntables ? e->p->ntables : e->ncited;
    res->summary =
        pass
            ? arena_fmt(e->a, "%d part%s, %d %s%s, all in order", e->p->nparts,
                        e->p->nparts == 1 ? "" : "s", proofs,
                        e->p->ntables ? "table" : "citation",
                        proofs == 1 ? "" : "s")
            : arena_fmt(e->a, "%d thing%s to repair", bad, bad == 1 ? "" : "s");
    return true;
}
