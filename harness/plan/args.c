// args: what each parameter of the entry is filled with, how large it is, and
// whether it is read or written.
#include "base/str.h"
#include "plan/parts.h"

#include <ctype.h>
#include <string.h>

enum { MAX_EXTENTS = 4 };

// ---- fills

static const struct FillInfo {
    const char *name;
    FillKind kind;
    int least, most; // values in parentheses
    const char *example;
} fills[] = {
    {"normal", FILL_NORMAL, 0, 0, "normal"},
    {"uniform", FILL_UNIFORM, 2, 2, "uniform(-1, 1)"},
    {"int", FILL_INT, 2, 2, "int(-100, 100)"},
    {"ternary", FILL_TERNARY, 0, 0, "ternary"},
    {"skewed", FILL_SKEWED, 2, 2, "skewed(0, 255)"},
    {"rare", FILL_RARE, 2, 2, "rare(1, 1000)"},
    {"comb", FILL_COMB, 2, 2, "comb(10, 1024)"},
    {"iota", FILL_IOTA, 0, 0, "iota"},
    {"const", FILL_CONST, 1, 1, "const(1)"},
    {"special", FILL_SPECIAL, 0, 1, "special, or special(10%)"},
    {"offsets", FILL_OFFSETS, 1, 2, "offsets(nnz), or offsets(nnz, 1)"},
    {"sorted", FILL_SORTED, 2, 2, "sorted(0, 1000)"},
    {"permutation", FILL_PERMUTATION, 0, 0, "permutation"},
};

static const struct FillInfo *find_fill(Read *r, const Node *n, Str name) {
    const char *names[COUNT_OF(fills)];
    for (size_t i = 0; i < COUNT_OF(fills); i++) {
        names[i] = fills[i].name;
        if (str_eq(name, names[i])) return &fills[i];
    }
    Node bare = *n;
    bare.text = arena_strn(r->a, name.p, name.n);
    read_unknown_word(r, &bare, "fill", names, COUNT_OF(fills));
    return NULL;
}

// The place of the comma that no inner parentheses hold, or the end.
static size_t top_comma(Str s) {
    int depth = 0;
    for (size_t i = 0; i < s.n; i++) {
        depth += s.p[i] == '(' ? 1 : s.p[i] == ')' ? -1 : 0;
        if (s.p[i] == ',' && depth == 0) return i;
    }
    return s.n;
}

static Expr *bound_expr(Read *r, const Node *n, Str s) {
    Node part = *n;
    part.text = arena_strn(r->a, s.p, s.n);
    part.loc.col += (int)(s.p - n->text);
    return read_expr(r, &part, "fill");
}

static bool fits_type(Read *r, const Node *n, const Arg *arg, FillKind k) {
    const ElemInfo *t = &elem_info[arg->type];
    if (!t->is_float && (k == FILL_NORMAL || k == FILL_UNIFORM)) {
        node_err(n, r->err, "fill '%s' makes real numbers, and %s is %s",
                 n->text, arg->name, t->ctype);
        return err_hint(r->err, "use int(lo, hi)");
    }
    if (!t->is_float && !t->is_signed && k == FILL_TERNARY) {
        node_err(n, r->err, "ternary holds -1, and %s is %s", arg->name,
                 t->ctype);
        return err_hint(r->err, "use int(0, 1)");
    }
    if (!t->is_float && k == FILL_SPECIAL) {
        node_err(n, r->err, "special holds NaNs, and %s is %s", arg->name,
                 t->ctype);
        return err_hint(r->err, "use int(lo, hi)");
    }
    if (t->is_float && k == FILL_OFFSETS) {
        node_err(n, r->err, "offsets are whole numbers, and %s is %s",
                 arg->name, t->ctype);
        return err_hint(r->err, "declare it as 'const int *%s'", arg->name);
    }
    if (!arg->is_pointer && k >= FILL_OFFSETS) {
        node_err(n, r->err, "'%s' fills an array, and %s is one value", n->text,
                 arg->name);
        return err_hint(r->err, "use int(lo, hi)");
    }
    return true;
}

