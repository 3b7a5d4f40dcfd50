// Likely causes of traps in shared memory: see trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The line indexes something else, which may point into any array.
static bool indexes_unknown(const Told *w, const char *line,
                            const char *known) {
    for (const char *p = line; *p; p++) {
        size_t n = source_name_length(p);
        if (n == 0) continue;
        const char *name = arena_strn(&w->r->arena, p, n);
        if (p[n] == '[' && strcmp(name, known) &&
            !exercise_has_arg(w->r->ex, name))
            return true;
        p += n - 1;
    }
    return false;
}

// The shared array that the line indexes, if it is another one than the report
// is about.
static const char *array_before(const Told *w, const char *line) {
    if (!*w->variable || !*line || source_word(line, w->variable)) return NULL;
    const char *found = NULL;
    for (const char *p = w->code; (p = source_word(p, "__shared__"));) {
        const char *end = p + strcspn(p, ";");
        for (; p < end; p++) {
            size_t n = source_name_length(p);
            if (n == 0) continue;
            const char *name = arena_strn(&w->r->arena, p, n);
            if (p[n] == '[' && source_word(line, name)) found = name;
            p += n - 1;
        }
    }
    return found && !indexes_unknown(w, line, found) ? found : NULL;
}

const char *trap_other_array(const Told *w) {
    if (!told_is(w, "shared-race") && !told_is(w, "uninitialised-shared"))
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

// A barrier stands between the two lines, and none between one round of their
// loop and the next; the compiler has unrolled it, so that the device sees no
// loop.
const char *trap_round_after(const Told *w) {
    int first = w->t->other_line, then = w->t->line;
    if (!told_is(w, "shared-race") || first <= 0 || first >= then) return NULL;
    const char *from = source_at(w->code, first),
               *to = source_at(w->code, then);
    const char *barrier = strstr(from, "__syncthreads()");
    const char *loop = source_loop_around(w->code, from - 1, to);
    if (!barrier || barrier > to || !loop) return NULL;
    return arena_fmt(&w->r->arena,
                     "There is a barrier between lines %d and %d, and none "
                     "after line %d: in the next round of the loop of line %d "
                     "one thread is at line %d again while others still read. "
                     "Put __syncthreads() at the end of the loop.",
                     first, then, then, source_number(w->code, loop), first);
}

// Lines that no loop has in common: some threads are further down than others.
const char *trap_no_round(const Told *w) {
    int line = w->t->line, other = w->t->other_line;
    if (!told_is(w, "shared-race") || line <= 0 || other <= line ||
        !strstr(w->t->hint, "next round of the loop") ||
        source_loop_around(w->code, source_at(w->code, line) - 1,
                           source_at(w->code, other)))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "Some threads are at line %d already, while others are "
                     "still at line %d: put __syncthreads() between the two.",
                     other, line);
}

// `x[i]++`, `x[i] += v`, `x[i] = x[i] + v`: one element, read and written.
static bool is_update(const char *line, const char *name) {
    const char *first = source_word(line, name);
    if (!first) return false;
    const char *second = source_word(first + strlen(name), name);
    if (!second) { // `h[k]++`, and not the k++ of a loop around it
        const char *after = first + strlen(name);
        Str index = source_index(after);
        if (index.n) after = index.p + index.n + 1;
        after += strspn(after, " ");
        bool adds = *after == '+' || *after == '-';
        if (adds && (after[1] == '=' || after[1] == *after)) return true;
        return first - line >= 2 &&
               (!strncmp(first - 2, "++", 2) || !strncmp(first - 2, "--", 2));
    }
    Str a = source_index(first + strlen(name)),
        b = source_index(second + strlen(name));
    return a.n > 0 && a.n == b.n && memcmp(a.p, b.p, a.n) == 0;
}

