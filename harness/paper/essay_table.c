// A report that rests on tables: is each one there, whole and consistent, does
// the report name its device, and does it state the figures that it should?
#include "paper/answer.h"
#include "paper/essay.h"
#include "paper/functions.h"
#include "paper/table.h"

#include "base/path.h"
#include "base/vec.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 1 << 20 };

static const double NEAR = 0.01; // of a number that is rounded in prose

struct EssayTables {
    const PaperRequest *q;
    PaperResult *res;
    Arena *a;
    const Paper *p;
    Printed *at; // of each table; rows 0: not there
    bool lacks;  // a table is not there, or is refused
    Env names;
};

static PaperRow *new_row(EssayTables *t, const char *what, const char *name) {
    PaperRow *row =
        paper_add_row(t->res, arena_fmt(t->a, "%s %s", what, name), "");
    row->verdict = VERDICT_PASS;
    return row;
}

// ---- a table

// The file of the link [name](file); NULL: there is none.
static const char *linked_file(EssayTables *t, const char *name) {
    const char *open = arena_fmt(t->a, "[%s](", name);
    const char *at = strstr(t->res->source, open);
    if (!at) return NULL;
    at += strlen(open);
    return arena_strn(t->a, at, strcspn(at, ") \"\n"));
}

static bool read_printed(EssayTables *t, const char *path, Printed *out,
                         char why[200]) {
    struct stat st;
    Buf text = {0};
    snprintf(why, 200, "it cannot be read, or is larger than 1 MiB");
    bool ok = stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
              st.st_size <= MOST_BYTES && file_read(path, &text, NULL);
    Str copy = {ok ? arena_strn(t->a, buf_text(&text), text.len) : "",
                text.len};
    buf_free(&text);
    return ok && table_read(t->a, copy, out, why);
}

// Says what the table lacks; NULL: nothing.
static const char *lacking(EssayTables *t, const PaperTable *rule,
                           const Printed *got) {
    double ignored;
    for (const char **c = rule->columns; *c; c++)
        if (table_column(got, *c) < 0)
            return arena_fmt(t->a, "it has no column '%s'", *c);
    for (const char **f = rule->facts; *f; f++)
        if (!table_fact(got, *f, &ignored))
            return arena_fmt(t->a, "none of its comments says '%s: ...'", *f);
    return *got->device ? NULL : "none of its comments says 'device: ...'";
}

static bool is_true(const Expr *x, const Env *env) {
    Num v;
    Err ignored = {0};
    bool ok = expr_eval(x, env, NULL, &v, &ignored) && v.d != 0;
    err_clear(&ignored);
    return ok;
}

// The first row for which x is not true, or is if `want`; -1: there is none.
static int row_where(EssayTables *t, const Printed *got, const Expr *x,
                     bool want) {
    for (int r = 0; r < got->rows; r++) {
        Env env = {0};
        table_names(t->a, got, "", &env);
        table_row_names(t->a, got, r, &env);
        bool is = is_true(x, &env);
        vec_free(&env);
        if (is == want) return r;
    }
    return -1;
}

static bool rule_holds(EssayTables *t, const TableRule *rule,
                       const Printed *got, const char **why) {
    Env env = {0};
    *why = rule->say;
    table_names(t->a, got, "", &env);
    bool ok = rule->each || is_true(rule->value, &env);
    vec_free(&env);
    int bad = rule->each ? row_where(t, got, rule->value, false) : -1;
    if (bad >= 0) *why = arena_fmt(t->a, "row %d: %s", bad + 1, rule->say);
    return ok && bad < 0;
}

static bool table_passes(EssayTables *t, const PaperTable *rule, Printed *got,
                         PaperRow *row) {
    char why[200];
    const char *file = linked_file(t, rule->name), *lacks;
    const char *path =
        file ? path_join(t->a, path_dir(t->a, t->q->file), file) : NULL;
    row->said = file ? file : "";
    if (!file) {
        paper_fail_row(row, "no-table",
                       arena_fmt(t->a,
                                 "put what `%s` prints beside the report, and "
                                 "link it: [%s](%s.txt)",
                                 rule->make, rule->name, rule->name));
    } else if (!path_exists(path)) {
        paper_fail_row(row, "no-table",
                       arena_fmt(t->a,
                                 "there is no such file beside the report. "
                                 "This makes it: %s",
                                 rule->make));
    } else if (!read_printed(t, path, got, why)) {
        paper_fail_row(row, "unreadable", arena_str(t->a, why));
    } else if ((lacks = lacking(t, rule, got))) {
        paper_fail_row(row, "incomplete", lacks);
    } else if (got->rows < rule->rows) {
        paper_fail_row(
            row, "too-few",
            arena_fmt(t->a, "it has %d row%s, and at least %d are needed",
                      got->rows, got->rows == 1 ? "" : "s", rule->rows));
    } else {
        for (int i = 0; i < rule->nrules; i++) {
            const char *said;
            if (rule_holds(t, &rule->rules[i], got, &said)) continue;
            paper_fail_row(row, rule->rules[i].id, said);
            return false;
        }
        row->why = arena_fmt(t->a,
                             "%d rows that fit each other, of %s; the figures "
                             "are the program's own",
                             got->rows, got->device);
        return true;
    }
    return false;
}

