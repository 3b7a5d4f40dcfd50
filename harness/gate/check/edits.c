// See edits.h. The code is read as tokens, without a grammar (tokens.h): an
// edit that does not compile is dropped later.
#include "gate/check/edit_list.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

// ---- edits

enum { MOST_MEMBERS = 4 };

static void add(Edits *e, int i, const char *by, int weight, const char *of) {
    edits_span(e, i, i, by, weight, of);
}

static bool ends_value(const Tokens *t, int i) {
    return token_has(t, i, NAME) || token_has(t, i, NUMBER) ||
           token_is(t, i, ")") || token_is(t, i, "]");
}

// The sign at i is in the condition of an `if` after which threads leave.
static bool guards_leaving(const Tokens *t, int i) {
    static const char *const leaves[] = {"return", "break", "continue", NULL};
    int depth = 0, k = i;
    for (; k < t->n && k < i + 60 && depth >= 0; k++) {
        if (token_is(t, k, ";") || token_is(t, k, "{")) return false;
        depth += token_is(t, k, "(") ? 1 : token_is(t, k, ")") ? -1 : 0;
    }
    return token_in(t, token_is(t, k, "{") ? k + 1 : k, leaves);
}

// Words that are exchanged for others: signs and functions.
static void exchange_words(Edits *e, int i) {
    static const char compare[] = "another comparison in place of",
                      sign[] = "another operator in place of",
                      assign[] = "another assignment in place of",
                      function[] = "another function in place of",
                      index[] = "another index in place of",
                      size[] = "another size in place of",
                      jump[] = "another jump in place of",
                      limit[] = "another limit in place of";
    static const struct Exchange {
        const char *from, *to, *of;
        int weight;
    } all[] = {
        {"<", "<=", compare, 100},
        {"<=", "<", compare, 100},
        {">", ">=", compare, 100},
        {">=", ">", compare, 100},
        {"==", "!=", compare, 75},
        {"!=", "==", compare, 75},
        {"<", ">", compare, 50},
        {">", "<", compare, 50},
        {"<=", ">=", compare, 50},
        {">=", "<=", compare, 50},
        {"+", "-", sign, 71},
        {"-", "+", sign, 71},
        {"*", "/", sign, 55},
        {"/", "*", sign, 55},
        {"/", "%", sign, 60},
        {"%", "/", sign, 60},
        {"*", "+", sign, 44},
        {"+", "*", sign, 45},
        {"&&", "||", sign, 70},
        {"||", "&&", sign, 70},
        {"<<", ">>", sign, 44},
        {">>", "<<", sign, 44},
        {"&", "|", sign, 40},
        {"|", "&", sign, 40},
        {"+=", "=", assign, 86},
        {"=", "+=", assign, 80},
        {"+=", "-=", assign, 75},
        {"-=", "+=", assign, 75},
        {"*=", "/=", assign, 65},
        {"/=", "*=", assign, 65},
        {"*=", "+=", assign, 50},
        {"*=", "=", assign, 45},
        {"fmaxf", "fminf", function, 96},
        {"fminf", "fmaxf", function, 96},
        {"max", "min", function, 96},
        {"min", "max", function, 96},
        {"sqrtf", "rsqrtf", function, 96},
        {"rsqrtf", "sqrtf", function, 96},
        {"expf", "exp2f", function, 70},
        {"exp2f", "expf", function, 96},
        {"logf", "log2f", function, 70},
        {"log2f", "logf", function, 96},
        {"sinf", "cosf", function, 96},
        {"cosf", "sinf", function, 96},
        {"floorf", "ceilf", function, 96},
        {"ceilf", "floorf", function, 96},
        {"floorf", "rintf", function, 70},
        {"truncf", "rintf", function, 70},
        {"roundf", "rintf", function, 96},
        {"tanhf", "erff", function, 60},
        {"atomicMax", "atomicMin", function, 96},
        {"atomicMin", "atomicMax", function, 96},
        {"atomicExch", "atomicAdd", function, 70},
        {"__shfl_up_sync", "__shfl_down_sync", function, 96},
        {"__shfl_down_sync", "__shfl_up_sync", function, 96},
        {"__shfl_down_sync", "__shfl_xor_sync", function, 92},
        {"__any_sync", "__all_sync", function, 96},
        {"__all_sync", "__any_sync", function, 96},
        {"__clz", "__ffs", function, 92},
        {"__ffs", "__clz", function, 92},
        {"break", "continue", jump, 60},
        {"continue", "break", jump, 60},
        {"return", "continue", jump, 50},
        {"FLT_MIN", "-FLT_MAX", limit, 95},
        {"FLT_MAX", "-FLT_MAX", limit, 75},
        {"INT_MAX", "INT_MIN", limit, 70},
        {"INT_MIN", "INT_MAX", limit, 60},
        {"threadIdx", "blockIdx", index, 60},
        {"blockIdx", "threadIdx", index, 60},
        {"blockDim", "gridDim", size, 86},
        {"gridDim", "blockDim", size, 86},
    };
    const Tokens *t = &e->t;
    const Token *k = &t->at[i];
    for (size_t x = 0; x < COUNT_OF(all); x++) {
        if (!token_is(t, i, all[x].from)) continue;
        bool binary = ends_value(t, i - 1) && !token_has(t, i + 1, END);
        if (k->kind == SIGN && !binary) continue;
        // A pointer, or the value of a declaration.
        bool declares = token_has(t, i - 2, NAME) && token_has(t, i - 1, NAME);
        if (token_is(t, i, "=") && (declares || token_is(t, i - 2, "*")))
            continue;
        if (token_type(t, i - 1) != OTHER) continue;
        // gridDim.x * blockDim.x: all threads of the grid.
        if (token_is(t, i, "gridDim") &&
            (token_is(t, i + 3, "*") || token_is(t, i - 1, "*")))
            continue;
        // The step of a loop.
        if (all[x].of == assign && k->in_brackets) continue;
        // Lanes that all have one sum store it side by side, and no order is
        // missed; only one of them should.
        if (e->focus && e->focus->is_order && all[x].of == function) continue;
        // Others leave, and the barrier waits for others.
        if (e->focus && e->focus->counts_threads && guards_leaving(t, i))
            continue;
        add(e, i, all[x].to, all[x].weight, all[x].of);
    }
}