// The last steps of a reduction by one warp, a line each and no barrier: lanes
// read what others of the same line write.
const char *trap_lanes_in_step(const Told *w) {
    if (!told_is(w, "shared-race") || !told_one_line(w) ||
        !told_adds_up(w->line))
        return NULL;
    const char *at = source_at(w->code, w->t->line);
    const char *first = source_word(w->line, w->variable);
    bool reads_other =
        first && source_word(first + strlen(w->variable), w->variable);
    if (!reads_other || source_loop_around(w->code, at - 1, at)) return NULL;
    return "The lanes of a warp need not run in step: one may write this "
           "element before another one has read it. In each step let a lane "
           "read into a variable, then __syncwarp(), then write, then "
           "__syncwarp() again. Or let the loop with its __syncthreads() go on "
           "to the last step.";
}

// x[t] += x[t - step] in a loop whose rounds end with a barrier.
const char *trap_scan_in_place(const Told *w) {
    if (!told_is(w, "shared-race") || !told_one_line(w) ||
        !told_adds_up(w->line) || is_update(w->line, w->variable))
        return NULL;
    const char *at = source_at(w->code, w->t->line),
               *end = source_at(w->code, w->t->line + 1);
    const char *first = source_word(w->line, w->variable);
    const char *loop = source_loop_around(w->code, at - 1, end),
               *barrier = strstr(end, "__syncthreads()"),
               *brace = strchr(end, '}');
    const char *second =
        first ? source_word(first + strlen(w->variable), w->variable) : NULL;
    Str read = second ? source_index(second + strlen(w->variable)) : (Str){0};
    // A tree reads further up.
    if (!source_holds(read, "-") || source_holds(read, "+") || !loop ||
        !barrier || !brace || barrier > brace)
        return NULL;
    return arena_fmt(&w->r->arena,
                     "In one round line %d reads elements of `%s` that other "
                     "threads overwrite in the same round, and the barrier "
                     "comes after both. In each round let all threads read "
                     "into a variable, then __syncthreads(), then add, then "
                     "__syncthreads() again.",
                     w->t->line, w->variable);
}

// One thread works out a number for all, and the barriers are used up.
const char *trap_used_barriers(const Told *w) {
    int used = source_count(w->code, "__syncthreads");
    if (!told_is(w, "shared-race") || w->t->other_line <= 0 ||
        !exercise_limits(w->r->ex, "barriers", used) || !*w->variable ||
        !strstr(w->t->hint, "between the line that writes"))
        return NULL;
    const char *form = arena_fmt(&w->r->arena, "%s[", w->variable);
    const char *barrier = strstr(w->code, "__syncthreads()");
    int first = min_of(w->t->line, w->t->other_line);
    if (strstr(w->code, form) || !barrier ||
        source_number(w->code, barrier) >= first)
        return NULL;
    return arena_fmt(&w->r->arena,
                     "Others read `%s` with no barrier after line %d, and the "
                     "exercise allows no more of them. So do without the "
                     "variable: let each thread work out the number itself, "
                     "from what was stored before the barrier of line %d.",
                     w->variable, first, source_number(w->code, barrier));
}

// A block of a cluster has gone although cluster.sync() comes after the line:
// its threads return before they reach it.
const char *trap_left_before_sync(const Told *w) {
    if (!told_is(w, "exited-block")) return NULL;
    const char *at = source_at(w->code, w->t->line), *sync = at;
    const char *end = source_function_end(at);
    while ((sync = strstr(sync, ".sync()"))) {
        if (sync > end) return NULL;
        const char *name = sync;
        while (name > w->code && source_name_char(name[-1]))
            name--;
        if (source_word(name, "cluster") == name) break;
        sync++;
    }
    const char *leaves = source_word(source_function(w->code, at), "return");
    if (!sync || !leaves || leaves > sync) return NULL;
    return arena_fmt(&w->r->arena,
                     "cluster.sync() comes after this line, but threads "
                     "return before it, in line %d: where all of a block do, "
                     "it ends early, and its shared memory with it. Let "
                     "threads without elements go on to cluster.sync(), too.",
                     source_number(w->code, leaves));
}

