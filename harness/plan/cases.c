// cases:, measure: and sweep:, the variables that size the inputs, and the
// check that every name has a value and every size can be.
#include "base/str.h"
#include "base/vec.h"
#include "plan/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TIMES = 1000 };
// More than any learner's machine holds: a slip like 8G * 8G.
static const int64_t max_elements = INT64_C(1) << 40;
static const double MOST_BYTES = 2.0 * (1 << 30);

// ---- reading

static void read_fills(Read *r, const Node *n, const Exercise *ex,
                       ArgFill **out, int *count) {
    if (n->kind != NODE_MAP) {
        node_err(n, r->err, "fills: is a map of parameters and fills");
        err_hint(r->err, "like {in: ternary}");
        return;
    }
    *out = arena_array(r->a, ArgFill, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        int arg = 0;
        while (arg < ex->nargs && strcmp(ex->args[arg].name, n->keys[i]) != 0)
            arg++;
        if (arg == ex->nargs || ex->args[arg].is_output) {
            node_key_err(n, i, r->err, "'%s' is no input of the entry",
                         n->keys[i]);
            err_hint(r->err, "the entry is: %s", ex->entry_decl);
            continue;
        }
        (*out)[*count].arg = arg;
        if (fill_read(r, n->at[i], &ex->args[arg], &(*out)[*count].fill))
            (*count)++;
    }
}

// Reads one variable of a case; false if it is none.
static bool read_var(Read *r, const Node *map, int i, CaseVar *out) {
    if (!is_name(map->keys[i])) {
        node_key_err(map, i, r->err, "'%s' is no name of a variable",
                     map->keys[i]);
        return err_hint(r->err, "letters, digits and '_'; first a letter");
    }
    out->name = map->keys[i];
    out->expr = read_expr(r, map->at[i], map->keys[i]);
    return out->expr;
}

static bool is_map(Read *r, const Node *n, const char *what) {
    if (n->kind == NODE_MAP) return true;
    node_err(n, r->err, "%s is a map of variables", what);
    return err_hint(r->err, "like {rows: 1023, cols: 65}");
}

static void read_loses(Read *r, const Node *n, const Exercise *ex, Case *c) {
    read_bool(r, n, "loses_device", &c->loses_device);
    if (ex->tests || !c->loses_device) return;
    node_err(n, r->err, "no kernel fails on purpose here");
    err_hint(r->err, "loses_device: is for programs with functions:, whose "
                     "tests.cu launches such a kernel");
}

static void read_model(Read *r, const Node *n, const Exercise *ex, Case *c) {
    c->model = read_text(r, n, "model");
    if (!ex->tests) {
        node_err(n, r->err, "a model is for programs with functions:");
        err_hint(r->err, "name one with --gpu where you check");
    }
}

static void read_case(Read *r, const Node *n, const Exercise *ex, Case *c) {
    *c = (Case){.times = 1, .loc = n->loc};
    if (!is_map(r, n, "a case")) return;
    c->vars = arena_array(r->a, CaseVar, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        const char *key = n->keys[i];
        if (strcmp(key, "name") == 0)
            c->name = read_text(r, n->at[i], key);
        else if (strcmp(key, "times") == 0)
            read_int(r, n->at[i], key, 1, MAX_TIMES, &c->times);
        else if (strcmp(key, "fills") == 0)
            read_fills(r, n->at[i], ex, &c->fills, &c->nfills);
        else if (strcmp(key, "loses_device") == 0)
            read_loses(r, n->at[i], ex, c);
        else if (strcmp(key, "model") == 0)
            read_model(r, n->at[i], ex, c);
        else if (read_var(r, n, i, &c->vars[c->nvars]))
            c->nvars++;
    }
}

void cases_read(Read *r, Draft *d) {
    if (!d->cases || !read_is_list(r, d->cases, "cases", "- {n: 1000}")) return;
    if (d->cases->n == 0) {
        node_err(d->cases, r->err, "there are no cases");
        err_hint(r->err, "nothing would be checked; add - {n: 1000}");
    }
    d->ex->cases = arena_array(r->a, Case, (size_t)d->cases->n);
    for (int i = 0; i < d->cases->n; i++)
        read_case(r, d->cases->at[i], d->ex, &d->ex->cases[d->ex->ncases++]);
}

