// See table.h.
#include "paper/table.h"

#include "paper/functions.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COMMENTS = 200 };

static int cut_words(Str line, Str *words, int most) {
    int n = 0;
    for (size_t i = 0; i < line.n && n < most;) {
        while (i < line.n && isspace((unsigned char)line.p[i]))
            i++;
        size_t from = i;
        while (i < line.n && !isspace((unsigned char)line.p[i]))
            i++;
        if (i > from) words[n++] = (Str){line.p + from, i - from};
    }
    return n;
}

// The whole word as a number; NaN if it is none.
static double cell_number(Str word) {
    char buf[64], *end;
    if (word.n == 0 || word.n >= sizeof buf) return NAN;
    memcpy(buf, word.p, word.n);
    buf[word.n] = '\0';
    double v = strtod(buf, &end);
    return *end || !isfinite(v) ? NAN : v;
}

// ---- comments

static void add_fact(Printed *t, const char *name, double value) {
    if (t->nfacts < TABLE_FACTS)
        t->fact[t->nfacts++] = (Var){name, num_real(value)};
}

// "ranks: 8", "device: NVIDIA H200"
static void named_fact(Arena *a, Printed *t, Str line) {
    const char *colon = memchr(line.p, ':', line.n);
    if (!colon) return;
    Str name = {line.p, (size_t)(colon - line.p)};
    Str value = str_trim((Str){colon + 1, line.n - name.n - 1});
    for (size_t i = 0; i < name.n; i++)
        if (!isalnum((unsigned char)name.p[i]) && name.p[i] != '_') return;
    if (str_eq(name, "device"))
        t->device = arena_strn(a, value.p, value.n);
    else if (!isnan(cell_number(value)))
        add_fact(t, arena_strn(a, name.p, name.n), cell_number(value));
}

// nccl-tests: "Rank  0 Group  0 Pid 1 on host device  0 [0000:0a:00] NVIDIA
// H100", and "... warmup iters: 5 iters: 20 agg iters: 1 ...".
static void nccl_tests_fact(Arena *a, Printed *t, Str line, int *ranks) {
    static const char warmup[] = "warmup iters:";
    const char *close = memchr(line.p, ']', line.n);
    if (line.n > 5 && !strncmp(line.p, "Rank ", 5) && close) {
        Str device =
            str_trim((Str){close + 1, line.n - (size_t)(close + 1 - line.p)});
        t->device = arena_strn(a, device.p, device.n);
        (*ranks)++;
        return;
    }
    const char *at = memmem(line.p, line.n, warmup, sizeof warmup - 1);
    int repetitions;
    char *rest = at ? arena_strn(a, at, line.n - (size_t)(at - line.p)) : NULL;
    if (rest && sscanf(rest, "warmup iters: %*d iters: %d", &repetitions) == 1)
        add_fact(t, "repetitions", repetitions);
}

static void name_columns(Arena *a, Printed *t, const Str *comments, int n,
                         int want) {
    Str words[TABLE_COLUMNS];
    while (--n >= 0) {
        if (cut_words(comments[n], words, TABLE_COLUMNS) != want ||
            !isalpha((unsigned char)*words[0].p))
            continue;
        for (int i = 0; i < want; i++)
            t->column[i] = arena_strn(a, words[i].p, words[i].n);
        t->ncolumns = want;
        return;
    }
}

// ---- all of it

static bool no_table(char why[200], const char *what) {
    snprintf(why, 200, "%s", what);
    return false;
}

// Adds a row; the first one says how many columns there are. False: it has
// another number of them.
static bool take_row(Arena *a, Printed *t, Str line, const Str *comments,
                     int ncomments) {
    Str words[TABLE_COLUMNS];
    int n = cut_words(line, words, TABLE_COLUMNS);
    if (!t->ncolumns) name_columns(a, t, comments, ncomments, n);
    if (n != t->ncolumns) return false;
    if (!t->cells)
        t->cells = arena_array(a, double, (size_t)TABLE_ROWS *(size_t)n);
    for (int i = 0; i < n; i++)
        t->cells[t->rows * n + i] = cell_number(words[i]);
    t->rows++;
    return true;
}

bool table_read(Arena *a, Str text, Printed *out, char why[200]) {
    Str *comments = arena_array(a, Str, MOST_COMMENTS), line;
    int ncomments = 0, ranks = 0;
    *out = (Printed){.device = ""};
    while (str_cut(&text, '\n', &line)) {
        line = str_trim(line);
        if (line.n && *line.p == '#') {
            line = str_trim((Str){line.p + 1, line.n - 1});
            named_fact(a, out, line);
            nccl_tests_fact(a, out, line, &ranks);
            if (ncomments < MOST_COMMENTS) comments[ncomments++] = line;
            continue;
        }
        Str first;
        if (!cut_words(line, &first, 1) || isnan(cell_number(first))) continue;
        if (out->rows == TABLE_ROWS)
            return no_table(why, "it has more than 1000 rows");
        if (!take_row(a, out, line, comments, ncomments))
            return no_table(why,
                            "a row has more or fewer numbers than the line "
                            "of comment (#) that names the columns");
    }
    if (ranks) add_fact(out, "ranks", ranks);
    return out->rows > 0 || no_table(why, "it has no row of numbers");
}

int table_column(const Printed *t, const char *name) {
    for (int i = 0; i < t->ncolumns; i++)
        if (!strcmp(t->column[i], name)) return i;
    return -1;
}

bool table_fact(const Printed *t, const char *name, double *out) {
    for (int i = 0; i < t->nfacts; i++)
        if (!strcmp(t->fact[i].name, name)) {
            *out = t->fact[i].value.d;
            return true;
        }
    return false;
}

// ---- names

static bool is_first_of_name(const Printed *t, int column) {
    return table_column(t, t->column[column]) == column;
}

void table_row_names(Arena *a, const Printed *t, int row, Env *env) {
    (void)a;
    env->call = function_call;
    for (int i = 0; i < t->ncolumns; i++)
        if (is_first_of_name(t, i))
            env_set(env, t->column[i],
                    num_real(t->cells[row * t->ncolumns + i]));
}

void table_names(Arena *a, const Printed *t, const char *prefix, Env *env) {
    env->call = function_call;
    env_set(env, arena_fmt(a, "%srows", prefix), num_real(t->rows));
    for (int i = 0; i < t->nfacts; i++)
        env_set(env, arena_fmt(a, "%s%s", prefix, t->fact[i].name),
                t->fact[i].value);
    for (int i = 0; i < t->ncolumns; i++) {
        if (!is_first_of_name(t, i)) continue;
        double least = INFINITY, most = -INFINITY;
        for (int r = 0; r < t->rows; r++) {
            least = fmin(least, t->cells[r * t->ncolumns + i]);
            most = fmax(most, t->cells[r * t->ncolumns + i]);
        }
        const double of[] = {t->cells[i],
                             t->cells[(t->rows - 1) * t->ncolumns + i], least,
                             most};
        static const char *const which[] = {"first", "last", "min", "max"};
        for (int k = 0; k < 4; k++)
            env_set(env,
                    arena_fmt(a, "%s%s_%s", prefix, t->column[i], which[k]),
                    num_real(of[k]));
    }
}