static void exchange_axes(Edits *e, int i) {
    static const char *const built_in[] = {"threadIdx", "blockIdx", "blockDim",
                                           "gridDim", NULL};
    static const char axes[] = "xyz";
    if (!token_is(&e->t, i - 1, ".") || !token_in(&e->t, i - 2, built_in) ||
        e->t.at[i].len != 1)
        return;
    if (token_is(&e->t, i - 2, "blockDim"))
        add(e, i,
            arena_fmt(e->a, "%s * gridDim.%s", edits_text_of(e, i, i),
                      edits_text_of(e, i, i)),
            56, "another step in place of");
    const char *sizes[MOST_MEMBERS];
    int nsizes = token_is(&e->t, i - 2, "blockDim")
                     ? edits_constants(e, sizes, MOST_MEMBERS)
                     : 0;
    for (int k = 0; k < nsizes; k++)
        edits_told(e, i - 2, i, sizes[k], 84,
                   edits_line(e, i,
                              arena_fmt(e->a, "with `%s` for `%s`", sizes[k],
                                        edits_text_of(e, i - 2, i))));
    // With launches along x alone every other number is 0, and helps by chance.
    bool flat = !strstr(e->t.code, "dim3") && !strstr(e->t.code, "Idx.y");
    for (const char *p = axes; *p; p++)
        if (*p != e->t.code[e->t.at[i].at] && (*p == 'x' || !flat))
            add(e, i, arena_fmt(e->a, "%c", *p), *p == 'z' ? 40 : 78,
                "another axis in place of");
}

// #define TILE 32, or const int TILE = 32 outside of all functions.
static bool is_size_of_file(const Tokens *t, int i) {
    int depth = 0;
    for (int k = i; k >= 0; k--)
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
    return t->at[i].directive || (depth == 0 && token_is(t, i - 1, "="));
}