// An atomic update in one line, and one that is none in the other.
const char *trap_one_is_atomic(const Told *w) {
    if (!told_is(w, "shared-race") || w->t->other_line <= 0 ||
        !str_starts(w->t->hint, "Only one of the two is atomic"))
        return NULL;
    const char *there = source_line(&w->r->arena, w->code, w->t->other_line);
    bool here = !strstr(w->line, "atomic");
    const char *plain = here ? w->line : there;
    if (strstr(plain, "atomic") || !is_update(plain, w->variable)) return NULL;
    return arena_fmt(&w->r->arena,
                     "Only one of the two is atomic: line %d updates `%s` by a "
                     "read and a write, and others come in between. Use an "
                     "atomic operation there, too.",
                     here ? w->t->line : w->t->other_line, w->variable);
}

const char *trap_lost_update(const Told *w) {
    if (!told_is(w, "shared-race") || !told_one_line(w)) return NULL;
    if (!is_update(w->line, w->variable)) return NULL;
    const char *decl = source_word(w->code, w->variable);
    bool is_array = decl && decl[strlen(w->variable)] == '[';
    return arena_fmt(&w->r->arena,
                     "An update such as `x += 1` is a read and a write, and "
                     "other threads come in between: use atomicAdd(&%s%s, "
                     "...), or give each thread an element of its own.",
                     w->variable, is_array ? "[...]" : "");
}

// The device's own words, where a line overwrites what it reads.
// `if (v < x[i]) x[i] = v`: who stores, and whether anyone does, depends on the
// values; wrong ones may be all that is wrong.
static bool stores_by_value(const Told *w) {
    Str to = told_target(w->line);
    const char *test = source_word(w->line, "if");
    return test && to.n && test < to.p &&
           memmem(test, (size_t)(to.p - test), to.p, to.n);
}

const char *trap_in_place(const Told *w) {
    return told_is(w, "shared-race") &&
                   str_starts(w->t->hint, "Some threads overwrite") &&
                   !stores_by_value(w)
               ? w->t->hint
               : NULL;
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
        // So may a written size: block * 4.
        if (bytes.n > 0 && !strstr(where, "sizeof") && !strchr(text, '*'))
            return true;
    }
    return false;
}

// An access beyond shared memory, in bytes, or beyond the array that its
// address is made from. size 0: not known.
typedef struct Beyond {
    unsigned at, bytes, size;
    char array[32]; // its name, or ""
} Beyond;

// `of`: "at 0x40: 8 bytes past the end of `tile`, which has 64 bytes"
static bool is_beyond_array(const char *of, Beyond *out) {
    const char *far = strstr(of, ": "), *name = strchr(of, '`');
    bool past = strstr(of, " past the end of `");
    if (!far || !name || (!past && !strstr(of, " before the beginning of `")) ||
        sscanf(name, "`%31[^`]`, which has %u", out->array, &out->bytes) != 2)
        return false;
    unsigned apart = (unsigned)strtoul(far + 2, NULL, 10); // 0: "just past"
    out->at = past ? out->bytes + apart : -apart;
    return true;
}

static bool is_beyond_shared(const Told *w, Beyond *out) {
    *out = (Beyond){0};
    if (!told_is(w, "out-of-bounds") || strcmp(w->t->space, "shared"))
        return false;
    const char *of = strstr(w->t->message, "at 0x");
    if (!of ||
        (!is_beyond_array(of, out) &&
         sscanf(of, "at %x: the block has %u", &out->at, &out->bytes) != 2))
        return false;
    const char *verb = strstr(w->t->message, "s ");
    for (; verb && !out->size; verb = strstr(verb + 1, "s "))
        if (sscanf(verb, "s %u byte", &out->size) != 1) out->size = 0;
    return true;
}