// The measured variables with some of them replaced. sample may be NULL: no
// such key.
static CaseVar *read_replaced(Read *r, const Node *n, const Measure *m,
                              const char *what, bool *sample) {
    const char **names = arena_array(r->a, const char *, (size_t)m->nvars + 1);
    CaseVar *vars = arena_array(r->a, CaseVar, (size_t)m->nvars + 1);
    for (int v = 0; v < m->nvars; v++) {
        vars[v] = m->vars[v];
        names[v] = m->vars[v].name;
    }
    for (int i = 0; i < n->n; i++) {
        int v = 0;
        while (v < m->nvars && strcmp(names[v], n->keys[i]) != 0)
            v++;
        if (v == m->nvars && sample && !strcmp(n->keys[i], "sample"))
            read_bool(r, n->at[i], "sample", sample);
        else if (v == m->nvars)
            read_unknown_key(r, n, i, what, names, m->nvars);
        else
            read_var(r, n, i, &vars[v]);
    }
    return vars;
}

static void read_sim(Read *r, const Node *n, Measure *m) {
    if (!is_map(r, n, "sim:")) return;
    m->sim_vars =
        read_replaced(r, n, m, "sim:, which replaces measure's", &m->sample);
    m->nsim_vars = m->nvars;
}

static void read_sampled(Read *r, const Node *n, Measure *m) {
    if (!is_map(r, n, "sampled:")) return;
    m->sampled_vars =
        read_replaced(r, n, m, "sampled:, which replaces measure's", NULL);
    m->nsampled_vars = m->nvars;
}

static void read_access(Read *r, const Node *n, Measure *m) {
    static const char *const names[] = {"read", "write", "copy", "triad"};
    int i = read_word(r, n, "access", names, COUNT_OF(names));
    if (i >= 0) m->access = names[i];
}

// exact: true is for inputs whose sums no order of adding rounds: whole numbers
// so small that 2^24 is out of reach.
static void check_exact(Read *r, const Node *n, const Exercise *ex) {
    const Measure *m = &ex->measure;
    for (int g = 0; g < ex->nargs; g++) {
        const Arg *arg = &ex->args[g];
        const Fill *f = &arg->fill;
        if (!arg->is_pointer || arg->is_output ||
            !elem_info[arg->type].is_float)
            continue;
        for (int i = 0; i < m->nfills; i++)
            if (m->fills[i].arg == g) f = &m->fills[i].fill;
        if (f->kind == FILL_TERNARY) continue;
        node_err(n, r->err, "exact: sums of '%s' are rounded", arg->name);
        err_hint(r->err, "fills: {%s: ternary}", arg->name);
        return;
    }
}

void measure_read(Read *r, Draft *d) {
    const Node *n = d->measure, *sim = NULL, *exact = NULL, *sampled = NULL;
    Measure *m = &d->ex->measure;
    if (!n || !is_map(r, n, "measure:")) return;
    m->present = true;
    m->loc = n->loc;
    m->vars = arena_array(r->a, CaseVar, (size_t)n->n);
    for (int i = 0; i < n->n; i++) {
        const char *key = n->keys[i];
        if (strcmp(key, "bytes") == 0)
            m->bytes = read_expr(r, n->at[i], key);
        else if (strcmp(key, "flops") == 0)
            m->flops = read_expr(r, n->at[i], key);
        else if (strcmp(key, "access") == 0)
            read_access(r, n->at[i], m);
        else if (strcmp(key, "sim") == 0)
            sim = n->at[i];
        else if (strcmp(key, "sampled") == 0)
            sampled = n->at[i];
        else if (strcmp(key, "exact") == 0)
            read_bool(r, exact = n->at[i], key, &m->exact);
        else if (strcmp(key, "fills") == 0)
            read_fills(r, n->at[i], d->ex, &m->fills, &m->nfills);
        else if (read_var(r, n, i, &m->vars[m->nvars]))
            m->nvars++;
    }
    if (sim) read_sim(r, sim, m);
    if (sampled) read_sampled(r, sampled, m);
    if (m->exact) check_exact(r, exact, d->ex);
}