// Whole numbers one more and one less, and the neutral elements of sums,
// products and comparisons.
static void change_number(Edits *e, int i) {
    char *text = edits_text_of(e, i, i), *end;
    bool real = strpbrk(text, ".f") && !str_starts(text, "0x");
    if (real) {
        double v = strtod(text, &end);
        static const char infinity[] = "(1.0f / 0.0f)";
        static const char *const values[] = {"0.0f", "1.0f", "2.0f", "0.5f"};
        for (size_t k = 0; k < COUNT_OF(values); k++)
            if (strtod(values[k], NULL) != v)
                add(e, i, values[k], 75 - 6 * (int)k,
                    "another number in place of");
        if (v == 0) {
            bool begins = token_is(&e->t, i - 1, "=");
            add(e, i, arena_fmt(e->a, "-%s", infinity), begins ? 93 : 57,
                "another number in place of");
            add(e, i, infinity, begins ? 60 : 40, "another number in place of");
        }
        return;
    }
    long v = strtol(text, &end, 0);
    if (end == text || v > 1 << 20) return;
    if (token_is(&e->t, i + 1, "/") || token_is(&e->t, i - 1, "/"))
        add(e, i, arena_fmt(e->a, "%ld.0f", v), 58,
            "another number in place of");
    // A size of the file: another one moves the place where a limit shows.
    if (v >= 32 && is_size_of_file(&e->t, i)) return;
    int weight = v < 3 ? 83 : 61;
    add(e, i, arena_fmt(e->a, "%ld%s", v + 1, end), weight,
        "another number in place of");
    if (v > 0)
        add(e, i, arena_fmt(e->a, "%ld%s", v - 1, end), weight,
            "another number in place of");
    bool warp =
        v == 32 && (token_is(&e->t, i - 1, "/") || token_is(&e->t, i - 1, "%"));
    if (v > 2 && !warp) {
        add(e, i, arena_fmt(e->a, "%ld%s", 2 * v, end), 82,
            "another number in place of");
        add(e, i, arena_fmt(e->a, "%ld%s", v / 2, end), 82,
            "another number in place of");
    }
    if (v == 0 && token_is(&e->t, i - 1, "="))
        add(e, i, "(-1.0f / 0.0f)", 50, "another number in place of");
}

// Token k opens the arguments of a call.
static bool opens_call(const Tokens *t, int k) {
    static const char *const heads[] = {"if", "for", "while", "switch", NULL};
    int name = k - 1;
    while (name > 0 && t->at[name].parameters)
        name--;
    return token_is(t, k, "(") && token_has(t, name, NAME) &&
           !token_in(t, name, heads);
}

// The innermost brackets around token i are those of an index or a call, which
// may have one in its body; or a pointer is moved by it.
static bool is_in_index(const Edits *e, int i) {
    const Tokens *t = &e->t;
    int depth = 0;
    const Declared *moved =
        token_is(t, i - 1, "+=") ? edits_declared(e, i - 2) : NULL;
    if (moved && moved->kind == POINTER) return true;
    for (int k = i - 1; k >= 0; k--) {
        if (token_is(t, k, ";") || token_is(t, k, "{")) return false;
        bool opens = token_is(t, k, "[") || token_is(t, k, "(");
        bool closes = token_is(t, k, "]") || token_is(t, k, ")");
        if (opens && depth == 0) return token_is(t, k, "[") || opens_call(t, k);
        depth += closes - opens;
    }
    return false;
}

// k<<<name, name>>>: as many blocks as threads, which is right by chance alone.
static bool is_twice_in_launch(const Tokens *t, int i, int name) {
    bool blocks = token_is(t, i - 1, "<<<") && token_is(t, i + 1, ",");
    bool threads = token_is(t, i - 1, ",") && token_is(t, i - 3, "<<<");
    return (blocks && token_same(t, i + 2, name)) ||
           (threads && token_same(t, i - 2, name));
}

static void exchange_names(Edits *e, int i) {
    const Declared *mine = edits_declared(e, i);
    if (!mine || mine->kind == OTHER || token_is(&e->t, i - 1, ".")) return;
    bool parameter = e->t.at[mine->token].in_head;
    for (int k = 0; k < e->nnames; k++) {
        const Declared *d = &e->names[k];
        if (d->token >= i) break;
        // Another array does not trap, and is not what was meant.
        if (e->focus && mine->kind == POINTER) continue;
        if (d->kind != mine->kind || token_same(&e->t, d->token, i) ||
            !edits_sees(e, d, i) || edits_declared(e, d->token))
            continue;
        bool other = e->t.at[d->token].in_head;
        int weight = parameter && other      ? 73
                     : parameter == other    ? 48
                     : mine->kind == POINTER ? 40
                                             : 30;
        if (is_twice_in_launch(&e->t, i, d->token)) continue;
        add(e, i, edits_text_of(e, d->token, d->token), weight,
            "another name in place of");
    }
}