// The file's only shared array and the index in it, in elements, for an access
// past the end of shared memory: other arrays, of a library say, may lie
// before it. False: it is not the only one.
static bool own_array(const Told *w, const Beyond *b, unsigned *count,
                      unsigned *index) {
    long value;
    const char *decl = source_word(w->code, "__shared__");
    const char *open = decl ? strchr(decl, '[') : NULL;
    const char *end = decl ? decl + strcspn(decl, ";") : NULL;
    if (!b->size) return false;
    *count = b->bytes / b->size;
    *index = b->at / b->size;
    if (*b->array) return true;
    if (source_count(w->code, "__shared__") != 1) return false;
    if (!open || open > end) return true;
    if (memchr(open, ',', (size_t)(end - open))) return false;
    const char *close = strchr(open, ']');
    Str size = {open + 1, close ? (size_t)(close - open - 1) : 0};
    if (size.n && close + 1 == end && source_constant(w->code, size, &value) &&
        value < (long)*count) {
        *index -= *count - (unsigned)value;
        *count = (unsigned)value;
    }
    return true;
}

// The array is declared with several dimensions.
static bool has_rows(const Told *w, const char *array) {
    const char *decl = source_word(w->code, "__shared__");
    for (; decl; decl = source_word(decl + 1, "__shared__")) {
        const char *at = source_word(decl, array);
        const char *first = at ? strchr(at, ']') : NULL;
        if (first && at < decl + strcspn(decl, ";")) return first[1] == '[';
    }
    return false;
}

// "`tile` has 64 elements, and the index of this line is 64"
static const char *say_index(const Told *w, const Beyond *b, unsigned count,
                             unsigned index) {
    Arena *a = &w->r->arena;
    const char *who = *b->array ? arena_fmt(a, "`%s`", b->array) : "The array";
    if (*b->array && has_rows(w, b->array))
        return arena_fmt(a,
                         "%s has %u elements in all, and this access is at "
                         "number %u, counted row by row from 0",
                         who, count, index);
    return arena_fmt(a, "%s has %u elements, and the index of this line is %u",
                     who, count, index);
}

// `i + 1` in the line's index of the array, where i is a name; or empty.
static Str next_element(const Told *w, const char *array) {
    const char *at = source_word(w->line, array);
    Str index = at ? source_index(at + strlen(array)) : (Str){0};
    for (size_t i = 1; *array && i < index.n; i++) {
        const char *p = index.p + i;
        size_t n = source_name_char(p[-1]) ? 0 : source_name_length(p);
        size_t space = n ? strspn(p + n, " ") : 0;
        if (!n || p[n + space] != '+') continue;
        const char *one = p + n + space + 1 + strspn(p + n + space + 1, " ");
        if (*one == '1' && !source_name_char(one[1]) && one < index.p + index.n)
            return (Str){p, (size_t)(one + 1 - p)};
    }
    return (Str){0};
}

// A shared array with an index that is negative, or just past the end.
const char *trap_shared_bounds(const Told *w) {
    Beyond b;
    Arena *a = &w->r->arena;
    if (!is_beyond_shared(w, &b)) return NULL;
    unsigned at = b.at, bytes = b.bytes, size = b.size;
    if (at >= 1u << 31)
        return arena_fmt(
            a,
            "The index is negative: this is %u bytes before the "
            "beginning of %s. Which values can it have at the edges?",
            -at, *b.array ? arena_fmt(a, "`%s`", b.array) : "shared memory");
    unsigned count = 0, index = 0;
    bool is_own = own_array(w, &b, &count, &index);
    if (is_own && at == bytes && strstr(w->line, "<="))
        return arena_fmt(a, "%s: is the <= meant to be <?",
                         say_index(w, &b, count, index));
    if (!*b.array && size > 1 && at / size < bytes && shared_in_elements(w))
        return arena_fmt(a,
                         "The launch gives this block %u bytes of shared "
                         "memory, room for %u elements of %u bytes, and the "
                         "index of this line is %u. The third number of a "
                         "launch counts bytes: multiply it by the size of an "
                         "element.",
                         bytes, bytes / size, size, at / size);
    if (at != bytes || !is_own) return NULL;
    Str next = next_element(w, b.array);
    if (next.n)
        return arena_fmt(a,
                         "%s: `%.*s` goes one too far for the last one, which "
                         "has no next. What should that one take?",
                         say_index(w, &b, count, index), (int)next.n, next.p);
    return arena_fmt(a,
                     "%s. Either the index goes too far, as with i + 1 for the "
                     "last i, or the array is too short: how large can the "
                     "index get, with any halo or padding?",
                     say_index(w, &b, count, index));
}

