// See trap_words.h. Each rule asks one question to the trap, the line and the
// case, and has one answer; the first that fits is taken.
#include "gate/result/trap_words.h"

#include "gate/result/index_words.h"
#include "gate/result/source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// A trap, and what its rules look at.
typedef struct Told {
    CheckResult *r;
    const TrapInfo *t;
    const char *code;     // the file, without comments
    const char *line;     // of the trap; "" if it is not in the file
    const char *variable; // "tile" of "element 3 of `tile`", or ""
} Told;

static const char *variable_of(Arena *a, const TrapInfo *t) {
    const char *from = strchr(t->variable, '`');
    if (!from) return "";
    return arena_strn(a, from + 1, strcspn(from + 1, "`"));
}

static bool is_kind(const Told *w, const char *kind) {
    return strcmp(w->t->kind, kind) == 0;
}

static bool is_one_line(const Told *w) {
    return w->t->line > 0 && w->t->line == w->t->other_line &&
           strcmp(w->t->file, w->t->other_file) == 0;
}

// ---- shared memory

// The shared array that the line indexes, if it is another one than the report
// is about.
static const char *array_before(const Told *w, const char *line) {
    if (!*w->variable || !*line || source_word(line, w->variable)) return NULL;
    const char *found = NULL;
    for (const char *p = w->code; (p = source_word(p, "__shared__"));) {
        const char *end = p + strcspn(p, ";"), *at = p + strcspn(p, "[;");
        if (*at != '[') return NULL;
        while (at > p && isspace((unsigned char)at[-1]))
            at--;
        const char *from = at;
        while (from > p &&
               (isalnum((unsigned char)from[-1]) || from[-1] == '_'))
            from--;
        const char *name = arena_strn(&w->r->arena, from, (size_t)(at - from));
        if (source_word(line, name)) found = name;
        p = end;
    }
    return found;
}

static const char *other_array(const Told *w) {
    if (!is_kind(w, "shared-race") && !is_kind(w, "uninitialised-shared"))
        return NULL;
    int line = w->t->line;
    const char *name = array_before(w, w->line);
    if (!name && w->t->other_line > 0) {
        line = w->t->other_line;
        name = array_before(w, source_line(&w->r->arena, w->code, line));
    }
    if (!name) return NULL;
    return arena_fmt(&w->r->arena,
                     "Line %d does not name `%s`: its index runs past the end "
                     "of `%s`, into `%s`, which lies after it in shared "
                     "memory. How large can the index get, and how many "
                     "elements has `%s`?",
                     line, w->variable, name, w->variable, name);
}

