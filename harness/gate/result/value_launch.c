// Launches that do not fit the indices of their kernel, or that a function does
// not come to: see value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/index_words.h"
#include "gate/result/source.h"

#include <ctype.h>
#include <string.h>

// A loop of the file counts elements several times.
const char *value_stride(CheckResult *r, const char *code) {
    (void)r;
    if (!source_steps_by_block(code)) return NULL;
    return "A loop starts at the thread's number in the whole grid and steps "
           "by blockDim.x, so several blocks take the same elements: step by "
           "gridDim.x * blockDim.x.";
}

// An index is computed with another array's row length.
const char *value_rows(CheckResult *r, const char *code) {
    return r->ntraps == 0 ? index_words(r, code, 0) : NULL;
}

const char *value_grid(CheckResult *r, const char *code) {
    return index_grid_words(r, code);
}

// ---- a size of 0

// The condition is true where that size is 0: n == 0, n < 1, n <= 0, !n.
static bool holds_of_none(Str condition, const char *size) {
    size_t len = strlen(size);
    const char *end = condition.p + condition.n;
    for (const char *p = condition.p;
         p + len <= end && (p = source_word(p, size)) && p < end; p += len) {
        if (p > condition.p && p[-1] == '!') return true;
        const char *sign = p + len + strspn(p + len, " ");
        const char *value = sign + strspn(sign, "=<");
        Str op = {sign, (size_t)(value - sign)};
        value += strspn(value, " ");
        if (isalnum((unsigned char)value[1])) continue;
        if ((str_eq(op, "==") || str_eq(op, "<=")) && *value == '0')
            return true;
        if (str_eq(op, "<") && *value == '1') return true;
    }
    return false;
}

// The line of an `if` that returns where that size is 0, or 0: none.
static int returns_of_none(const char *code, const char *size) {
    for (const char *p = code; (p = source_word(p, "if")); p += 2) {
        const char *open = p + 2 + strspn(p + 2, " ");
        Str condition = *open == '(' ? source_call_argument(open, 0) : (Str){0};
        if (condition.n == 0) continue;
        const char *then = condition.p + condition.n + 1;
        then += strspn(then, " \n{");
        if (str_starts(then, "return") && holds_of_none(condition, size))
            return source_number(code, p);
    }
    return 0;
}

// A size is 0, the output has elements all the same, and the function returns.
const char *value_early_return(CheckResult *r, const char *code) {
    const CaseResult *bad = check_bad_case(r);
    if (!bad || !bad->pattern || strcmp(bad->pattern, "never-written") ||
        bad->wrong < bad->total)
        return NULL;
    for (int i = 0; i < bad->nsizes; i++) {
        int line = bad->sizes[i].value == 0
                       ? returns_of_none(code, bad->sizes[i].name)
                       : 0;
        if (line > 0)
            return arena_fmt(&r->arena,
                             "Line %d returns when %s is 0. `%s` has %lld "
                             "element%s in this case all the same: which "
                             "values should they have?",
                             line, bad->sizes[i].name, bad->output,
                             (long long)bad->total, bad->total == 1 ? "" : "s");
    }
    return NULL;
}

// ---- one block for all

static bool is_pattern(const char *pattern, const char *const names[], int n) {
    for (int i = 0; pattern && i < n; i++)
        if (!strcmp(pattern, names[i])) return true;
    return false;
}

bool value_leaves_out(const CheckResult *r) {
    static const char *const names[] = {"first-block", "gaps", "tail-unwritten",
                                        "untouched"};
    return is_pattern(r->shared_pattern, names, COUNT_OF(names));
}

static bool is_one(Str text) {
    return text.n == 1 && *text.p == '1';
}

// The number of blocks of the launch at `<<<` is a written 1.
static bool launches_one(Arena *a, const char *code, const char *launch) {
    Str blocks = source_call_argument(launch + 2, 0);
    if (!source_is_name(blocks)) return is_one(blocks);
    const char *name = arena_strn(a, blocks.p, blocks.n);
    const char *value = source_value(code, launch, name);
    return value && is_one(str_trim((Str){value, strcspn(value, ";,")}));
}

// Something tells the blocks apart; it may be a counter.
static bool knows_block(const char *code) {
    static const char *const signs[] = {
        "blockIdx", "= atomic",    "(atomic",     "[atomic",
        "_rank",    "block_index", "group_index", "ctaid"};
    for (size_t k = 0; k < COUNT_OF(signs); k++)
        if (strstr(code, signs[k])) return true;
    return false;
}

const char *value_one_block(CheckResult *r, const char *code) {
    const char *launch = strstr(code, "<<<");
    if (!launch || strstr(launch + 1, "<<<")) return NULL;
    bool one = launches_one(&r->arena, code, launch);
    if (one && value_leaves_out(r))
        return arena_fmt(&r->arena,
                         "Line %d launches one block, so there are threads "
                         "for its first elements only. Start enough blocks: "
                         "(n + threads - 1) / threads.",
                         source_number(code, launch));
    if (!one && !knows_block(code))
        return "No line uses blockIdx, so every block does the same elements "
               "as the first one. In the whole grid the number of a thread is "
               "blockIdx.x * blockDim.x + threadIdx.x.";
    return NULL;
}

// ---- a grid that is rounded down

// The grid of the launch: the expression itself, or that which the
// name of it was given, as in `int blocks = n / 256` and `dim3 grid(n / 256)`.
static Str grid_of(Arena *a, const char *code, const char *launch) {
    Str grid = source_call_argument(launch + 2, 0);
    if (!source_is_name(grid)) return grid;
    const char *name = arena_strn(a, grid.p, grid.n), *last = NULL;
    for (const char *p = code; (p = source_word(p, name)) && p < launch; p++) {
        const char *next = p + grid.n + strspn(p + grid.n, " ");
        if (strchr("=({", *next) && strncmp(next, "==", 2)) last = next + 1;
    }
    return last ? (Str){last, strcspn(last, ";")} : (Str){0};
}