static void add_marks(EssayTables *t, const PaperTable *rule,
                      const Printed *got, const char *prefix) {
    for (int i = 0; i < rule->nmarks; i++) {
        const TableMark *m = &rule->marks[i];
        int row = row_where(t, got, m->first, true);
        int column = table_column(got, m->of);
        if (row < 0 || column < 0) continue;
        env_set(&t->names, arena_fmt(t->a, "%s%s", prefix, m->name),
                num_real(got->cells[row * got->ncolumns + column]));
    }
}

// The word of a device's name that tells it from others: "H100".
static Str model_of(const char *device) {
    Str rest = str_of(device), word, found = {device, 0};
    while (!found.n && str_cut(&rest, ' ', &word)) {
        bool digit = false, letter = false;
        for (size_t i = 0; i < word.n; i++) {
            digit |= isdigit((unsigned char)word.p[i]) != 0;
            letter |= isalpha((unsigned char)word.p[i]) != 0;
        }
        if (digit && letter) found = word;
    }
    return found.n ? found : str_of(device);
}

static void check_device(EssayTables *t, const PaperTable *rule,
                         const Printed *got) {
    Str part = paper_part_text(str_of(t->res->source), rule->device);
    Str model = model_of(got->device);
    PaperRow *row = new_row(t, "device of", rule->name);
    bool named = memmem(part.p, part.n, model.p, model.n) != NULL;
    bool said = memmem(part.p, part.n, "modelled", 8) != NULL;
    if (named && !said && strstr(got->device, "modelled"))
        paper_fail_row(row, "unmarked",
                       arena_fmt(t->a,
                                 "the times are modelled, not measured: say "
                                 "so in the part %s",
                                 rule->device));
    if (named) return;
    paper_fail_row(row, "unnamed",
                   arena_fmt(t->a,
                             "the table was made on %s: say so in the part %s",
                             got->device, rule->device));
}

static bool check_table(EssayTables *t, int i) {
    const PaperTable *rule = &t->p->tables[i];
    PaperRow *row = new_row(t, "table", rule->name);
    if (!table_passes(t, rule, &t->at[i], row)) {
        t->at[i].rows = 0;
        return false;
    }
    const char *prefix =
        t->p->ntables > 1 ? arena_fmt(t->a, "%s_", rule->name) : "";
    table_names(t->a, &t->at[i], prefix, &t->names);
    add_marks(t, rule, &t->at[i], prefix);
    check_device(t, rule, &t->at[i]);
    return true;
}

// ---- figures

static bool close_to(double a, double b, double within) {
    return fabs(a - b) <= within * fabs(b);
}

static Str word_after(const char *at, const char *end) {
    if (at < end && *at == ' ') at++;
    Str word = {at, 0};
    while (at + word.n < end && !isspace((unsigned char)at[word.n]))
        word.n++;
    while (word.n && strchr(".,;:)*_`", word.p[word.n - 1]))
        word.n--;
    return word;
}

// Reads digits and the word after them as a value of a unit.
static bool stated_value(Str digits, Str word, const char *unit, Answer *out) {
    char buf[100], why[200], name[40];
    if (digits.n + word.n + 2 > sizeof buf || word.n >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)word.n, word.p);
    bool is_ratio = !strcmp(unit, "times");
    if (is_ratio && strcmp(name, "times") != 0 && strcmp(name, "x") != 0 &&
        strcmp(name, "\xc3\x97") != 0)
        return false;
    if (!is_ratio &&
        (!word.n || answer_dimension(name) != answer_dimension(unit)))
        return false;
    snprintf(buf, sizeof buf, "%.*s %s", (int)digits.n, digits.p,
             is_ratio ? "" : name);
    return answer_read(buf, is_ratio ? NULL : unit, 1, out, why);
}

