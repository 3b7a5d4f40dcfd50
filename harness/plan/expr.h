// Size expressions of exercise.yaml: `8 * rows * cols`, `random(1, 600)`.
//
//   expr   = term (("+" | "-") term)*
//   term   = factor (("*" | "/" | "%") factor)*
//   factor = number | name | name "(" expr ("," expr)* ")" | "(" expr ")" | "-"
//   factor number = digits, with K M G suffixes (1024, 1024^2, 1024^3), "0x",
//   or a
//            decimal with "." or an exponent; a trailing "%" divides by 100
//   name(...) = random(lo, hi) both included | min max ceil_div log2 pow abs
//             | those of functions.def, where the Env can compute them
//
// Integers are exact: overflow, division by zero and random() with lo > hi are
// errors that point at the expression. int / int truncates.
#ifndef PLAN_EXPR_H
#define PLAN_EXPR_H

#include "base/arena.h"
#include "base/err.h"
#include "base/rng.h"

typedef struct Num {
    bool is_int;
    int64_t i; // if is_int
    double d;  // always: the value as a double
} Num;

typedef struct Var {
    const char *name;
    Num value;
} Var;

// Functions that the plan knows by name only. See functions.def.
typedef enum Function {
#define FUNCTION(id, ...) FUNCTION_##id,
#include "plan/functions.def"
    FUNCTION_COUNT,
} Function;

typedef struct Env {
    Var *at;
    int n, cap;
    // Computes a function of functions.def; NULL: none can be called. False:
    // it has no value there.
    bool (*call)(Function f, const Num *args, Num *out);
} Env; // names and their values; free with vec_free

typedef struct Expr {
    const char *text; // as written
    Loc loc;
    struct ExprNode *root;
} Expr;

Num num_int(int64_t v);
Num num_real(double v);
void env_set(Env *e, const char *name, Num value); // name borrowed
const Num *env_find(const Env *e, const char *name);

// Returns NULL and fills err (ERR_INPUT, at loc) if the text is no expression.
Expr *expr_parse(Arena *a, const char *text, Loc loc, Err *err);

// Evaluates. rng may be NULL: then random() is an error.
bool expr_eval(const Expr *x, const Env *env, Rng *rng, Num *out, Err *err);
// As expr_eval, and the value must be a non-negative integer.
bool expr_size(const Expr *x, const Env *env, Rng *rng, int64_t *out, Err *err);

// Calls visit for every name the expression reads (lint: undefined names).
void expr_names(const Expr *x, void (*visit)(void *ctx, const char *name),
                void *ctx);

#endif