// fill = name ("(" expr ("," expr)? ")")?
bool fill_read(Read *r, const Node *n, const Arg *arg, Fill *out) {
    if (!read_text(r, n, "fill")) return false;
    Str text = str_trim(str_of(n->text)), name = text, rest = {0};
    const char *open = memchr(text.p, '(', text.n);
    if (open) {
        name = str_trim((Str){text.p, (size_t)(open - text.p)});
        rest = (Str){open + 1, text.n - (size_t)(open + 1 - text.p)};
    }
    const struct FillInfo *f = find_fill(r, n, name);
    if (!f) return false;

    bool closed = !open || (rest.n && rest.p[rest.n - 1] == ')');
    if (open && closed) rest.n--;
    size_t comma = top_comma(rest);
    int got = !open ? 0 : comma < rest.n ? 2 : 1;
    if (got < f->least || got > f->most || !closed) {
        node_err(n, r->err, "'%s' is not how fill %s is written", n->text,
                 f->name);
        return err_hint(r->err, "write %s", f->example);
    }
    *out = (Fill){.kind = f->kind};
    if (got > 0 && !(out->a = bound_expr(r, n, (Str){rest.p, comma})))
        return false;
    if (got > 1) {
        Str second = {rest.p + comma + 1, rest.n - comma - 1};
        if (!(out->b = bound_expr(r, n, second))) return false;
    }
    return fits_type(r, n, arg, f->kind);
}

// Integers have bounds that need no place: they are constants of ours.
static Fill default_fill(Read *r, const Arg *arg) {
    const ElemInfo *t = &elem_info[arg->type];
    if (t->is_float) return (Fill){.kind = FILL_NORMAL};
    const char *lo = t->is_signed ? "-100" : "0";
    return (Fill){FILL_INT, expr_parse(r->a, lo, arg->loc, NULL),
                  expr_parse(r->a, "100", arg->loc, NULL)};
}

// ---- one argument

typedef struct ArgDraft {
    Arg *arg;
    const Node *shape, *fill, *value;
    bool unclear;    // whether it is written: told already
    bool in_program; // kind program: memory: may name another
} ArgDraft;

static void key_shape(Read *r, const Node *n, void *out) {
    (void)r;
    ((ArgDraft *)out)->shape = n;
}

static void key_fill(Read *r, const Node *n, void *out) {
    (void)r;
    ((ArgDraft *)out)->fill = n;
}

static void key_value(Read *r, const Node *n, void *out) {
    (void)r;
    ((ArgDraft *)out)->value = n;
}

static void key_output(Read *r, const Node *n, void *out) {
    ArgDraft *d = out;
    if (!read_bool(r, n, "output", &d->arg->is_output)) d->unclear = true;
}

static void key_inout(Read *r, const Node *n, void *out) {
    ArgDraft *d = out;
    if (!read_bool(r, n, "inout", &d->arg->is_inout)) d->unclear = true;
}

static void key_memory(Read *r, const Node *n, void *out) {
    static const char *const names[] = {"device", "host", "pinned", "managed"};
    int i = read_word(r, n, "memory", names, COUNT_OF(names));
    if (i >= 0) ((ArgDraft *)out)->arg->memory = names[i];
}

static void key_least(Read *r, const Node *n, void *out) {
    double *least = arena_array(r->a, double, 1);
    if (read_number(r, n, "least", least))
        ((ArgDraft *)out)->arg->least = least;
}

static void key_own_rtol(Read *r, const Node *n, void *out) {
    double *rtol = arena_array(r->a, double, 1);
    if (read_number(r, n, "rtol", rtol)) ((ArgDraft *)out)->arg->rtol = rtol;
}

