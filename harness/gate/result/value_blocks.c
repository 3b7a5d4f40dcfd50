// Blocks that do the same elements: see value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/kernels.h"
#include "gate/result/source.h"

#include <string.h>

// `name = value;` of device code.
typedef struct Given {
    const char *at; // the sign
    Str name, value;
} Given;

// The first one after p; false: there is none.
static bool next_given(const char *code, const char *p, Given *out) {
    for (; (p = strchr(p, '=')); p++) {
        bool compares = p[1] == '=' || strchr("=<>!+-*/%&|^", p[-1]);
        Str name = source_name_before(code, p);
        if (compares || !name.n) continue;
        *out = (Given){p, name, str_trim((Str){p + 1, strcspn(p + 1, ";,{}")})};
        return true;
    }
    return false;
}

// ---- blocks that begin too close to each other

// X in `blockIdx.x * X + threadIdx.x`, in any order, if it is no product;
// empty: it is another value.
static Str block_width(Str value) {
    static const char *const forms[][2] = {{"blockIdx.x * ", " + threadIdx.x"},
                                           {"threadIdx.x + blockIdx.x * ", ""},
                                           {"", " * blockIdx.x + threadIdx.x"},
                                           {"threadIdx.x + ", " * blockIdx.x"}};
    for (size_t k = 0; k < COUNT_OF(forms); k++) {
        size_t before = strlen(forms[k][0]), after = strlen(forms[k][1]);
        if (value.n <= before + after || memcmp(value.p, forms[k][0], before) ||
            !source_ends(value, forms[k][1]))
            continue;
        Str width = {value.p + before, value.n - before - after};
        if (!memchr(width.p, '*', width.n)) return width;
    }
    return (Str){0};
}

// The text holds the width of a block: X, blockDim.x, or the name by which the
// launch gives it.
static bool has_width(Arena *a, const char *code, Str text, Str width) {
    const char *launch = strstr(code, "<<<");
    Str given = launch ? source_call_argument(launch + 2, 1) : (Str){0};
    const Str all[] = {width, {"blockDim.x", 10}, given};
    for (size_t k = 0; k < COUNT_OF(all); k++) {
        const char *name = arena_strn(a, all[k].p, all[k].n);
        bool named = k < 2 || source_is_name(given);
        const char *at =
            named && all[k].n ? memmem(text.p, text.n, name, all[k].n) : NULL;
        if (at && !source_name_char(at[all[k].n])) return true;
    }
    return false;
}

// A use of the name as `name + ... X`, up to the end; NULL: there is none.
static const char *next_width(Arena *a, const char *code, const Given *g,
                              Str width, const char *end) {
    const char *name = arena_strn(a, g->name.p, g->name.n);
    const char *p = g->value.p + g->value.n;
    while ((p = source_word(p, name)) && p < end) {
        p += g->name.n;
        const char *plus = p + strspn(p, " ");
        if (*plus != '+' || plus[1] == '+' || plus[1] == '=') continue;
        Str more = {plus, strcspn(plus, ";,])<>?")};
        if (has_width(a, code, more, width)) return p;
    }
    return NULL;
}

const char *value_blocks_overlap(CheckResult *r, const char *code) {
    if (!value_leaves_out(r)) return NULL;
    Given g = {.at = source_device(code)};
    while (g.at && next_given(code, g.at + 1, &g)) {
        Str width = block_width(g.value);
        const char *kernel = strstr(g.at, "__global__");
        const char *end = kernel ? kernel : g.at + strlen(g.at);
        const char *on =
            width.n ? next_width(&r->arena, code, &g, width, end) : NULL;
        if (!on || memmem(g.at, (size_t)(end - g.at), "gridDim", 7)) continue;
        return arena_fmt(&r->arena,
                         "Line %d begins each block at blockIdx.x * %.*s, and "
                         "line %d goes on where the next block begins. So two "
                         "blocks do the same elements, and nobody does the "
                         "last ones: multiply blockIdx.x by all the elements "
                         "that a block does.",
                         source_number(code, g.at), (int)width.n, width.p,
                         source_number(code, on));
    }
    return NULL;
}

// ---- what is left over, done by every block

static bool is_size(const CheckResult *r, Str name) {
    for (int g = 0; g < r->ex->nargs; g++) {
        const Arg *arg = &r->ex->args[g];
        if (!arg->is_pointer && str_eq(name, arg->name)) return true;
    }
    return false;
}

// A size of the exercise is divided in it, or in a value of one of its names.
static bool has_division(CheckResult *r, const char *code, Str text,
                         int depth) {
    for (size_t i = 0, n; i < text.n; i += n ? n : 1) {
        n = source_name_length(text.p + i);
        if (!n) continue;
        Str name = {text.p + i, n};
        const char *sign = name.p + n + strspn(name.p + n, " ");
        if (is_size(r, name) && strchr("/%&", *sign) && *sign) return true;
        const char *value = depth
                                ? source_value(code, code + strlen(code),
                                               arena_strn(&r->arena, name.p, n))
                                : NULL;
        if (value && has_division(r, code, (Str){value, strcspn(value, ";,{")},
                                  depth - 1))
            return true;
    }
    return false;
}

// In rows, a block has a row of its own.
static bool has_matrix(const Exercise *ex) {
    for (int g = 0; g < ex->nargs; g++)
        if (ex->args[g].nshape > 1) return true;
    return false;
}