// x[0] in place of x[i], or f(x, 0) in place of f(x, i).
static void put_names(Edits *e, int i) {
    static const char *const before[] = {"[", ",", "(", NULL};
    static const char *const after[] = {"]", ",", ")", NULL};
    const Tokens *t = &e->t;
    if (!token_in(t, i - 1, before) || !token_in(t, i + 1, after)) return;
    for (int k = 0; k < e->nnames && e->names[k].token < i; k++) {
        const Declared *d = &e->names[k];
        if (d->kind == WHOLE && !t->at[d->token].in_head &&
            t->at[d->token].function == t->at[i].function &&
            !edits_declared(e, d->token))
            add(e, i, edits_text_of(e, d->token, d->token), 72,
                "another index in place of");
    }
}

// Of a struct or a vector, and no function.
static bool is_member(const Tokens *t, int i) {
    return token_has(t, i, NAME) && token_is(t, i - 1, ".") &&
           !token_is(t, i + 1, "(") && !t->at[i].directive &&
           !(i + 1 < t->n && t->at[i + 1].parameters);
}

// The same member after a comparison, as in a.x == b.x; or 0.
static int twin_of(const Tokens *t, int i) {
    enum { AFTER = 8 };
    static const char *const compares[] = {"==", "!=", "<", ">",
                                           "<=", ">=", NULL};
    if (!token_in(t, i + 1, compares)) return 0;
    for (int k = i + 2; k < t->n && k < i + AFTER; k++)
        if (is_member(t, k) && token_same(t, k, i)) return k;
    return 0;
}

// x.other in place of x.this: a member that the file uses elsewhere.
static void exchange_members(Edits *e, int i) {
    static const char *const built_in[] = {"threadIdx", "blockIdx", "blockDim",
                                           "gridDim", NULL};
    const Tokens *t = &e->t;
    if (!is_member(t, i) || token_in(t, i - 2, built_in)) return;
    int tried[MOST_MEMBERS], n = 0;
    for (int k = 0; k < t->n && n < MOST_MEMBERS; k++) {
        bool known = token_same(t, k, i);
        for (int m = 0; m < n; m++)
            known |= token_same(t, k, tried[m]);
        if (known || !is_member(t, k) || token_in(t, k - 2, built_in)) continue;
        tried[n++] = k;
    }
    int twin = twin_of(t, i);
    for (int m = 0; m < n; m++) {
        char *other = edits_text_of(e, tried[m], tried[m]);
        // Of two members the other one is likely.
        add(e, i, other, n == 1 ? 75 : 52, "another member in place of");
        if (twin > 0)
            edits_span(e, i, twin,
                       arena_fmt(e->a, "%s %s%s", other,
                                 edits_text_of(e, i + 1, twin - 1), other),
                       60, "another member in place of");
    }
}

static bool is_value(const Tokens *t, int i) {
    return (token_has(t, i, NAME) || token_has(t, i, NUMBER)) &&
           !token_is(t, i + 1, "(") && !token_is(t, i + 1, "[") &&
           !token_is(t, i + 1, ".") && !token_is(t, i + 1, "->");
}

// x / y, rounded up; x op y without op y; and an index further.
static void change_terms(Edits *e, int i) {
    static const char *const signs[] = {"+", "-", "*", "/", "%", NULL};
    const Tokens *t = &e->t;
    bool before = token_has(t, i - 1, NAME) || token_has(t, i - 1, NUMBER);
    if (token_is(t, i, "/") && before && is_value(t, i + 1) &&
        !token_is(t, i - 2, "."))
        edits_span(e, i - 1, i + 1,
                   arena_fmt(e->a, "((%s + %s - 1) / %s)",
                             edits_text_of(e, i - 1, i - 1),
                             edits_text_of(e, i + 1, i + 1),
                             edits_text_of(e, i + 1, i + 1)),
                   101, "another rounding in place of");
    int close = token_is(t, i, "/") && before && token_is(t, i + 1, "(")
                    ? edits_closing(t, i + 1)
                    : -1;
    if (close > 0) {
        char *by = edits_text_of(e, i + 1, close);
        edits_span(e, i - 1, close,
                   arena_fmt(e->a, "((%s + %s - 1) / %s)",
                             edits_text_of(e, i - 1, i - 1), by, by),
                   101, "another rounding in place of");
    }
    if (token_in(t, i, signs) && ends_value(t, i - 1) && is_value(t, i + 1) &&
        token_type(t, i - 1) == OTHER)
        edits_span(e, i, i + 1, " ", 90, NULL);
}