// facts = map of an id to a sentence, one for each element
static void key_facts(Read *r, const Node *n, void *out) {
    Arg *arg = ((ArgDraft *)out)->arg;
    if (n->kind != NODE_MAP) {
        node_err(n, r->err,
                 "facts: is a map of an id to what is true if the "
                 "element is 1");
        err_hint(r->err, "like  ended: the work has ended when you return");
        return;
    }
    Fact *facts = arena_array(r->a, Fact, (size_t)n->n + 1);
    for (int i = 0; i < n->n; i++)
        facts[i] = (Fact){n->keys[i], read_text(r, n->at[i], "facts")};
    arg->facts = facts;
    arg->nfacts = n->n;
}

static const Key arg_keys[] = {
    {"shape", key_shape, false},   {"fill", key_fill, false},
    {"output", key_output, false}, {"inout", key_inout, false},
    {"value", key_value, false},   {"memory", key_memory, false},
    {"facts", key_facts, false},   {"least", key_least, false},
    {"rtol", key_own_rtol, false},
};

static void read_shape(Read *r, const Node *n, Arg *arg) {
    int count;
    Node *const *at = read_items(&n, &count);
    if (count < 1 || count > MAX_EXTENTS) {
        node_err(n, r->err, "the shape of '%s' has %d extents", arg->name,
                 count);
        err_hint(r->err, "1 to %d, like [rows, cols]; one value is [1]",
                 MAX_EXTENTS);
        return;
    }
    arg->shape = arena_array(r->a, Expr *, (size_t)count);
    for (int i = 0; i < count; i++) {
        Expr *x = read_expr(r, at[i], "shape");
        if (x) arg->shape[arg->nshape++] = x;
    }
}

// const in the declaration and output/inout in args say the same thing twice,
// so that a slip in one is seen.
static void check_const(Read *r, const Node *n, const Arg *arg) {
    bool written = arg->is_output || arg->is_inout;
    if (arg->is_const && written) {
        node_err(n, r->err, "'%s' is const, so the entry cannot write it",
                 arg->name);
        err_hint(r->err, "take const out of entry:, or %s: true out of args:",
                 arg->is_output ? "output" : "inout");
    }
    if (!arg->is_const && !written) {
        node_err(n, r->err, "'%s' is not const, so the entry may write it",
                 arg->name);
        err_hint(r->err,
                 "write 'const %s *%s' in entry:, or say output: true "
                 "or inout: true",
                 elem_info[arg->type].ctype, arg->name);
    }
}

static void finish_pointer(Read *r, const Node *n, ArgDraft *d) {
    Arg *arg = d->arg;
    if (d->shape) {
        read_shape(r, d->shape, arg);
    } else {
        node_err(n, r->err, "'%s' is a pointer and needs a shape", arg->name);
        err_hint(r->err, "add shape: [n]");
    }
    if (d->value) {
        node_err(d->value, r->err,
                 "'%s' is a pointer and has no value:", arg->name);
        err_hint(r->err, "fill: const(v) fills it with one value");
    }
    if (arg->is_output && (arg->is_inout || d->fill)) {
        node_err(n, r->err, "'%s' is an output: it is poisoned, not filled",
                 arg->name);
        err_hint(r->err, "inout: true is filled before and compared after");
    }
    if (strcmp(arg->memory, "device") != 0 && !d->in_program) {
        node_err(n, r->err, "'%s' is in memory of the %s", arg->name,
                 arg->memory);
        err_hint(r->err, "memory: is for kind program; buffers of a kernel "
                         "are on the device");
    }
    if (!d->unclear) check_const(r, n, arg);
}