void sweep_read(Read *r, Draft *d) {
    const Node *n = d->sweep;
    Measure *m = &d->ex->measure;
    if (!n || !read_is_list(r, n, "sweep", "- {n: 1000003}")) return;
    if (!exercise_is_cuda(d->ex)) {
        node_err(n, r->err, "sweep: is for kata bench, which times kernels");
        err_hint(r->err, "leave it out");
        return;
    }
    if (!m->present) {
        node_err(n, r->err, "sweep: has sizes for measure:, which is missing");
        err_hint(r->err, "add measure: {n: 16M, bytes: 8 * n, access: copy}");
        return;
    }
    if (n->n > MEASURE_SWEEP_MOST) {
        node_err(n, r->err, "sweep: has %d sizes; %d is the most", n->n,
                 MEASURE_SWEEP_MOST);
        err_hint(r->err, "leave some out");
        return;
    }
    m->sweep = arena_array(r->a, Case, (size_t)n->n + 1);
    for (int i = 0; i < n->n; i++) {
        if (!is_map(r, n->at[i], "a size of sweep:")) continue;
        m->sweep[m->nsweep++] = (Case){
            .vars = read_replaced(r, n->at[i], m,
                                  "sweep:, which replaces measure's", NULL),
            .nvars = m->nvars,
            .times = 1,
            .loc = n->at[i]->loc,
        };
    }
}

bool plan_draw(const CaseVar *vars, int n, Rng *rng, Env *env, Err *err) {
    for (int i = 0; i < n; i++) {
        Num v;
        if (!expr_eval(vars[i].expr, env, rng, &v, err)) return false;
        env_set(env, vars[i].name, v);
    }
    return true;
}

// ---- checking

// One point of the input space: a case, or the measured one.
typedef struct Point {
    Read *r;
    const Exercise *ex;
    const Node *at;
    const char *what; // "this case"
    const CaseVar *vars;
    int nvars;
    const ArgFill *fills;
    int nfills;
    Rng *rng;            // NULL: nothing may be drawn
    Expr *bytes, *flops; // of measure:, or NULL
    Env names;           // names that have a value
    const char *reader;  // whose expression is looked at
    double most_bytes;   // that its arrays may have; 0: any number
    bool incomplete;     // some name has none
} Point;

static void check_name(void *ctx, const char *name) {
    Point *c = ctx;
    if (env_find(&c->names, name)) return;
    node_err(c->at, c->r->err, "%s gives no value to '%s', which %s reads",
             c->what, name, c->reader);
    int near = -1;
    const char **known =
        arena_array(c->r->a, const char *, (size_t)c->names.n + 1);
    for (int i = 0; i < c->names.n; i++)
        known[i] = c->names.at[i].name;
    near = str_nearest(name, known, c->names.n);
    if (near >= 0)
        err_hint(c->r->err, "it gives '%s'; is one of the two misspelt?",
                 known[near]);
    else
        err_hint(c->r->err, "add %s: ... to it", name);
    c->incomplete = true;
    env_set(&c->names, name, num_int(1)); // told once
}

PRINTF(3, 4)
static void check_expr(Point *c, const Expr *x, const char *reader, ...) {
    if (!x) return;
    va_list ap;
    va_start(ap, reader);
    c->reader = arena_vfmt(c->r->a, reader, ap);
    va_end(ap);
    expr_names(x, check_name, c);
}

// Marks the names that an argument reads; a scalar reads the variable of its
// name.
static void check_arg_names(Point *c, const Arg *arg) {
    for (int k = 0; k < arg->nshape; k++)
        check_expr(c, arg->shape[k], "the shape of '%s'", arg->name);
    check_expr(c, arg->fill.a, "the fill of '%s'", arg->name);
    check_expr(c, arg->fill.b, "the fill of '%s'", arg->name);
    check_expr(c, arg->value, "the value of '%s'", arg->name);
    if (arg->is_pointer || arg->value || arg->has_fill) return;
    c->reader = "the parameter of that name";
    check_name(c, arg->name);
}

static void check_names(Point *c) {
    for (int i = 0; i < c->nvars; i++) {
        check_expr(c, c->vars[i].expr, "%s", c->vars[i].name);
        env_set(&c->names, c->vars[i].name, num_int(1));
    }
    for (int i = 0; i < c->ex->nargs; i++)
        check_arg_names(c, &c->ex->args[i]);
    for (int i = 0; i < c->nfills; i++) {
        const char *name = c->ex->args[c->fills[i].arg].name;
        check_expr(c, c->fills[i].fill.a, "the fill of '%s'", name);
        check_expr(c, c->fills[i].fill.b, "the fill of '%s'", name);
    }
    check_expr(c, c->ex->compare.terms, "terms of compare:");
    check_expr(c, c->bytes, "bytes");
    check_expr(c, c->flops, "flops");
}