// One element further, and one less.
static void move_index(Edits *e, int i) {
    int end = token_is(&e->t, i, "[") ? edits_closing(&e->t, i) : -1;
    if (end < i + 2) return;
    const char *index = edits_text_of(e, i + 1, end - 1);
    edits_span(e, i + 1, end - 1, arena_fmt(e->a, "(%s) + 1", index), 45,
               "another index in place of");
    edits_span(e, i + 1, end - 1, arena_fmt(e->a, "(%s) - 1", index), 45,
               "another index in place of");
}

static void change_condition(Edits *e, int i) {
    int end = token_is(&e->t, i, "if") ? edits_closing(&e->t, i + 1) : -1;
    if (end > i + 2)
        edits_span(e, i + 2, end - 1,
                   arena_fmt(e->a, "!(%s)", edits_text_of(e, i + 2, end - 1)),
                   64, "the opposite of");
}

static bool occurs(const Tokens *t, int first, int last, int name) {
    bool any = false;
    for (int k = first; k <= last; k++)
        any |= token_same(t, k, name);
    return any;
}

// A number in scope enters once more: as a factor of what is stored at i, or as
// a term of an index.
static void insert_names(Edits *e, int i) {
    static const char *const stores[] = {"=", "+=", NULL};
    const Tokens *t = &e->t;
    bool index = token_is(t, i, "["), stored = token_in(t, i, stores);
    int end = index ? edits_closing(t, i) : i + 1;
    if ((!index && !stored) || t->at[i].in_head) return;
    while (stored && end < t->n && end < i + 40 && !token_is(t, end, ";"))
        end++;
    if (end < i + 2 || !token_is(t, end, index ? "]" : ";")) return;
    char *text = edits_text_of(e, i + 1, end - 1);
    for (int k = 0; k < e->nnames && e->names[k].token < i; k++) {
        const Declared *d = &e->names[k];
        if (t->at[d->token].function != t->at[i].function ||
            (d->kind != WHOLE && d->kind != REAL) ||
            edits_declared(e, d->token) || occurs(t, i + 1, end - 1, d->token))
            continue;
        char *name = edits_text_of(e, d->token, d->token);
        if (index && d->kind == WHOLE)
            edits_span(e, i + 1, end - 1,
                       arena_fmt(e->a, "%s + %s", text, name), 47,
                       "one term more in");
        if (index) continue;
        edits_span(e, i + 1, end - 1, arena_fmt(e->a, "(%s) * %s", text, name),
                   d->kind == REAL ? 58 : 32, "one factor more for");
        edits_span(e, i + 1, end - 1, arena_fmt(e->a, "(%s) / %s", text, name),
                   d->kind == REAL ? 46 : 34, "a division more of");
    }
}

// The name at i is shifted right somewhere after it.
static bool is_shifted(const Tokens *t, int i) {
    for (int k = i + 1; k < t->n && t->at[k].function == t->at[i].function; k++)
        if (token_same(t, k, i) && token_is(t, k + 1, ">>")) return true;
    return false;
}

static void change_type(Edits *e, int i) {
    static const struct {
        const char *from, *to;
        int weight;
    } all[] = {{"int", "long long", 46}, {"int", "float", 50},
               {"unsigned", "int", 56},  {"int", "unsigned", 53},
               {"float", "double", 40},  {"float", "int", 50},
               {"short", "int", 70},     {"char", "int", 70}};
    bool local = !e->t.at[i].in_head && token_has(&e->t, i + 1, NAME) &&
                 token_is(&e->t, i + 2, "=");
    bool cast = token_is(&e->t, i - 1, "(") && token_is(&e->t, i + 1, ")");
    bool bits = local && is_shifted(&e->t, i + 1);
    for (size_t k = 0; k < COUNT_OF(all); k++)
        if ((local || cast) && token_is(&e->t, i, all[k].from))
            add(e, i, all[k].to,
                bits && str_eq(str_of(all[k].to), "unsigned") ? 88
                                                              : all[k].weight,
                "another type in place of");
}