static void finish_scalar(Read *r, const Node *n, ArgDraft *d) {
    Arg *arg = d->arg;
    if (d->shape || arg->is_output || arg->is_inout) {
        node_err(n, r->err,
                 "'%s' is no pointer: it has no shape and is never written",
                 arg->name);
        err_hint(r->err, "a scalar takes value: or fill:, or the case's "
                         "variable of its name");
    }
    if (d->value && d->fill) {
        node_err(n, r->err, "'%s' has a value and a fill", arg->name);
        err_hint(r->err, "keep one of them");
    }
    if (d->value) arg->value = read_expr(r, d->value, "value");
}

static void read_arg(Read *r, const Node *n, Arg *arg, bool in_program) {
    ArgDraft d = {.arg = arg, .in_program = in_program};
    const char *what = arena_fmt(r->a, "the argument '%s'", arg->name);
    if (!read_map(r, n, what, arg_keys, COUNT_OF(arg_keys), &d)) return;
    if (arg->is_pointer)
        finish_pointer(r, n, &d);
    else
        finish_scalar(r, n, &d);
    if (d.fill) arg->has_fill = fill_read(r, d.fill, arg, &arg->fill);
}

// ---- all of them

static Arg *find_arg(Read *r, const Draft *d, int i) {
    const char *names[32];
    for (int k = 0; k < d->ex->nargs; k++) {
        names[k] = d->ex->args[k].name;
        if (strcmp(names[k], d->args->keys[i]) == 0) return &d->ex->args[k];
    }
    node_key_err(d->args, i, r->err, "the entry has no parameter '%s'",
                 d->args->keys[i]);
    int near = str_nearest(d->args->keys[i], names, d->ex->nargs);
    err_hint(r->err, near >= 0 ? "did you mean '%s'?" : "the entry is: %s",
             near >= 0 ? names[near] : d->ex->entry_decl);
    return NULL;
}

static void check_complete(Read *r, const Draft *d, bool told) {
    bool any_output = told; // one error is enough
    for (int i = 0; i < d->ex->nargs; i++) {
        Arg *arg = &d->ex->args[i];
        any_output |= arg->is_output || arg->is_inout;
        if (arg->is_pointer && !(d->args && node_find(d->args, arg->name))) {
            node_err(d->args ? d->args : d->entry, r->err,
                     "args: says nothing about '%s'", arg->name);
            err_hint(r->err, "add  %s: {shape: [n]%s}", arg->name,
                     arg->is_const ? "" : ", output: true");
            any_output = true;
        }
        if (arg->is_pointer && !arg->is_output && !arg->has_fill)
            arg->fill = default_fill(r, arg);
        if (arg->is_inout && d->ex->kind == KIND_PYTHON) {
            node_err(d->entry, r->err,
                     "'%s': a function of Python returns its results",
                     arg->name);
            err_hint(r->err, "an input, and an output: true beside it");
        }
        bool python = d->ex->kind == KIND_PYTHON;
        if (!elem_is_half(arg->type) || (d->ex->kind != KIND_C && !python))
            continue;
        node_err(d->entry, r->err, "%s of '%s' is a type of CUDA",
                 elem_info[arg->type].ctype, arg->name);
        err_hint(r->err, "an exercise of kind %s takes float",
                 kind_name(d->ex->kind));
    }
    if (any_output) return;
    node_err(d->entry, r->err, "the entry writes nothing that could be judged");
    err_hint(r->err, "one pointer needs output: true or inout: true in args:");
}

void args_read(Read *r, Draft *d) {
    for (int i = 0; i < d->ex->nargs; i++)
        d->ex->args[i].memory = "device";
    if (d->args && d->args->kind != NODE_MAP) {
        node_err(d->args, r->err, "args: is a map of parameters");
        err_hint(r->err, "like  in: {shape: [n]}");
        return;
    }
    int before = err_count(r->err);
    for (int i = 0; d->args && i < d->args->n; i++) {
        Arg *arg = find_arg(r, d, i);
        if (arg) read_arg(r, d->args->at[i], arg, d->ex->kind == KIND_PROGRAM);
    }
    check_complete(r, d, err_count(r->err) > before);
}