// The elements of an argument; 1 for a scalar. Its shape has been checked.
static int64_t count_of(const Env *env, const Arg *arg) {
    int64_t total = 1;
    for (int k = 0; k < arg->nshape; k++) {
        int64_t size = 0;
        Err ignored = {0};
        expr_size(arg->shape[k], env, NULL, &size, &ignored);
        err_clear(&ignored);
        total *= size;
    }
    return total;
}

// The largest whole number that a type holds, or counts exactly.
static double most_of(ElemType type) {
    const ElemInfo *t = &elem_info[type];
    if (type == ELEM_F16) return 0x1p11;
    if (type == ELEM_B16) return 0x1p8;
    if (t->is_float) return t->bytes == 4 ? 0x1p24 : 0x1p53;
    return ldexp(1, 8 * t->bytes - t->is_signed) - 1;
}

static bool check_offsets(const Fill *f, const Arg *arg, Num last, Num skew,
                          int64_t n, Err *err) {
    if (!last.is_int || last.i < 0 || last.d > most_of(arg->type)) {
        err_at(err, f->a->loc, "offsets of '%s' cannot rise to %g", arg->name,
               last.d);
        return err_hint(err, "the number of elements that they divide");
    }
    if (f->b && !(skew.d >= 0 && skew.d <= 4)) {
        err_at(err, f->b->loc, "offsets of '%s' cannot be skewed by %g",
               arg->name, skew.d);
        return err_hint(err, "0: rows of one length; 1: a power law; up to 4");
    }
    if (n > 1 || last.i == 0) return true;
    err_at(err, f->a->loc, "'%s' has %lld elements: no row for %lld elements",
           arg->name, (long long)n, (long long)last.i);
    return err_hint(err, "rows + 1 offsets divide elements among rows; with 0 "
                         "rows there are 0 elements");
}

static bool check_permutation(const Arg *arg, int64_t n, Err *err) {
    if ((double)n - 1 <= most_of(arg->type)) return true;
    err_at(err, arg->loc, "'%s' is too small a type for 0 to %lld", arg->name,
           (long long)n - 1);
    return err_hint(err, "declare it as 'const int *%s'", arg->name);
}

static bool check_fill(const Env *env, const Fill *f, const Arg *arg,
                       Err *err) {
    Num a = num_int(0), b = num_int(0);
    int64_t n = count_of(env, arg);
    if (f->a && !expr_eval(f->a, env, NULL, &a, err)) return false;
    if (f->b && !expr_eval(f->b, env, NULL, &b, err)) return false;
    if (f->kind == FILL_OFFSETS) return check_offsets(f, arg, a, b, n, err);
    if (f->kind == FILL_PERMUTATION) return check_permutation(arg, n, err);
    if (f->kind == FILL_SPECIAL && !(a.d >= 0 && a.d <= 1)) {
        err_at(err, f->a->loc, "special values cannot be %g of '%s'", a.d,
               arg->name);
        return err_hint(err, "a part of all, like special(10%%)");
    }
    // One element in so many, which is no range.
    if (f->kind == FILL_RARE || f->kind == FILL_COMB) {
        if (b.d >= 1) return true;
        err_at(err, f->b->loc, "one element in %g of '%s'", b.d, arg->name);
        return err_hint(err, "in 1 or more: rare(1, 1000), comb(10, 1024)");
    }
    // An index into an empty range is never drawn: int(0, cols - 1).
    if (!f->b || a.d <= b.d || n == 0) return true;
    err_at(err, f->a->loc, "the fill of '%s' goes from %g down to %g",
           arg->name, a.d, b.d);
    return err_hint(err, "the smaller bound comes first");
}

static bool check_shape(const Env *env, const Arg *arg, Err *err) {
    int64_t total = 1;
    for (int k = 0; k < arg->nshape; k++) {
        int64_t size;
        if (!expr_size(arg->shape[k], env, NULL, &size, err)) return false;
        if (!__builtin_mul_overflow(total, size, &total) &&
            total <= max_elements)
            continue;
        err_at(err, arg->shape[k]->loc, "'%s' has too many elements",
               arg->name);
        return err_hint(err, "use smaller sizes");
    }
    return true;
}