// `x[i]++`, `x[i] += v`, `x[i] = x[i] + v`: one element, read and written.
static bool is_update(const char *line, const char *name) {
    const char *first = source_word(line, name);
    if (!first) return false;
    const char *second = source_word(first + strlen(name), name);
    if (!second)
        return strstr(line, "++") || strstr(line, "+=") || strstr(line, "--") ||
               strstr(line, "-=");
    Str a = source_index(first + strlen(name)),
        b = source_index(second + strlen(name));
    return a.n > 0 && a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

static const char *lost_update(const Told *w) {
    if (!is_kind(w, "shared-race") || !is_one_line(w)) return NULL;
    if (!is_update(w->line, w->variable)) return NULL;
    return arena_fmt(&w->r->arena,
                     "An update such as `x += 1` is a read and a write, and "
                     "other threads come in between: use atomicAdd(&%s[...], "
                     "...), or give each thread an element of its own.",
                     w->variable);
}

// The device's own words, where a line overwrites what it reads.
static const char *in_place(const Told *w) {
    return is_kind(w, "shared-race") &&
                   str_starts(w->t->hint, "Some threads overwrite")
               ? w->t->hint
               : NULL;
}

// ---- global memory

// The target of the line's assignment, "*out" or "out[i]".
static Str target_of(const char *line) {
    const char *set = line;
    for (; (set = strchr(set, '=')); set++)
        if (set > line && !strchr("=<>!+-*/", set[-1]) && set[1] != '=') break;
    if (!set) return (Str){0};
    const char *from = set;
    int depth = 0;
    for (; from > line; from--) {
        char c = from[-1];
        depth += (c == ']') - (c == '[');
        if (depth == 0 && strchr(";{),", c)) break;
    }
    return str_trim((Str){from, (size_t)(set - from)});
}

// `out[0] = ...` and `*out = ...`: every block has the same element.
static bool stores_one_element(const char *line) {
    Str to = target_of(line);
    const char *open = to.n ? memchr(to.p, '[', to.n) : NULL;
    int at, end = 0;
    if (!to.n) return false;
    if (!open) return *to.p == '*';
    return sscanf(open, "[%d]%n", &at, &end) == 1 && end > 0;
}

// `x[i] += v` and `x[i] = x[i] + v`.
static bool adds_up(const char *line) {
    Str to = target_of(line);
    if (strstr(line, "+=") || strstr(line, "++") || !to.n) return true;
    const char *set = to.p + to.n;
    return memmem(set, strlen(set), to.p, to.n) != NULL;
}

// The number of a thread in its warp is computed somewhere.
static bool names_lanes(const char *code) {
    return source_word(code, "lane") || source_word(code, "lane_id") ||
           strstr(code, "% 32") || strstr(code, "%32") ||
           strstr(code, "& 31") || strstr(code, "% warpSize");
}

static const char *blocks_store(const Told *w) {
    const char *message = w->t->message;
    if (!is_kind(w, "global-race") || !is_one_line(w)) return NULL;
    if (!strstr(message, " writes global memory")) return NULL;
    bool in_warp = strstr(message, "another thread of its warp");
    if (in_warp && names_lanes(w->code))
        return "Lanes of one warp store to the same element: is the index "
               "another one for each lane? If one lane is to store for its "
               "warp, ask for it: if (lane == 0).";
    if (in_warp || strstr(message, "of the same block"))
        return "Threads of one block store to the same element: is the index "
               "another one for each thread? If one of them is to store for "
               "all, ask for it: if (threadIdx.x == 0).";
    if (stores_one_element(w->line))
        return "All blocks store to this one element, so the last one wins: "
               "add with atomicAdd (after the element was set to 0), or give "
               "each block an element of its own.";
    if (source_steps_by_block(w->code))
        return "Two blocks reach the same element. Look at the stride of the "
               "loop: it must count all blocks, gridDim.x * blockDim.x.";
    if (!adds_up(w->line))
        return "Two blocks reach the same element: is the index unique in the "
               "whole grid, such as blockIdx.x * blockDim.x + threadIdx.x, in "
               "every round of a loop too?";
    return "Two blocks add to the same element, and one sum is lost: use "
           "atomicAdd, or give each block an element of its own.";
}

// The array of the exercise that the report is about, or NULL.
static const Arg *array_of(const Told *w) {
    for (int g = 0; g < w->r->ex->nargs; g++) {
        const Arg *arg = &w->r->ex->args[g];
        const char *name = arena_fmt(&w->r->arena, "`%s`", arg->name);
        if (arg->is_pointer && strstr(w->t->message, name)) return arg;
    }
    return NULL;
}

static bool is_of_global(const Told *w) {
    return is_kind(w, "out-of-bounds") && !strcmp(w->t->space, "global");
}

// A read of an array that the line only assigns to.
static const char *ran_into(const Told *w) {
    const Arg *arg = array_of(w);
    Str to = target_of(w->line);
    if (!is_kind(w, "global-race") || !arg || !to.n) return NULL;
    if (!strstr(w->t->message, " reads global memory") || adds_up(w->line))
        return NULL;
    const char *named = source_word(w->line, arg->name);
    if (named != to.p || source_word(to.p + to.n, arg->name)) return NULL;
    return arena_fmt(&w->r->arena,
                     "This line does not read `%s`, so the index of another "
                     "array of the line runs past its end, into `%s`, which "
                     "lies after it in memory. How large can each index get?",
                     arg->name, arg->name);
}

// An index that is computed with the length of another array's rows.
static const char *wrong_rows(const Told *w) {
    if (!is_of_global(w)) return NULL;
    return index_words(w->r, w->code, w->t->line > 0 ? w->t->line : 0);
}

// `in[i - 1] + in[i + 1]`: one array, at several places.
static bool reads_neighbours(const Told *w) {
    const Arg *arg = array_of(w);
    const char *first = arg ? source_word(w->line, arg->name) : NULL;
    if (!first || strcmp(w->t->access, "read")) return false;
    const char *second = source_word(first + strlen(arg->name), arg->name);
    Str a = source_index(first), b = second ? source_index(second) : a;
    return a.n != b.n || memcmp(a.p, b.p, a.n) != 0;
}

static const char *neighbours(const Told *w) {
    if (!is_of_global(w) || !reads_neighbours(w) ||
        !source_checks_bounds(w->code, w->t->line))
        return NULL;
    return "This line reads neighbours, and a point at an edge has none on one "
           "side. Does the check leave out the first and the last one in every "
           "direction, as in i > 0 && i < n - 1?";
}

// No check of anything is around the line.
static bool is_bare(const Told *w) {
    return is_of_global(w) && source_is_bare(w->code, w->t->line);
}

static bool stores_element(const Told *w) {
    Str to = target_of(w->line);
    return to.n && memchr(to.p, '[', to.n);
}

static const char *bare_store(const Told *w) {
    if (!is_bare(w) || !stores_element(w)) return NULL;
    return arena_fmt(&w->r->arena,
                     "Every thread comes to this line, thread (%s) too, which "
                     "has no element: test the index first, as in if (i < n).",
                     w->t->thread);
}

static const char *bare_read(const Told *w) {
    if (!is_bare(w)) return NULL;
    return arena_fmt(&w->r->arena,
                     "Every thread comes to this line, thread (%s) too, which "
                     "has no element: let it read only if its index is inside, "
                     "and begin with a value that changes nothing if not.",
                     w->t->thread);
}

static const char *out_of_bounds(const Told *w) {
    if (!is_of_global(w)) return NULL;
    if (strstr(w->line, "<="))
        return "Indices go from 0 to n - 1: is the <= in this line meant to be "
               "<?";
    if (!source_checks_bounds(w->code, w->t->line)) return NULL;
    return "The kernel has a bounds check. Does it test the index that this "
           "line uses, against the size of this array, with < and not <=? If "
           "it does, look at how the index is computed.";
}

static int line_at(const char *code, const char *at) {
    int n = 1;
    for (const char *p = code; p < at; p++)
        n += *p == '\n';
    return n;
}

// The bytes of a cudaMemset are a number of elements.
static const char *cleared_in_part(const Told *w) {
    const Arg *arg = array_of(w);
    unsigned long at = 0, cleared = 0;
    const char *into = strstr(w->t->message, "memory (");
    if (!is_kind(w, "uninitialised-global") || !arg || !into) return NULL;
    if (elem_info[arg->type].bytes == 1) return NULL;
    // The first elements are cleared, however few.
    if (sscanf(into, "memory (%lu bytes into", &at) != 1) return NULL;
    for (const char *p = w->code; (p = strstr(p, "cudaMemset")); p++) {
        const char *end = p + strcspn(p, ";");
        const char *name = source_word(p, arg->name);
        const char *sized = strstr(p, "sizeof");
        if (!name || name > end || (sized && sized < end) ||
            memchr(p, '*', (size_t)(end - p)))
            continue;
        const char *value = strchr(name, ','), *bytes = NULL;
        if (value && value < end) bytes = strchr(value + 1, ',');
        if (!bytes || bytes > end) continue;
        if (sscanf(bytes, ", %lu", &cleared) == 1 && at < cleared) continue;
        return arena_fmt(&w->r->arena,
                         "Line %d clears a part of `%s`: cudaMemset counts "
                         "bytes, and an element has %d. Multiply the number "
                         "of elements by sizeof(*%s).",
                         line_at(w->code, p), arg->name,
                         elem_info[arg->type].bytes, arg->name);
    }
    return NULL;
}

// A sum that is cleared after the launch, and not before.
static const char *cleared_late(const Told *w) {
    const Arg *arg = array_of(w);
    const char *launch = NULL, *clear = NULL;
    if (!is_kind(w, "uninitialised-global") || !arg) return NULL;
    for (const char *p = w->code; (p = strstr(p, "<<<")); p++)
        launch = p;
    for (const char *p = launch; p && (p = strstr(p, "cudaMemset")); p++) {
        const char *name = source_word(p, arg->name);
        if (name && name < p + strcspn(p, ";")) clear = p;
    }
    if (!clear) return NULL;
    return arena_fmt(&w->r->arena,
                     "Line %d clears `%s` after the launch in line %d, so the "
                     "kernel adds to garbage, and its sum is wiped out. Clear "
                     "it before the launch.",
                     line_at(w->code, clear), arg->name,
                     line_at(w->code, launch));
}

// Device memory begins as 0xcd (mem.h).
static const char *unset_pointer(const Told *w) {
    if (!strstr(w->t->message, " at 0xcdcdcdcdcdcd")) return NULL;
    return "0xcdcd... is what memory holds that nobody has written: the "
           "pointer itself, or the struct or array that it comes from, was "
           "never set.";
}

// A variable of type char, which may be signed.
static bool has_plain_char(const char *code) {
    for (const char *p = code; (p = source_word(p, "char")); p += 4) {
        const char *before = p;
        while (before > code && isspace((unsigned char)before[-1]))
            before--;
        bool is_signed = before - code >= 6 && !memcmp(before - 6, "signed", 6);
        if (!is_signed) return true; // "unsigned" ends so, too
    }
    return false;
}

// The third number of a launch, or nothing.
static Str shared_of_launch(const char *launch) {
    const char *end = strstr(launch, ">>>"), *at = launch + 3;
    int commas = 0, depth = 0;
    for (; end && at < end && commas < 2; at++) {
        depth += (*at == '(') - (*at == ')');
        commas += *at == ',' && depth == 0;
    }
    return end && commas == 2 ? str_trim((Str){at, (size_t)(end - at)})
                              : (Str){0};
}

// The shared memory of a launch is counted in elements.
static bool shared_in_elements(const Told *w) {
    const char *decl = source_word(w->code, "extern");
    if (!decl || !source_word(decl, "__shared__")) return false;
    for (const char *p = w->code; (p = strstr(p, "<<<")); p += 3) {
        Str bytes = shared_of_launch(p);
        const char *text = arena_strn(&w->r->arena, bytes.p, bytes.n);
        size_t name = strspn(text, "abcdefghijklmnopqrstuvwxyz_"
                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
        // A variable may have been multiplied before.
        const char *where = bytes.n == name ? w->code : text;
        if (bytes.n > 0 && !strstr(where, "sizeof")) return true;
    }
    return false;
}

// An access beyond shared memory, in bytes. size 0: not known.
typedef struct Beyond {
    unsigned at, bytes, size;
} Beyond;

static bool is_beyond_shared(const Told *w, Beyond *out) {
    *out = (Beyond){0};
    if (!is_kind(w, "out-of-bounds") || strcmp(w->t->space, "shared"))
        return false;
    const char *of = strstr(w->t->message, "at 0x");
    if (!of ||
        sscanf(of, "at %x: the block has %u", &out->at, &out->bytes) != 2)
        return false;
    const char *verb = strstr(w->t->message, "s ");
    for (; verb && !out->size; verb = strstr(verb + 1, "s "))
        if (sscanf(verb, "s %u byte", &out->size) != 1) out->size = 0;
    return true;
}

// A shared array with an index that is negative, or just past the end.
static const char *shared_bounds(const Told *w) {
    Beyond b;
    Arena *a = &w->r->arena;
    if (!is_beyond_shared(w, &b)) return NULL;
    unsigned at = b.at, bytes = b.bytes, size = b.size;
    if (at >= 1u << 31)
        return arena_fmt(a,
                         "The index is negative: this is %u bytes before the "
                         "beginning of shared memory. %s",
                         -at,
                         has_plain_char(w->code)
                             ? "A char is signed, and values from 128 on are "
                               "negative in it: use unsigned char."
                             : "Which values can it have at the edges?");
    if (size > 1 && at / size < bytes && shared_in_elements(w))
        return arena_fmt(a,
                         "The launch gives this block %u bytes of shared "
                         "memory, room for %u elements of %u bytes, and the "
                         "index of this line is %u. The third number of a "
                         "launch counts bytes: multiply it by the size of an "
                         "element.",
                         bytes, bytes / size, size, at / size);
    if (at != bytes || !size || source_count(w->code, "__shared__") != 1)
        return NULL;
    return arena_fmt(a,
                     "Shared memory ends here: the array has %u elements, and "
                     "the index of this line is %u. Either the index goes one "
                     "too far, as with i + 1 for the last i, or the array is "
                     "one too short for it, with any padding.",
                     bytes / size, at / size);
}

static const char *far_beyond_shared(const Told *w) {
    Beyond b;
    if (!is_beyond_shared(w, &b) || !b.size ||
        source_count(w->code, "__shared__") != 1)
        return NULL;
    return arena_fmt(&w->r->arena,
                     "The array has %u elements, and the index of this line is "
                     "%u. Is it this thread's turn, and is the index computed "
                     "as it should be?",
                     b.bytes / b.size, b.at / b.size);
}

// The device's own words, where it has counted what is filled.
static const char *partly_filled(const Told *w) {
    bool counted = str_starts(w->t->hint, "It has ") ||
                   strstr(w->t->hint, " had returned before the barrier.");
    return is_kind(w, "uninitialised-shared") && counted ? w->t->hint : NULL;
}

// ---- waits

static const char *mask_waits(const Told *w) {
    if (!is_kind(w, "deadlock") ||
        !strstr(w->t->message, " waits for the lanes of mask "))
        return NULL;
    return "Every lane that the mask names must come to this call, and one has "
           "gone another way: take the call out of the `if` or the loop, and "
           "give lanes without an element a value that changes nothing.";
}

// The name of a variable of the device that stands as an argument of a launch,
// or NULL.
static const char *symbol_in_launch(const Told *w) {
    static const char *const kinds[] = {"__constant__", "__device__"};
    const char *launch = strstr(w->code, ">>>");
    for (size_t k = 0; launch && k < COUNT_OF(kinds); k++)
        for (const char *p = w->code; (p = source_word(p, kinds[k])); p++) {
            const char *end = p + strcspn(p, ";[={(");
            if (*end == '(' || *end == '{') continue; // a function
            const char *to = end, *from;
            while (to > p && isspace((unsigned char)to[-1]))
                to--;
            for (from = to; from > p && (isalnum((unsigned char)from[-1]) ||
                                         from[-1] == '_');)
                from--;
            const char *name =
                arena_strn(&w->r->arena, from, (size_t)(to - from));
            for (const char *l = launch; l; l = strstr(l + 1, ">>>")) {
                const char *used = source_word(l, name);
                if (*name && used && used < l + strcspn(l, ";")) return name;
            }
        }
    return NULL;
}

static const char *symbol_passed(const Told *w) {
    const char *name = is_kind(w, "host-pointer") ? symbol_in_launch(w) : NULL;
    if (!name) return NULL;
    return arena_fmt(&w->r->arena,
                     "On the host `%s` is not the address of the variable on "
                     "the device. The kernel can use the name itself; "
                     "cudaGetSymbolAddress gives the address.",
                     name);
}

// ---- launches

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

static const char *no_blocks(const Told *w) {
    const CaseResult *c = case_of(w);
    if (!is_kind(w, "bad-launch") || !strstr(w->t->message, "is empty"))
        return NULL;
    if (!c || c->nsizes == 0 || size_with(c, 0)) return NULL;
    return arena_fmt(&w->r->arena,
                     "No size is 0 here (%s is %lld), so the grid needs a "
                     "block: a division such as n / threads rounds down. Round "
                     "up: (n + threads - 1) / threads.",
                     c->sizes[0].name, (long long)c->sizes[0].value);
}

static const char *large_block(const Told *w) {
    long long x;
    if (is_kind(w, "bad-launch") && strstr(w->t->message, "threads: at most") &&
        !strstr(w->t->message, ",1,1)"))
        return w->t->hint;
    if (!is_kind(w, "bad-launch") ||
        sscanf(w->t->message, "blocks of (%lld,1,1)", &x) != 1 || x <= 1024)
        return NULL;
    Arena *a = &w->r->arena;
    const CaseSize *size = size_with(case_of(w), x);
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
    return arena_fmt(&w->r->arena,
                     "A block has at most 1024 threads, and %s can be larger: "
                     "let each thread take several elements, i = threadIdx.x, "
                     "i + blockDim.x, ...",
                     size->name);
}

static const struct Rule {
    const char *(*says)(const Told *w);
    bool is_exact; // leaves nothing for the exercise to add
} rules[] = {
    {other_array, true},     {lost_update, true},    {in_place, true},
    {ran_into, true},        {blocks_store, false},  {unset_pointer, true},
    {wrong_rows, true},      {neighbours, true},     {bare_store, false},
    {bare_read, true},       {out_of_bounds, false}, {cleared_late, true},
    {cleared_in_part, true}, {shared_bounds, true},  {far_beyond_shared, false},
    {partly_filled, true},   {no_blocks, true},      {large_block, true},
    {mask_waits, false},     {symbol_passed, true},
};

// The nearest array in memory is not the one meant, if the line uses others.
static void name_no_other(Told *w, TrapInfo *t) {
    const Arg *near = array_of(w);
    const char *of = strstr(t->message, ": ");
    bool used = false;
    if (!is_of_global(w) || !near || !of || source_word(w->line, near->name))
        return;
    for (int g = 0; g < w->r->ex->nargs; g++)
        used |= w->r->ex->args[g].is_pointer &&
                source_word(w->line, w->r->ex->args[g].name);
    if (!used) return;
    const char *was = t->message;
    t->alloc_note = "outside of every array";
    t->message = arena_fmt(&w->r->arena, "%.*s, %s.", (int)(of - was), was,
                           t->alloc_note);
    for (int i = 0; i < w->r->ncases; i++)
        if (w->r->cases[i].why && !strcmp(w->r->cases[i].why, was))
            w->r->cases[i].why = t->message;
}

void trap_words(CheckResult *r) {
    // The rules read CUDA; Triton has words of its own (triton_words.h).
    if (r->ntraps == 0 || r->ex->kind == KIND_TRITON) return;
    const char *code = source_code(&r->arena, r->source, r->source_len);
    for (int i = 0; i < r->ntraps; i++) {
        TrapInfo *t = &r->traps[i];
        Told w = {r, t, code, source_line(&r->arena, code, t->line),
                  variable_of(&r->arena, t)};
        const char *said = NULL;
        t->exact = false;
        for (size_t k = 0; !said && k < COUNT_OF(rules); k++)
            said = rules[k].says(&w), t->exact = said && rules[k].is_exact;
        if (said) t->hint = said;
        name_no_other(&w, t);
    }
}