const char *value_rest_in_blocks(CheckResult *r, const char *code) {
    if (has_matrix(r->ex) || !strstr(code, "blockIdx") ||
        strstr(code, "blockIdx.x =="))
        return NULL;
    Given g = {.at = source_device(code)};
    while (g.at && next_given(code, g.at + 1, &g)) {
        if (!memchr(g.value.p, '+', g.value.n) ||
            !source_uses(code, g.at, g.value, "threadIdx") ||
            source_uses(code, g.at, g.value, "blockIdx") ||
            source_uses(code, g.at, g.value, "gridDim") ||
            !has_division(r, code, g.value, 2))
            continue;
        return arena_fmt(&r->arena,
                         "`%.*s` of line %d is the same in every block, so "
                         "every block does these elements. Let one block do "
                         "them, `if (blockIdx.x == 0)`, or count in the whole "
                         "grid, with blockIdx.x * blockDim.x.",
                         (int)g.name.n, g.name.p, source_number(code, g.at));
    }
    return NULL;
}

// ---- one thread for each partial sum, and more sums than threads

// The first array of the kernel that has that index, or a name for it, and
// nothing else in it; empty: there is none. A loop around it takes several, and
// so do further uses.
static Str indexed_by(Arena *a, const Kernel *k, const char *index,
                      bool stored) {
    const char *end = k->body.p + k->body.n;
    for (const char *p = k->body.p; (p = strchr(p, '[')) && p < end; p++) {
        Str in = str_trim((Str){p + 1, strcspn(p + 1, "]")});
        const char *after = in.p + in.n;
        after += strspn(after, " ]");
        const char *set =
            source_is_name(in)
                ? source_value(k->body.p, p, arena_strn(a, in.p, in.n))
                : NULL;
        if (set &&
            source_holds(k->body, arena_fmt(a, "%.*s +=", (int)in.n, in.p)))
            continue; // a loop goes on to others
        if (set) in = str_trim((Str){set, strcspn(set, ";,\n")});
        bool sets = *after == '=' && after[1] != '=';
        Str name = source_name_before(k->body.p, p);
        if (name.n && str_eq(in, index) && sets == stored) return name;
    }
    return (Str){0};
}

// Both names are one array: a variable of the file, or what the launches give.
static bool are_one(const Kernel *x, Str a, const Kernel *y, Str b) {
    Str given = kernel_argument(x, a), other = kernel_argument(y, b);
    if (given.n) a = given;
    if (other.n) b = other;
    return a.n && a.n == b.n && !memcmp(a.p, b.p, a.n);
}

// M of `if (blocks > M) blocks = M`, or of `blocks = min(x, M)`: the most that
// the name can be; false: there is no such limit.
static bool capped_at(Arena *a, const char *code, const char *launch, Str name,
                      long *most) {
    const char *form = arena_fmt(a, "%.*s > ", (int)name.n, name.p);
    for (const char *p = source_function(code, launch);
         (p = strstr(p, form)) && p < launch; p++) {
        const char *limit = p + strlen(form);
        size_t n = strcspn(limit, " )");
        const char *set = limit + n + strspn(limit + n, " )\n");
        bool here = !source_name_char(p[-1]) && !strncmp(set, name.p, name.n) &&
                    source_constant(code, (Str){limit, n}, most);
        if (here) return true;
    }
    const char *set = source_value(code, launch, arena_strn(a, name.p, name.n));
    const char *min = set ? source_word(set, "min") : NULL;
    return min && min < set + strcspn(set, ";") && min[3] == '(' &&
           (source_constant(code, source_call_argument(min + 3, 1), most) ||
            source_constant(code, source_call_argument(min + 3, 0), most));
}

// The most blocks that the kernel's launch can have; is_most: it has fewer for
// few elements.
static bool blocks_of(Arena *a, const char *code, const Kernel *k, long *blocks,
                      bool *is_most) {
    Str text = str_trim(source_call_argument(k->launch, 0));
    *is_most = false;
    if (source_constant(code, text, blocks)) return true;
    *is_most = true;
    return source_is_name(text) && capped_at(a, code, k->launch, text, blocks);
}

static const char *sums_words(Arena *a, const char *code, const Kernel *first,
                              const Kernel *second) {
    Str sums = indexed_by(a, first, "blockIdx.x", true),
        read = indexed_by(a, second, "threadIdx.x", false);
    long blocks, threads;
    bool is_most;
    if (!sums.n || !read.n || !first->launch || !second->launch ||
        !are_one(first, sums, second, read) ||
        !blocks_of(a, code, first, &blocks, &is_most) ||
        !source_constant(code, source_call_argument(second->launch, 1),
                         &threads) ||
        blocks <= threads)
        return NULL;
    // A loop that takes the others has another index.
    const char *more =
        source_word(read.p + read.n, arena_strn(a, read.p, read.n));
    if (more && more < second->body.p + second->body.n) return NULL;
    return arena_fmt(a,
                     "Line %d launches %s%ld blocks, and each leaves a sum. "
                     "Line %d reads one of them in each of %ld threads, so the "
                     "others are left out: let a thread add up several, in a "
                     "loop in steps of blockDim.x.",
                     source_number(code, first->launch),
                     is_most ? "up to " : "", blocks,
                     source_number(code, read.p), threads);
}

const char *value_partial_sums(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    Kernel first, second;
    for (const char *p = code; kernel_next(a, code, p, &first);
         p = first.body.p)
        for (const char *q = first.body.p; kernel_next(a, code, q, &second);
             q = second.body.p) {
            const char *says = sums_words(a, code, &first, &second);
            if (says) return says;
        }
    return NULL;
}
