// kata lint: a size of the inputs is tried large, or the brief says where it
// ends.
//
// A solution may have room for so many rows, heads or letters, and no more. If
// no case has more either, it passes, and nobody ever promised it that limit.
//
// A variable that stands in the shape of a parameter is looked at: the largest
// that cases: and the timed case of the simulated device give it.
#include "base/vec.h"
#include "plan/lint_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGE = 256, // more than any solution has room for by chance
    DRAWS = 50,  // of a case with random() in it
};

typedef struct SizeNames {
    Arena *a;
    const char **at;
    int n, cap;
} SizeNames;

static void add_size(void *ctx, const char *name) {
    SizeNames *s = ctx;
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->at[i], name)) return;
    if (s->n < s->cap) s->at[s->n++] = name;
}

static SizeNames names_of_shapes(Arena *a, const Exercise *ex) {
    enum { MOST = 64 };
    SizeNames s = {a, arena_array(a, const char *, MOST), 0, MOST};
    for (int i = 0; i < ex->nargs; i++)
        for (int k = 0; k < ex->args[i].nshape; k++)
            expr_names(ex->args[i].shape[k], add_size, &s);
    return s;
}

// The largest value that those variables give to the name; -1: none.
static double largest_drawn(const CaseVar *vars, int n, const char *name) {
    double most = -1;
    Rng rng;
    rng_seed(&rng, 1);
    for (int i = 0; i < DRAWS; i++) {
        Env env = {0};
        Err none = {0};
        const Num *v =
            plan_draw(vars, n, &rng, &env, &none) ? env_find(&env, name) : NULL;
        if (v && v->d > most) most = v->d;
        vec_free(&env);
        err_clear(&none);
    }
    return most;
}

static double largest_tried(const Exercise *ex, const char *name) {
    const Measure *m = &ex->measure;
    double most = m->nsim_vars ? largest_drawn(m->sim_vars, m->nsim_vars, name)
                               : largest_drawn(m->vars, m->nvars, name);
    for (int i = 0; i < ex->ncases; i++) {
        const Case *c = &ex->cases[i];
        double v = largest_drawn(c->vars, c->nvars, name);
        if (v > most) most = v;
    }
    return most;
}

// ---- the brief

static bool names_number(const char *text, double value) {
    static const char *const words[] = {"zero",  "one",  "two", "three",
                                        "four",  "five", "six", "seven",
                                        "eight", "nine", "ten"};
    char digits[32];
    snprintf(digits, sizeof digits, "%.0f", value);
    return lint_holds_word(text, digits) ||
           (value < COUNT_OF(words) &&
            lint_holds_word(text, words[(int)value]));
}

void lint_sizes(Lint *l, const Exercise *ex, const char *text) {
    // Arrays of Python have room for whatever comes.
    if (ex->kind == KIND_PYTHON && !exercise_has_kernels(ex)) return;
    SizeNames names = names_of_shapes(&l->a, ex);
    for (int i = 0; i < names.n; i++) {
        double most = largest_tried(ex, names.at[i]);
        if (most < 0 || most > LARGE || names_number(text, most)) continue;
        lint_find(
            l->out, ex->loc, false,
            "no case has %s above %.0f, and README.md names no such limit",
            names.at[i], most);
        lint_advise(l->out,
                    "a solution that has room for no more passes: add a case "
                    "with %s above %d, or say %.0f in the brief",
                    names.at[i], LARGE, most);
    }
}