static void leave_out(Edits *e, int i) {
    int end = edits_statement_end(&e->t, i);
    if (end > i) edits_span(e, i, end - 1, " ", 89, NULL);
}

// ---- what a trap asks for

enum { NEAR = 3 }; // lines from those that a trap names

static int distance_to(const EditFocus *f, int line) {
    int first = f->other_line > 0 ? min_of(f->line, f->other_line) : f->line;
    int last = max_of(f->line, f->other_line);
    return line < first ? first - line : line > last ? line - last : 0;
}

static bool is_in_focus(const Edits *e, int i) {
    const Tokens *t = &e->t;
    for (int k = 0; k < t->n; k++)
        if ((t->at[k].line == e->focus->line ||
             t->at[k].line == e->focus->other_line) &&
            t->at[k].function == t->at[i].function)
            return true;
    return false;
}

// Of braces, within the file.
static int depth_of(const Tokens *t, int i) {
    int depth = 0;
    for (int k = 0; k < i; k++)
        depth += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
    return depth;
}

// Token i is in the braces of an `if` that only some threads may take.
static bool is_in_part(const Edits *e, int i) {
    const Tokens *t = &e->t;
    int depth = 0;
    for (int k = i - 1; k > 0; k--) {
        depth += token_is(t, k, "}") ? 1 : token_is(t, k, "{") ? -1 : 0;
        if (depth >= 0 || !token_is(t, k, "{")) continue;
        depth = 0;
        int open = k - 1, brackets = 0;
        for (; open > 0; open--) {
            brackets += token_is(t, open, ")")   ? 1
                        : token_is(t, open, "(") ? -1
                                                 : 0;
            if (brackets <= 0) break;
        }
        if (token_is(t, open - 1, "if") &&
            edits_of_thread(e, open, k - 1, NULL))
            return true;
    }
    return false;
}

// A barrier is put before the statement, or the closing brace, at i: one of a
// block, of a warp, or one that the file has, like cluster.sync().
static void put_barriers(Edits *e, int i) {
    static const char *const before[] = {";", "{", "}", NULL};
    static const char *const never[] = {"else", "case",   "default", "public",
                                        "{",    "struct", "while",   NULL};
    const Tokens *t = &e->t;
    if (!e->focus || !e->focus->barriers || !token_in(t, i - 1, before) ||
        token_in(t, i, never) || t->at[i].in_brackets || !is_in_focus(e, i) ||
        is_in_part(e, i))
        return;
    int line = t->at[i].line, far = distance_to(e->focus, line);
    // The fewest threads are left out at the outermost place.
    int weight = (far == 0 ? 135 : far <= NEAR ? 115 : 80) - depth_of(t, i);
    Edit one = {
        .at = t->at[i].at, .line = line, .weight = weight, .is_barrier = true};
    one.by = "__syncthreads(); ";
    edits_add(e, one);
    one.by = "__syncwarp(); ";
    one.weight -= 3;
    edits_add(e, one);
    for (int k = 0; k + 4 < t->n; k++) {
        if (!token_in(t, k - 1, before) || !token_is(t, k + 1, ".") ||
            !token_is(t, k + 2, "sync") || !token_is(t, k + 4, ")"))
            continue;
        one.by = arena_fmt(e->a, "%s; ", edits_text_of(e, k, k + 4));
        one.weight = weight - 1;
        edits_add(e, one);
        return;
    }
}

static void mark_evading(Edits *e, int from) {
    for (int i = from; i < e->n; i++)
        e->at[i].evades = true;
}

// An access that leaves its array is no more wrong if it is never reached.
static void drop_evading(Edits *e) {
    int n = 0;
    for (int i = 0; i < e->n; i++)
        if (!e->at[i].evades) e->at[n++] = e->at[i];
    e->n = n;
}

// The name of the function that the line is in, of the device and no kernel;
// NULL: it is in another one. Its parameters are as its callers made them.
static char *helper_of(Edits *e, int line) {
    const Tokens *t = &e->t;
    int at = 0;
    while (at < t->n && t->at[at].line < line)
        at++;
    if (at == t->n || t->at[at].line != line) return NULL;
    int first = at;
    while (first > 0 && t->at[first - 1].function == t->at[at].function)
        first--;
    bool of_device = false;
    int name = -1;
    for (int i = first; i <= at; i++) {
        if (token_is(t, i, "__global__")) return NULL;
        of_device |= token_is(t, i, "__device__");
        if (token_is(t, i, "(")) break;
        if (token_has(t, i, NAME)) name = i;
    }
    return of_device && name >= 0 ? edits_text_of(e, name, name) : NULL;
}

