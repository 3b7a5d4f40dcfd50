// Likely causes of launches that fail, and of arguments that the device cannot
// use: see trap_rules.def.
#include "gate/result/kernels.h"
#include "gate/result/plain_words.h"
#include "gate/result/told.h"

#include "gate/result/source.h"

#include <stdio.h>
#include <string.h>

// The name of a variable of the device that stands as an argument of a launch,
// or NULL.
static const char *symbol_in_launch(const Told *w) {
    for (const char *l = w->code; (l = strstr(l, ">>>")); l++) {
        const char *end = l + strcspn(l, ";");
        for (const char *p = l + 3; p < end; p++) {
            size_t n = source_name_length(p);
            if (n && told_symbol(w, (Str){p, n}))
                return arena_strn(&w->r->arena, p, n);
            p += n ? n - 1 : 0;
        }
    }
    return NULL;
}

const char *trap_symbol_passed(const Told *w) {
    const char *name = told_is(w, "host-pointer") ? symbol_in_launch(w) : NULL;
    if (!name) return NULL;
    return arena_fmt(&w->r->arena,
                     "On the host `%s` is not the address of the variable on "
                     "the device. The kernel can use the name itself; "
                     "cudaGetSymbolAddress gives the address.",
                     name);
}

static const CaseResult *case_of(const Told *w) {
    int at = w->t->case_no;
    return at > 0 && at <= w->r->ncases ? &w->r->cases[at - 1] : NULL;
}

// The size of the case that has this value, or NULL.
static const CaseSize *size_with(const CaseResult *c, long long value) {
    for (int i = 0; c && i < c->nsizes; i++)
        if (c->sizes[i].value == value) return &c->sizes[i];
    return NULL;
}

// "blocks of (0,1,1) threads".
static bool has_no_threads(const char *message) {
    long long x, y, z;
    const char *at = strstr(message, "blocks of (");
    return at && sscanf(at, "blocks of (%lld,%lld,%lld)", &x, &y, &z) == 3 &&
           x * y * z == 0;
}

// (n + 255) / 256, (n + threads - 1) / threads.
static bool rounds_up(const char *line) {
    for (const char *p = line; (p = strstr(p, ") /")); p++) {
        const char *open = p;
        while (open > line && *open != '(')
            open--;
        if (memchr(open, '+', (size_t)(p - open))) return true;
    }
    return false;
}

// The number of blocks in the trap's line does, or the value of its name.
static bool blocks_round_up(const Told *w) {
    if (rounds_up(w->line)) return true;
    const char *open = strstr(w->line, "<<<");
    Str blocks = open ? str_trim(source_call_argument(open + 2, 0)) : (Str){0};
    if (!source_is_name(blocks)) return false;
    const char *value =
        source_value(w->code, source_at(w->code, w->t->line),
                     arena_strn(&w->r->arena, blocks.p, blocks.n));
    return value &&
           rounds_up(arena_strn(&w->r->arena, value, strcspn(value, ";")));
}

// The first size of a case that is not 0, if there is one.
static const CaseSize *a_size(const CaseResult *c) {
    for (int i = 0; i < c->nsizes; i++)
        if (c->sizes[i].value > 0) return &c->sizes[i];
    return &c->sizes[0];
}

const char *trap_no_blocks(const Told *w) {
    const CaseResult *c = case_of(w);
    if (!told_is(w, "bad-launch") || !strstr(w->t->message, "is empty"))
        return NULL;
    const CaseSize *zero = c && c->is_empty ? size_with(c, 0) : NULL;
    if (has_no_threads(w->t->message) && zero)
        return arena_fmt(&w->r->arena,
                         "`%s` is 0 in this case, so a block has no threads, "
                         "and that is an error: where there is nothing to do, "
                         "return before the launch.",
                         zero->name);
    if (has_no_threads(w->t->message))
        return "The grid has blocks, and a block has no threads: look at how "
               "the second number in <<<...>>> is computed. A division or a "
               "remainder may give 0.";
    if (!c || c->nsizes == 0) return NULL;
    if (zero)
        return arena_fmt(&w->r->arena,
                         "`%s` is 0 in this case, so the grid has no block, "
                         "and that is an error: where there is nothing to do, "
                         "return before the launch.",
                         zero->name);
    const CaseSize *some = a_size(c);
    const char *ceil = plain_words(&w->r->arena, w->code);
    if (ceil) return ceil;
    if (blocks_round_up(w))
        return arena_fmt(&w->r->arena,
                         "There is work here (%s is %lld), and the division "
                         "rounds up: so the number that is divided is 0 or "
                         "less. What is it in this case, and what is still to "
                         "do then?",
                         some->name, (long long)some->value);
    return arena_fmt(&w->r->arena,
                     "There is work here (%s is %lld), so the grid needs a "
                     "block in each direction: how are its numbers computed? "
                     "A division rounds down, as 1 / 4 is 0: round each of "
                     "them up, as (n + threads - 1) / threads does.",
                     some->name, (long long)some->value);
}

// `dim3 block(TILE, TILE);` of the launch in the trap's line: its name of both
// sides; empty: another one.
static Str side_of_square(const Told *w) {
    const char *launch = strstr(w->line, "<<<");
    Str block =
        launch ? str_trim(source_call_argument(launch + 2, 1)) : (Str){0};
    for (const char *p = w->code; (p = source_word(p, "dim3")); p += 4) {
        const char *end = p + strcspn(p, ";");
        const char *name = arena_strn(&w->r->arena, block.p, block.n);
        const char *at =
            block.n && source_is_name(block) ? source_word(p, name) : NULL;
        if (str_starts(name, "dim3")) at = p + 4;
        if (!at || at > end) continue;
        const char *open = at + strcspn(at, "({;");
        if (*open == ';') continue;
        Str x = source_call_argument(open, 0),
            y = source_call_argument(open, 1);
        bool same = x.n > 0 && x.n == y.n && !memcmp(x.p, y.p, x.n);
        return same && source_is_name(x) ? x : (Str){0};
    }
    return (Str){0};
}

