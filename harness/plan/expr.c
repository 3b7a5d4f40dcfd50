// Size expressions: parsed once into a small tree, evaluated for every case.
//
// Integers stay integers and never wrap: a size that does not fit is an error
// with the expression's place, not a huge allocation later.
#include "plan/expr.h"
#include "base/buf.h"
#include "base/str.h"
#include "base/vec.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NODES = 500, MAX_DEPTH = 50, MAX_NAME = 60 };

// Ours, then those of functions.def.
typedef enum Func {
    RANDOM,
    MIN,
    MAX,
    CEIL_DIV,
    LOG2,
    POW,
    ABS,
    OWN, // how many are ours
    FUNCS = OWN + FUNCTION_COUNT,
} Func;

enum { MAX_ARGS = 4 };

static const struct FuncInfo {
    const char *name;
    int nargs;
} funcs[FUNCS] = {
    [RANDOM] = {"random", 2},     [MIN] = {"min", 2},   [MAX] = {"max", 2},
    [CEIL_DIV] = {"ceil_div", 2}, [LOG2] = {"log2", 1}, [POW] = {"pow", 2},
    [ABS] = {"abs", 1},
#define FUNCTION(id, name, nargs, meaning)                                     \
    [(int)OWN + FUNCTION_##id] = {name, nargs},
#include "plan/functions.def"
};

typedef struct ExprNode {
    char op; // '0' number, 'x' name, 'f' function, 'n' negation, or + - * / %
    Num num;
    const char *name;
    Func func;
    struct ExprNode *a, *b;   // operands; a function's first two values
    struct ExprNode *more[2]; // and the rest of them
} ExprNode;

Num num_int(int64_t v) {
    return (Num){true, v, (double)v};
}

Num num_real(double v) {
    return (Num){false, 0, v};
}

void env_set(Env *e, const char *name, Num value) {
    for (int i = 0; i < e->n; i++)
        if (strcmp(e->at[i].name, name) == 0) {
            e->at[i].value = value;
            return;
        }
    vec_push(e, (Var){name, value});
}

const Num *env_find(const Env *e, const char *name) {
    for (int i = 0; e && i < e->n; i++)
        if (strcmp(e->at[i].name, name) == 0) return &e->at[i].value;
    return NULL;
}

// ---- parsing

typedef struct Parser {
    Arena *arena;
    const char *text, *at;
    Loc loc;
    Err *err;
    int nodes, depth;
} Parser;

static ExprNode *expr(Parser *p);

static void skip_space(Parser *p) {
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool accept_char(Parser *p, char c) {
    skip_space(p);
    if (*p->at != c) return false;
    p->at++;
    return true;
}

// Reports at the place reached. Returns NULL, for the parsers to return.
PRINTF(2, 3) static void *wrong(Parser *p, const char *fmt, ...) {
    char text[200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);

    Loc loc = p->loc;
    if (loc.col) loc.col += (int)(p->at - p->text);
    err_at(p->err, loc, "%s", text);
    err_hint(p->err, "expressions look like 8 * rows * cols, 4K, "
                     "ceil_div(n, 32), random(1, 600)");
    return NULL;
}

static ExprNode *node(Parser *p, char op, ExprNode *a, ExprNode *b) {
    if (++p->nodes > MAX_NODES) return wrong(p, "this expression is too long");
    ExprNode *n = arena_new(p->arena, ExprNode);
    n->op = op;
    n->a = a;
    n->b = b;
    return n;
}

static bool expected_word(Parser *p, const char *what) {
    skip_space(p);
    if (!*p->at)
        wrong(p, "the expression ends where %s should follow", what);
    else
        wrong(p, "expected %s here", what);
    return false;
}

// "80%" is 0.8, but "80 % 3" and "80%n" are remainders: a percent sign stands
// right behind its number and before no operand.
static bool percent(Parser *p) {
    if (*p->at != '%') return false;
    const char *next = p->at + 1;
    while (isspace((unsigned char)*next))
        next++;
    if (isalnum((unsigned char)*next) || *next == '_' || *next == '.' ||
        *next == '(')
        return false;
    p->at++;
    return true;
}

static bool suffix(Parser *p, Num *v) {
    static const char letters[] = "KMG";
    const char *s = *p->at ? strchr(letters, *p->at) : NULL;
    if (s) {
        int64_t scale = INT64_C(1) << (10 * (s - letters + 1));
        p->at++;
        if (v->is_int && __builtin_mul_overflow(v->i, scale, &v->i))
            return wrong(p, "this number is too large");
        *v = v->is_int ? num_int(v->i) : num_real(v->d * (double)scale);
    }
    if (percent(p)) *v = num_real(v->d / 100);
    if (isalnum((unsigned char)*p->at) || *p->at == '_')
        return wrong(p, "a number may end in K, M, G or %%");
    return true;
}

// number = digits, or "0x" and hex digits, or a decimal; then a suffix
static ExprNode *expr_number(Parser *p) {
    bool hex = p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X');
    char *end, *real_end;
    errno = 0;
    long long i = strtoll(p->at, &end, hex ? 16 : 10);
    bool too_large = errno == ERANGE;
    double d = hex ? (double)i : strtod(p->at, &real_end);

    ExprNode *n = node(p, '0', NULL, NULL);
    if (!n) return NULL;
    if (!hex && real_end > end) {
        n->num = num_real(d);
        end = real_end;
        if (!isfinite(d)) return wrong(p, "this number is too large");
    } else {
        if (too_large) return wrong(p, "this number is too large");
        n->num = num_int(i);
    }
    p->at = end;
    return suffix(p, &n->num) ? n : NULL;
}

// call = name "(" expr ("," expr)* ")"
static ExprNode *call_function(Parser *p, const char *name) {
    const char *names[FUNCS];
    Func f = FUNCS;
    for (int i = 0; i < FUNCS; i++) {
        names[i] = funcs[i].name;
        if (strcmp(name, names[i]) == 0) f = (Func)i;
    }
    if (f == FUNCS) {
        wrong(p, "there is no function '%s'", name);
        int near = str_nearest(name, names, FUNCS);
        if (near >= 0)
            err_hint(p->err, "did you mean '%s'?", names[near]);
        else
            err_hint(p->err, "functions: random(lo, hi), min, max, ceil_div, "
                             "log2, pow, abs");
        return NULL;
    }
    ExprNode *n = node(p, 'f', NULL, NULL);
    if (!n) return NULL;
    n->func = f;
    n->name = funcs[f].name;
    static const char *const counts[] = {"", "one value", "two values",
                                         "three values", "four values"};
    ExprNode **args[MAX_ARGS] = {&n->a, &n->b, &n->more[0], &n->more[1]};
    for (int i = 0; i < funcs[f].nargs; i++) {
        if (i > 0 && !accept_char(p, ',')) {
            wrong(p, "%s takes %s: expected ','", name, counts[funcs[f].nargs]);
            return NULL;
        }
        if (!(*args[i] = expr(p))) return NULL;
    }
    if (!accept_char(p, ')')) return expected_word(p, "')'"), NULL;
    return n;
}

static ExprNode *name_or_call(Parser *p) {
    const char *from = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    if (p->at - from > MAX_NAME) return wrong(p, "this name is too long");
    char *name = arena_strn(p->arena, from, (size_t)(p->at - from));

    if (accept_char(p, '(')) return call_function(p, name);
    ExprNode *n = node(p, 'x', NULL, NULL);
    if (n) n->name = name;
    return n;
}

// factor = number | name | call | "(" expr ")" | "-" factor
static ExprNode *factor(Parser *p) {
    if (p->depth >= MAX_DEPTH)
        return wrong(p, "this expression is nested too deep");
    p->depth++;
    ExprNode *n = NULL;

    if (accept_char(p, '(')) {
        n = expr(p);
        if (n && !accept_char(p, ')')) n = (expected_word(p, "')'"), NULL);
    } else if (accept_char(p, '-')) {
        n = factor(p);
        if (n) n = node(p, 'n', n, NULL);
    } else if (isdigit((unsigned char)*p->at) || *p->at == '.') {
        n = expr_number(p);
    } else if (isalpha((unsigned char)*p->at) || *p->at == '_') {
        n = name_or_call(p);
    } else {
        expected_word(p, "a number or a name");
    }
    p->depth--;
    return n;
}

// term = factor (("*" | "/" | "%") factor)*
static ExprNode *term(Parser *p) {
    ExprNode *n = factor(p);
    while (n) {
        char op = accept_char(p, '*') ? '*' : accept_char(p, '/') ? '/' : '%';
        if (op == '%' && !accept_char(p, '%')) break;
        ExprNode *right = factor(p);
        n = right ? node(p, op, n, right) : NULL;
    }
    return n;
}

// expr = term (("+" | "-") term)*
static ExprNode *expr(Parser *p) {
    ExprNode *n = term(p);
    while (n) {
        char op = accept_char(p, '+') ? '+' : '-';
        if (op == '-' && !accept_char(p, '-')) break;
        ExprNode *right = term(p);
        n = right ? node(p, op, n, right) : NULL;
    }
    return n;
}

Expr *expr_parse(Arena *a, const char *text, Loc loc, Err *err) {
    Parser p = {.arena = a, .text = text, .at = text, .loc = loc, .err = err};
    ExprNode *root = expr(&p);
    if (!root) return NULL;
    skip_space(&p);
    if (*p.at) return expected_word(&p, "an operator"), NULL;

    Expr *x = arena_new(a, Expr);
    *x = (Expr){arena_str(a, text), loc, root};
    return x;
}

// ---- evaluation

typedef struct Eval {
    const Expr *x;
    const Env *env;
    Rng *rng;
    Err *err;
} Eval;

static bool overflow(const Eval *e) {
    err_at(e->err, e->x->loc, "'%s' is too large for 64 bits", e->x->text);
    return err_hint(e->err, "use smaller sizes");
}

static bool division_by_zero(const Eval *e) {
    err_at(e->err, e->x->loc, "division by zero in '%s'", e->x->text);
    return err_hint(e->err, "guard it: max(n, 1)");
}

static bool no_name(const Eval *e, const char *name) {
    Buf known = {0};
    int near = -1, best = 1 + (int)strlen(name) / 3;
    for (int i = 0; e->env && i < e->env->n; i++) {
        buf_fmt(&known, "%s%s", i ? ", " : "", e->env->at[i].name);
        int d = str_distance(name, e->env->at[i].name);
        if (d > best || (d == best && near >= 0)) continue;
        near = i;
        best = d;
    }
    err_at(e->err, e->x->loc, "'%s' has no value in '%s'", name, e->x->text);
    if (near >= 0)
        err_hint(e->err, "did you mean '%s'?", e->env->at[near].name);
    else if (known.len)
        err_hint(e->err, "it may use: %s", known.data);
    else
        err_hint(e->err, "give it a value in the case: {%s: 64}", name);
    buf_free(&known);
    return false;
}

// Operators on integers. False after an error.
static bool int_op(const Eval *e, char op, int64_t a, int64_t b, int64_t *r) {
    switch (op) {
    case '+': return !__builtin_add_overflow(a, b, r) || overflow(e);
    case '-': return !__builtin_sub_overflow(a, b, r) || overflow(e);
    case '*': return !__builtin_mul_overflow(a, b, r) || overflow(e);
    }
    if (b == 0) return division_by_zero(e);
    // The one quotient that does not fit; the processor traps on it.
    if (a == INT64_MIN && b == -1) return overflow(e);
    *r = op == '/' ? a / b : a % b;
    return true;
}

static bool real_op(const Eval *e, char op, double a, double b, double *r) {
    switch (op) {
    case '+': *r = a + b; break;
    case '-': *r = a - b; break;
    case '*': *r = a * b; break;
    default:
        if (b == 0) return division_by_zero(e);
        *r = op == '/' ? a / b : fmod(a, b);
    }
    return isfinite(*r) || overflow(e);
}

static bool operate(const Eval *e, char op, Num a, Num b, Num *out) {
    if (a.is_int && b.is_int) {
        int64_t r = 0;
        if (!int_op(e, op, a.i, b.i, &r)) return false;
        *out = num_int(r);
        return true;
    }
    double r = 0;
    if (!real_op(e, op, a.d, b.d, &r)) return false;
    *out = num_real(r);
    return true;
}

static bool need_ints(const Eval *e, const char *name, Num a, Num b) {
    if (a.is_int && b.is_int) return true;
    err_at(e->err, e->x->loc, "%s takes whole numbers, in '%s'", name,
           e->x->text);
    return err_hint(e->err, "write 1000 or 1M, not 1e3");
}

static bool eval_random(const Eval *e, Num a, Num b, Num *out) {
    if (!need_ints(e, "random", a, b)) return false;
    if (!e->rng) {
        err_at(e->err, e->x->loc, "random() cannot be used here, in '%s'",
               e->x->text);
        return err_hint(e->err, "only cases draw; give a fixed value");
    }
    if (a.i > b.i) {
        err_at(e->err, e->x->loc, "random(%lld, %lld) has nothing to draw from",
               (long long)a.i, (long long)b.i);
        return err_hint(e->err, "the smaller bound comes first");
    }
    *out = num_int(rng_range(e->rng, a.i, b.i));
    return true;
}

static bool eval_ceil_div(const Eval *e, Num a, Num b, Num *out) {
    if (!need_ints(e, "ceil_div", a, b)) return false;
    int64_t q;
    if (!int_op(e, '/', a.i, b.i, &q)) return false;
    // Truncation rounded towards zero: up already, where the signs differ.
    *out = num_int(q + (a.i % b.i != 0 && (a.i < 0) == (b.i < 0)));
    return true;
}

static bool eval_log2(const Eval *e, Num a, Num *out) {
    if (a.d <= 0) {
        err_at(e->err, e->x->loc, "log2 of %g, in '%s'", a.d, e->x->text);
        return err_hint(e->err, "log2 takes numbers above zero");
    }
    *out = a.is_int ? num_int(63 - __builtin_clzll((unsigned long long)a.i))
                    : num_real(log2(a.d));
    return true;
}

static bool eval_pow(const Eval *e, Num a, Num b, Num *out) {
    if (!a.is_int || !b.is_int || b.i < 0) {
        double d = pow(a.d, b.d);
        *out = num_real(d);
        return isfinite(d) || overflow(e);
    }
    // By squaring. A square that overflows is one the result contains.
    int64_t r = 1, square = a.i;
    for (int64_t k = b.i; k; k >>= 1) {
        if (k & 1 && !int_op(e, '*', r, square, &r)) return false;
        if (k > 1 && !int_op(e, '*', square, square, &square)) return false;
    }
    *out = num_int(r);
    return true;
}

static bool eval_abs(const Eval *e, Num a, Num *out) {
    if (!a.is_int) {
        *out = num_real(fabs(a.d));
        return true;
    }
    if (a.i == INT64_MIN) return overflow(e);
    *out = num_int(a.i < 0 ? -a.i : a.i);
    return true;
}

static bool eval_call(const Eval *e, Func f, Num a, Num b, Num *out) {
    switch (f) {
    case RANDOM: return eval_random(e, a, b, out);
    case CEIL_DIV: return eval_ceil_div(e, a, b, out);
    case LOG2: return eval_log2(e, a, out);
    case POW: return eval_pow(e, a, b, out);
    case ABS: return eval_abs(e, a, out);
    case MIN:
    case MAX: break;
    default: unreachable();
    }
    bool less = a.is_int && b.is_int ? a.i < b.i : a.d < b.d;
    *out = less == (f == MIN) ? a : b;
    if (!a.is_int || !b.is_int) *out = num_real(out->d);
    return true;
}

static bool eval(const Eval *e, const ExprNode *n, Num *out);

// A function of functions.def: whoever made the Env computes it.
static bool eval_more(const Eval *e, const ExprNode *n, Num *out) {
    const ExprNode *from[MAX_ARGS] = {n->a, n->b, n->more[0], n->more[1]};
    Num args[MAX_ARGS];
    for (int i = 0; i < funcs[n->func].nargs; i++)
        if (!eval(e, from[i], &args[i])) return false;
    if (!e->env || !e->env->call) {
        err_at(e->err, e->x->loc, "%s() cannot be used here, in '%s'", n->name,
               e->x->text);
        return err_hint(e->err, "only the questions of a sheet may call it");
    }
    if (e->env->call((Function)(n->func - OWN), args, out) && isfinite(out->d))
        return true;
    err_at(e->err, e->x->loc, "%s() has no value in '%s'", n->name, e->x->text);
    return err_hint(e->err, "curriculum/README.md says what it takes");
}

static bool eval(const Eval *e, const ExprNode *n, Num *out) {
    if (n->op == '0') {
        *out = n->num;
        return true;
    }
    if (n->op == 'x') {
        const Num *v = env_find(e->env, n->name);
        if (v) *out = *v;
        return v || no_name(e, n->name);
    }
    if (n->op == 'f' && n->func >= OWN) return eval_more(e, n, out);
    Num a, b = num_int(0);
    if (!eval(e, n->a, &a) || (n->b && !eval(e, n->b, &b))) return false;
    if (n->op == 'f') return eval_call(e, n->func, a, b, out);
    if (n->op == 'n') return operate(e, '-', num_int(0), a, out);
    return operate(e, n->op, a, b, out);
}

bool expr_eval(const Expr *x, const Env *env, Rng *rng, Num *out, Err *err) {
    return eval(&(Eval){x, env, rng, err}, x->root, out);
}

bool expr_size(const Expr *x, const Env *env, Rng *rng, int64_t *out,
               Err *err) {
    Num v;
    if (!expr_eval(x, env, rng, &v, err)) return false;
    // 1e6 is written as a real, but it is a size all the same.
    if (!v.is_int && v.d == floor(v.d) && fabs(v.d) < 0x1p53)
        v = num_int((int64_t)v.d);
    if (!v.is_int) {
        err_at(err, x->loc, "'%s' is %g, not a whole number", x->text, v.d);
        return err_hint(err, "a size is a whole number; use ceil_div(a, b)");
    }
    if (v.i < 0) {
        err_at(err, x->loc, "'%s' is %lld: a size cannot be negative", x->text,
               (long long)v.i);
        return err_hint(err, "use max(..., 0) if that is meant");
    }
    *out = v.i;
    return true;
}

static void visit_names(const ExprNode *n, void (*visit)(void *, const char *),
                        void *ctx) {
    if (!n) return;
    if (n->op == 'x') visit(ctx, n->name);
    visit_names(n->a, visit, ctx);
    visit_names(n->b, visit, ctx);
    visit_names(n->more[0], visit, ctx);
    visit_names(n->more[1], visit, ctx);
}

void expr_names(const Expr *x, void (*visit)(void *ctx, const char *name),
                void *ctx) {
    visit_names(x->root, visit, ctx);
}