// The line calls the function.
static bool calls(const Edits *e, int line, const char *name) {
    const Tokens *t = &e->t;
    for (int i = 0; name && i < t->n && t->at[i].line <= line; i++)
        if (t->at[i].line == line && token_is(t, i, name)) return true;
    return false;
}

// The line gives a value to a name, not a pointer, that the line of the trap
// uses.
static bool feeds(const Edits *e, int line) {
    const Tokens *t = &e->t;
    for (int k = 0; k < e->nnames; k++) {
        int name = e->names[k].token;
        if (t->at[name].line != line || e->names[k].kind == POINTER ||
            t->at[name].in_head || t->at[name].in_brackets ||
            line >= e->focus->line)
            continue;
        for (int i = name + 1; i < t->n && t->at[i].line <= e->focus->line; i++)
            if (t->at[i].line == e->focus->line && token_same(t, i, name) &&
                t->at[i].function == t->at[name].function)
                return true;
    }
    return false;
}

// Edits where the trap is come before others, and those of what it is made
// from; what a function was given by its caller comes before what it makes of
// that.
static void prefer_focus(Edits *e) {
    const char *helper = e->focus ? helper_of(e, e->focus->line) : NULL;
    if (e->focus && !e->focus->is_order) drop_evading(e);
    for (int i = 0; e->focus && i < e->n; i++) {
        Edit *x = &e->at[i];
        if (x->is_barrier) continue;
        int far = distance_to(e->focus, x->line);
        bool at = x->line == e->focus->line || x->line == e->focus->other_line;
        x->weight += calls(e, x->line, helper) ? 31
                     : at                      ? 30
                     : feeds(e, x->line)       ? 15
                     : far <= NEAR             ? 10
                                               : 0;
    }
}

static int compare_weights(const void *x, const void *y) {
    const Edit *a = x, *b = y;
    return a->weight != b->weight ? b->weight - a->weight : a->at - b->at;
}

int edits_of(Arena *a, const char *code, const EditFocus *focus, Edit **out) {
    enum { MOST_NAMES = 400 };
    Edits e = {.a = a, .t = tokens_read(a, code), .focus = focus};
    e.names = arena_array(a, Declared, MOST_NAMES);
    for (int i = 0; i < e.t.n; i++)
        if (token_type(&e.t, i) != OTHER && !e.t.at[i].parameters &&
            !e.t.at[i].directive && token_type(&e.t, i - 1) == OTHER)
            e.nnames += tokens_declared(&e.t, i, e.names + e.nnames,
                                        MOST_NAMES - e.nnames);
    bool in_launch = false;
    for (int i = 0; i < e.t.n; i++) {
        const Token *k = &e.t.at[i];
        if (k->parameters) continue;
        if (token_is(&e.t, i, "<<<")) in_launch = true;
        if (token_is(&e.t, i, ">>>")) in_launch = false;
        // Fewer threads do not meet, and nothing is learnt.
        if (in_launch && focus && focus->counts_threads) continue;
        if (k->kind == NUMBER) change_number(&e, i);
        if (k->directive) continue;
        put_barriers(&e, i);
        if (k->kind == NUMBER) put_names(&e, i);
        edits_insert(&e, i);
        edits_launch(&e, i);
        edits_arguments(&e, i);
        edits_order(&e, i);
        edits_pairs(&e, i);
        exchange_words(&e, i);
        if (k->kind == NAME) {
            exchange_axes(&e, i);
            exchange_members(&e, i);
            change_type(&e, i);
            int from = e.n;
            exchange_names(&e, i);
            // Another index is reached all the same.
            if (is_in_index(&e, i)) from = e.n;
            change_condition(&e, i);
            leave_out(&e, i);
            mark_evading(&e, from);
        } else if (k->kind == SIGN) {
            change_terms(&e, i);
            int from = e.n;
            insert_names(&e, i);
            mark_evading(&e, from);
            move_index(&e, i);
        }
    }
    prefer_focus(&e);
    edits_mark_hiding(&e);
    if (e.n) qsort(e.at, (size_t)e.n, sizeof *e.at, compare_weights);
    *out = e.at;
    return e.n;
}