// Squares of threads: the largest has 32 on each side.
static const char *square_words(const Told *w) {
    Str side = side_of_square(w);
    long n;
    if (!side.n || !source_constant(w->code, side, &n) || n * n <= 1024)
        return NULL;
    return arena_fmt(&w->r->arena,
                     "The block has `%.*s` threads on each side, which is %ld, "
                     "so %ld in all, and at most 1024 are allowed. 32 on each "
                     "side is the largest square: make `%.*s` 32 or 16, or "
                     "let each thread do several elements.",
                     (int)side.n, side.p, n, n * n, (int)side.n, side.p);
}

// The kernel of the launch in the trap's line is made for one block: it gets
// one, and never asks for its number.
static bool is_of_one_block(const Told *w) {
    const char *launch = strstr(w->line, "<<<");
    if (!launch || !str_eq(str_trim(source_call_argument(launch + 2, 0)), "1"))
        return false;
    Str name = source_name_before(w->line, launch);
    Kernel k;
    for (const char *p = w->code;
         name.n && kernel_next(&w->r->arena, w->code, p, &k);
         p = k.body.p + k.body.n)
        if (k.name.n == name.n && !memcmp(k.name.p, name.p, name.n))
            return !source_holds_word(k.body, "blockIdx");
    return false;
}

// " (`SUMS` in line 6)": where the number of threads has its value.
static const char *threads_from(const Told *w) {
    const char *launch = strstr(w->line, "<<<");
    Str name =
        launch ? str_trim(source_call_argument(launch + 2, 1)) : (Str){0};
    const char *value =
        source_is_name(name)
            ? source_value(w->code, source_at(w->code, w->t->line),
                           arena_strn(&w->r->arena, name.p, name.n))
            : NULL;
    return value ? arena_fmt(&w->r->arena, " (`%.*s` in line %d)", (int)name.n,
                             name.p, source_number(w->code, value))
                 : "";
}

const char *trap_large_block(const Told *w) {
    long long x;
    const char *square =
        told_is(w, "bad-launch") && strstr(w->t->message, "threads: at most")
            ? square_words(w)
            : NULL;
    if (square) return square;
    if (told_is(w, "bad-launch") && strstr(w->t->message, "threads: at most") &&
        !strstr(w->t->message, ",1,1)"))
        return w->t->hint;
    if (!told_is(w, "bad-launch") ||
        sscanf(w->t->message, "blocks of (%lld,1,1)", &x) != 1 || x <= 1024)
        return NULL;
    Arena *a = &w->r->arena;
    const CaseSize *size = size_with(case_of(w), x);
    if (!size && is_of_one_block(w))
        return arena_fmt(a,
                         "A block has at most 1024 threads, and this launch "
                         "wants %lld%s. Its kernel works with one block and "
                         "does not ask for blockIdx, so more blocks would do "
                         "the same again: take 1024 threads or fewer, and let "
                         "a loop do the rest in more rounds.",
                         x, threads_from(w));
    if (!size && source_word(w->code, arena_fmt(a, "%lld", x)))
        return arena_fmt(a,
                         "A block has at most 1024 threads, and the file says "
                         "%lld: use more blocks of fewer threads.",
                         x);
    if (!size) return NULL;
    if (str_starts(size->name, "block") || str_starts(size->name, "grid"))
        return arena_fmt(a,
                         "This launch has `%s` (%lld) where the threads of a "
                         "block are counted: how many blocks stands first in "
                         "<<<...>>>, and how many threads each has second.",
                         size->name, x);
    const char *launch = strstr(w->line, "<<<");
    Str blocks = launch ? source_call_argument(launch + 2, 0) : (Str){0};
    if (str_eq(str_trim(blocks), "1") && strstr(w->code, "blockIdx"))
        return arena_fmt(a,
                         "A block has at most 1024 threads, and %s can be "
                         "larger: start more blocks of fewer threads, as in "
                         "<<<(%s + 255) / 256, 256>>>.",
                         size->name, size->name);
    if (str_eq(str_trim(blocks), "1") && !strstr(w->code, "__shared__"))
        return arena_fmt(a,
                         "A block has at most 1024 threads, and %s can be "
                         "larger: start more blocks of fewer threads, as in "
                         "<<<(%s + 255) / 256, 256>>>. The number of a thread "
                         "is blockIdx.x * blockDim.x + threadIdx.x then.",
                         size->name, size->name);
    return arena_fmt(&w->r->arena,
                     "A block has at most 1024 threads, and %s can be larger: "
                     "let each thread take several elements, i = threadIdx.x, "
                     "i + blockDim.x, ...",
                     size->name);
}

// The threads of a block are a constant of the file with a name.
const char *trap_named_block(const Told *w) {
    long long x;
    long value = 0;
    const char *launch = strstr(w->line, "<<<");
    if (!told_is(w, "bad-launch") || !launch ||
        sscanf(w->t->message, "blocks of (%lld,1,1) threads: at most", &x) != 1)
        return NULL;
    Str name = source_call_argument(launch + 2, 1);
    if (!source_is_name(name) || !source_constant(w->code, name, &value) ||
        value != x)
        return NULL;
    return arena_fmt(&w->r->arena,
                     "`%.*s` is %lld, and a block has at most 1024 threads. If "
                     "each thread takes several elements, divide by how many; "
                     "else use more blocks of fewer threads.",
                     (int)name.n, name.p, x);
}