// Returns true if the text states the value, with a word of its unit.
static bool states(Str text, double value, const char *unit, double within) {
    const char *end = text.p + text.n;
    for (const char *s = text.p; s < end; s++) {
        if (!isdigit((unsigned char)*s) ||
            (s > text.p && (isalnum((unsigned char)s[-1]) || s[-1] == '.')))
            continue;
        Str digits = {s, 0};
        while (s < end &&
               (isdigit((unsigned char)*s) || *s == '.' || *s == ','))
            s++;
        digits.n = (size_t)(s - digits.p);
        Answer got;
        if (stated_value(digits, word_after(s, end), unit, &got) &&
            (close_to(got.value[0], value, within) ||
             close_to(got.other[0], value, within)))
            return true;
    }
    return false;
}

// Of a figure that stands beside a word: a row of a table that has the word, or
// a line of text and the one after it.
static bool states_figure(Str part, const Figure *f, double value) {
    Str rest = part, line, next;
    if (!f->beside) return states(part, value, f->unit, f->within);
    while (str_cut(&rest, '\n', &line)) {
        if (!memmem(line.p, line.n, f->beside, strlen(f->beside))) continue;
        Str after = rest;
        if (*line.p != '|' && str_cut(&after, '\n', &next))
            line.n = (size_t)(next.p + next.n - line.p);
        if (states(line, value, f->unit, f->within)) return true;
    }
    return false;
}

static bool figure_value(EssayTables *t, const Expr *x, double *out) {
    Num v;
    Err ignored = {0};
    bool ok = expr_eval(x, &t->names, NULL, &v, &ignored) && isfinite(v.d);
    err_clear(&ignored);
    *out = v.d;
    return ok;
}

static void check_figure(EssayTables *t, const Figure *f) {
    PaperRow *row = new_row(t, "figure", f->ask);
    Str part = paper_part_text(str_of(t->res->source), f->part);
    double value;
    if (!figure_value(t, f->value, &value)) {
        paper_fail_row(row, "not-in-table",
                       "the table has no such row: are its rows those of the "
                       "program?");
        return;
    }
    if (states_figure(part, f, value)) return;
    for (int i = 0; i < f->nmistakes; i++) {
        const Mistake *m = &f->mistakes[i];
        if (!figure_value(t, m->value[0], &value) ||
            !states_figure(part, f, value))
            continue;
        paper_fail_row(row, arena_fmt(t->a, "mistake %s", m->id), m->say);
        return;
    }
    paper_fail_row(row, "unstated",
                   arena_fmt(t->a,
                             "the part %s has to state it%s%s, as a number "
                             "with its unit (%s)%s",
                             f->part, f->beside ? " beside " : "",
                             f->beside ? f->beside : "", f->unit,
                             t->p->ntables ? ", as your table has it" : ""));
}

// ---- all of it

EssayTables *essay_tables(const PaperRequest *q, PaperResult *res) {
    EssayTables *t = arena_new(&res->arena, EssayTables);
    const Paper *p = q->ex->paper;
    *t = (EssayTables){.q = q, .res = res, .a = &res->arena, .p = p};
    t->names.call = function_call;
    t->at = arena_array(t->a, Printed, (size_t)p->ntables + 1);
    for (int i = 0; i < p->ntables; i++)
        t->lacks |= !check_table(t, i);
    for (int i = 0; i < p->nfigures && !t->lacks; i++)
        check_figure(t, &p->figures[i]);
    vec_free(&t->names);
    return t;
}

bool tables_say(const EssayTables *t, Str number) {
    static const char *const units[] = {"us", "GB/s"};
    if (t->lacks) return true; // one thing after the other
    size_t n = 0;
    while (n < number.n &&
           (isdigit((unsigned char)number.p[n]) || strchr(".,", number.p[n])))
        n++;
    Answer got;
    for (size_t u = 0; u < COUNT_OF(units); u++) {
        if (!stated_value((Str){number.p, n},
                          word_after(number.p + n, number.p + number.n),
                          units[u], &got))
            continue;
        for (int i = 0; i < t->p->ntables; i++)
            for (int k = 0; k < t->at[i].rows * t->at[i].ncolumns; k++)
                if (close_to(got.value[0], t->at[i].cells[k], NEAR))
                    return true;
    }
    return false;
}