// A launch without its third number.
const char *trap_no_shared(const Told *w) {
    Beyond b;
    const char *decl = source_word(w->code, "extern");
    if (!is_beyond_shared(w, &b) || b.bytes > 0 || !decl) return NULL;
    return "The launch gives its blocks no shared memory: an array that is "
           "`extern __shared__` has as many bytes as the third number in "
           "<<<...>>> says.";
}

// The kernel of the trap's line has an array whose size the launch gives.
static bool has_launch_array(const Told *w) {
    const char *end = source_at(w->code, w->t->line), *kernel = NULL;
    for (const char *p = w->code; (p = strstr(p, "__global__")) && p < end; p++)
        kernel = p;
    const char *decl = kernel ? source_word(kernel, "extern") : NULL;
    return w->t->line > 0 && decl && decl < end;
}

const char *trap_bytes_of_launch(const Told *w) {
    Beyond b;
    if (!is_beyond_shared(w, &b) || *b.array || !b.size || b.at >= 1u << 31 ||
        !has_launch_array(w))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "The launch gives this block %u bytes of shared memory, "
                     "room for %u elements of %u bytes, and this access is "
                     "at element %u. The third number in <<<...>>> must be "
                     "the bytes of all arrays that lie there: is one of them "
                     "left out, or does an index go too far?",
                     b.bytes, b.bytes / b.size, b.size, b.at / b.size);
}

const char *trap_far_beyond_shared(const Told *w) {
    Beyond b;
    unsigned count, index;
    if (!is_beyond_shared(w, &b) || !own_array(w, &b, &count, &index))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "%s. Is it this thread's turn, is the index computed as "
                     "it should be, and is the array long enough?",
                     say_index(w, &b, count, index));
}

// `in[list[i]]`: the index is read from memory in the line itself.
static bool has_nested_index(const char *line) {
    int depth = 0;
    for (const char *p = line; *p; p++) {
        depth += (*p == '[') - (*p == ']');
        if (depth > 1) return true;
    }
    return false;
}

// The two lines are of one statement.
static bool are_of_one(const char *code, int a, int b) {
    const char *from = source_at(code, min_of(a, b)),
               *to = source_at(code, max_of(a, b));
    return (size_t)(to - from) <= strcspn(from, ";{}");
}

// An index that is far out, after something was read that nobody had stored.
const char *trap_from_garbage(const Told *w) {
    if (!told_is(w, "out-of-bounds") && !told_is(w, "host-pointer") &&
        !told_is(w, "misaligned"))
        return NULL;
    for (int i = 0; i < w->r->ntraps; i++) {
        const TrapInfo *t = &w->r->traps[i];
        if (!str_starts(t->kind, "uninitialised-") || t->line <= 0 ||
            t->case_no != w->t->case_no)
            continue;
        // The access that is out of bounds may itself be what read garbage.
        if (are_of_one(w->code, t->line, w->t->line) &&
            !has_nested_index(w->line))
            continue;
        bool shared = !strcmp(t->kind, "uninitialised-shared");
        const char *name = t->variable ? strchr(t->variable, '`') : NULL;
        int n = name ? (int)strcspn(name + 1, "`") + 2 : 0;
        return arena_fmt(
            &w->r->arena,
            "%.*s is uninitialised: line %d %s it before anybody has stored "
            "to it, and the index here may come from that garbage. %s",
            n ? n : 12, n ? name : "What is read", t->line,
            strcmp(t->access, "atomic") ? "reads" : "updates",
            shared ? "Shared memory is not 0 at the start of a block: is every "
                     "element stored first, with a __syncthreads() after?"
                   : "Memory is not 0 when it is allocated: fill it first.");
    }
    return NULL;
}