// A whole number of 32 bits must hold the value of its name.
static bool check_scalar(const Arg *arg, Num v, Err *err) {
    if (!v.is_int || (arg->type != ELEM_I32 && arg->type != ELEM_U32) ||
        v.i == (arg->type == ELEM_I32 ? (int64_t)(int32_t)v.i
                                      : (int64_t)(uint32_t)v.i))
        return true;
    err_at(err, arg->loc, "'%s' has 32 bits and cannot be %lld", arg->name,
           (long long)v.i);
    return err_hint(err, "use a smaller size, or a parameter of 64 bits");
}

static bool check_arg(const Point *c, const Env *env, const Arg *arg,
                      Err *err) {
    Num v;
    if (!check_shape(env, arg, err) || !check_fill(env, &arg->fill, arg, err))
        return false;
    if (arg->value && !expr_eval(arg->value, env, c->rng, &v, err))
        return false;
    const Num *named = env_find(env, arg->name);
    if (arg->is_pointer || (!arg->value && !named)) return true;
    return check_scalar(arg, arg->value ? v : *named, err);
}

// All arrays of a case that the simulated device runs whole lie in this
// machine's memory, some of them twice.
static bool check_bytes(const Point *c, const Env *env, Err *err) {
    double bytes = 0;
    for (int i = 0; i < c->ex->nargs; i++)
        if (c->ex->args[i].is_pointer)
            bytes += (double)count_of(env, &c->ex->args[i]) *
                     elem_info[c->ex->args[i].type].bytes;
    if (c->most_bytes == 0 || bytes <= c->most_bytes) return true;
    err_at(err, c->at->loc, "the arrays of %s have %.3g GiB", c->what,
           bytes / (1 << 30));
    return err_hint(err, "at most %.0f GiB fit the machines that kata runs on",
                    c->most_bytes / (1 << 30));
}

// Draws once: what fails for every draw fails here, before a learner sees it.
static bool check_values(const Point *c, Env *env, Err *err) {
    if (!plan_draw(c->vars, c->nvars, c->rng, env, err)) return false;
    for (int i = 0; i < c->ex->nargs; i++)
        if (!check_arg(c, env, &c->ex->args[i], err)) return false;
    for (int i = 0; i < c->nfills; i++) {
        const Arg *arg = &c->ex->args[c->fills[i].arg];
        if (!check_fill(env, &c->fills[i].fill, arg, err)) return false;
    }
    if (!check_bytes(c, env, err)) return false;
    Expr *const sizes[] = {c->ex->compare.terms, c->bytes, c->flops};
    int64_t v;
    for (size_t i = 0; i < COUNT_OF(sizes); i++)
        if (sizes[i] && !expr_size(sizes[i], env, NULL, &v, err)) return false;
    return true;
}

static void check_point(Point *c) {
    Env env = {0};
    Err one = {0};
    check_names(c);
    if (!c->incomplete && !check_values(c, &env, &one)) {
        // Told at the expression, which many cases share.
        size_t n = strlen(one.msg);
        snprintf(one.msg + n, sizeof one.msg - n, " (in %s, line %d)", c->what,
                 c->at->loc.line);
        err_move(c->r->err, &one);
        node_source(c->at, c->r->err);
    }
    vec_free(&env);
    vec_free(&c->names);
}

void cases_check(Read *r, Draft *d) {
    const Exercise *ex = d->ex;
    for (int i = 0; i < ex->ncases; i++) {
        const Case *c = &ex->cases[i];
        Rng rng;
        rng_seed(&rng, 1);
        check_point(&(Point){r, ex, d->cases->at[i], "this case", c->vars,
                             c->nvars, c->fills, c->nfills, .rng = &rng,
                             .most_bytes = MOST_BYTES});
    }
    const Measure *m = &ex->measure;
    Point p = {
        r,        ex,       d->measure, "measure:",        m->vars,
        m->nvars, m->fills, m->nfills,  .bytes = m->bytes, .flops = m->flops};
    if (m->present) check_point(&p);
    p.what = "sim:";
    p.vars = m->sim_vars;
    p.incomplete = false;
    p.most_bytes = MOST_BYTES;
    if (m->nsim_vars) check_point(&p);
    p.most_bytes = 0;
    p.what = "sampled:";
    p.vars = m->sampled_vars;
    p.incomplete = false;
    if (m->nsampled_vars) check_point(&p);
    p.what = "this size";
    for (int i = 0; i < m->nsweep; i++) {
        p.at = d->sweep->at[i];
        p.vars = m->sweep[i].vars;
        p.incomplete = false;
        check_point(&p);
    }
}