// One division, with nothing added and nothing that rounds up. Grids of more
// directions are often those of whole tiles.
static bool rounds_down(Arena *a, Str grid) {
    const char *text = arena_strn(a, grid.p, grid.n);
    const char *slash = strchr(text, '/');
    return slash && slash > text && !strpbrk(text, "+-?<>.,") &&
           !strstr(text, "div") && !strstr(text, "ceil") &&
           !strstr(text, "max");
}

const char *value_floor_grid(CheckResult *r, const char *code) {
    const char *launch = strstr(code, "<<<");
    if (!launch || strstr(launch + 1, "<<<") || !value_leaves_out(r))
        return NULL;
    Str grid = grid_of(&r->arena, code, launch);
    if (!grid.n || !rounds_down(&r->arena, grid)) return NULL;
    return arena_fmt(&r->arena,
                     "The division in line %d rounds down, so the last, "
                     "partial block is not started. Round up: (n + threads - "
                     "1) / threads, with a test in the kernel.",
                     source_number(code, grid.p));
}

// Thread 0 of a block stores, where each warp has a result.
const char *value_one_of_block(CheckResult *r, const char *code) {
    const char *at = strstr(code, "threadIdx.x == 0");
    if (!value_leaves_out(r) || !at || strstr(code, "__syncthreads"))
        return NULL;
    if (!source_word(code, "lane") && !strstr(code, "% 32") &&
        !strstr(code, "/ 32"))
        return NULL;
    return arena_fmt(&r->arena,
                     "Line %d lets thread 0 of the block alone go on. If each "
                     "warp has a result, one lane of each must store it: "
                     "lane == 0.",
                     source_number(code, at));
}

// ---- dim3 block = (32, 8): the comma gives its last value

const char *value_comma_dim3(CheckResult *r, const char *code) {
    for (const char *p = code; (p = source_word(p, "dim3")); p++) {
        const char *name = p + 4 + strspn(p + 4, " ");
        size_t n = source_name_length(name);
        const char *set = name + n + strspn(name + n, " ");
        const char *open = set + 1 + strspn(set + 1, " ");
        if (n == 0 || *set != '=' || *open != '(') continue;
        Str last = {0}, all = {open + 1, 0};
        for (int k = 0; source_call_argument(open, k).n; k++)
            last = source_call_argument(open, k);
        all.n = last.n ? (size_t)(last.p + last.n - all.p) : 0;
        if (all.n <= last.n) continue;
        return arena_fmt(&r->arena,
                         "`= (%.*s)` in line %d gives `%.*s` the last number "
                         "alone, %.*s: a comma between values drops those "
                         "before it. Write dim3 %.*s(%.*s).",
                         (int)all.n, all.p, source_number(code, p), (int)n,
                         name, (int)last.n, last.p, (int)n, name, (int)all.n,
                         all.p);
    }
    return NULL;
}

// ---- the two extents of a grid

// The name before the `=` of the declaration in which p stands.
static Str name_of_value(const char *code, const char *p) {
    while (p > code && *p != '=' && !strchr(";{,", *p))
        p--;
    return *p == '=' ? source_name_before(code, p) : (Str){0};
}

// The name that `name` is compared with, as in name < cols.
static const char *compared_with(Arena *a, const char *code, Str name) {
    const char *word = arena_strn(a, name.p, name.n);
    for (const char *p = code; (p = source_word(p, word));) {
        p += name.n;
        const char *sign = p + strspn(p, " ");
        if (*sign != '<' && strncmp(sign, ">=", 2)) continue;
        sign += *sign == '<' ? 1 : 2;
        sign += strspn(sign, " ");
        size_t n = 0;
        while (isalnum((unsigned char)sign[n]) || sign[n] == '_')
            n++;
        if (n > 0 && !isdigit((unsigned char)*sign))
            return arena_strn(a, sign, n);
    }
    return NULL;
}

static const char *bound_along(Arena *a, const char *code, const char *index) {
    const char *p = strstr(code, index);
    Str name = p ? name_of_value(code, p) : (Str){0};
    return name.n ? compared_with(a, code, name) : NULL;
}

// The text uses the name, itself or in the value of the variable that it is.
static bool uses_name(Arena *a, const char *code, Str text, const char *word) {
    if (source_is_name(text)) {
        const char *set =
            source_value(code, text.p, arena_strn(a, text.p, text.n));
        if (set) text = (Str){set, strcspn(set, ";,")};
    }
    const char *at = text.n ? source_word(text.p, word) : NULL;
    return at && at < text.p + text.n;
}

const char *value_grid_swapped(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    const char *x = bound_along(a, code, "blockIdx.x");
    const char *y = bound_along(a, code, "blockIdx.y");
    if (!value_leaves_out(r) || !x || !y || !strcmp(x, y)) return NULL;
    for (const char *p = code; (p = source_word(p, "dim3")); p++) {
        const char *open = p + strcspn(p, "(;");
        if (*open != '(') continue;
        Str first = source_call_argument(open, 0),
            second = source_call_argument(open, 1);
        bool swapped =
            uses_name(a, code, first, y) && !uses_name(a, code, first, x) &&
            uses_name(a, code, second, x) && !uses_name(a, code, second, y);
        if (!swapped) continue;
        return arena_fmt(a,
                         "The grid of line %d has its blocks for %s first, "
                         "and the kernel compares what it makes of blockIdx.x "
                         "with %s: the first number has to cover %s, in steps "
                         "of the block's x, and the second one %s.",
                         source_number(code, p), y, x, x, y);
    }
    return NULL;
}
