// Sums and maxima that begin with the wrong value, forget what they had, or
// have no room for a fraction; loops that leave out or repeat elements: see
// value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool holds(Str text, const char *part) {
    return text.n && memmem(text.p, text.n, part, strlen(part)) != NULL;
}

static bool holds_word(Str text, const char *word) {
    const char *at = text.n ? source_word(text.p, word) : NULL;
    return at && at < text.p + text.n;
}

static size_t name_length(const char *p) {
    size_t n = 0;
    while (source_name_char(p[n]))
        n++;
    return n;
}

static bool ends_with(Str text, const char *end) {
    size_t n = strlen(end);
    return text.n >= n && !memcmp(text.p + text.n - n, end, n);
}

// The body of a loop: up to its closing bracket, or one statement.
static Str body_of(Str last) {
    const char *p = last.p + last.n;
    p += *p == ')';
    p += strspn(p, " \n");
    if (*p != '{') return (Str){p, strcspn(p, ";")};
    int depth = 0;
    const char *from = p + 1;
    for (; *p; p++) {
        depth += (*p == '{') - (*p == '}');
        if (depth == 0) break;
    }
    return (Str){from, (size_t)(p - from)};
}

// ---- sum = ..., in a loop

// The statement at p sets a name and does nothing else: its name, else empty.
static Str plain_set(const char *p) {
    size_t n = name_length(p);
    const char *set = p + n + strspn(p + n, " ");
    bool is =
        n > 0 && !isdigit((unsigned char)*p) && *set == '=' && set[1] != '=';
    return is ? (Str){p, n} : (Str){0};
}

static bool names_in(Str text, const char *word, int most) {
    int n = 0;
    for (const char *p = text.p; (p = source_word(p, word)); p += strlen(word))
        n += p < text.p + text.n;
    return n > most;
}

// The name is set in every round, and no round looks at it.
static bool is_forgotten(Arena *a, Str body, const char *at) {
    Str name = plain_set(at);
    if (!name.n) return false;
    const char *word = arena_strn(a, name.p, name.n);
    Str value = {at + name.n, strcspn(at + name.n, ";")};
    const char *rest = body.p + body.n;
    const char *end = strstr(rest, "\n}");
    const char *after = source_word(rest, word);
    return (holds(value, "*") || holds(value, "[")) &&
           !holds_word(value, word) && !names_in(body, word, 1) && after &&
           (!end || after < end);
}

const char *value_set_anew(CheckResult *r, const char *code) {
    Str part[3];
    for (const char *p = source_device(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!source_for(p, part)) continue;
        Str body = body_of(part[2]);
        const char *at = body.p;
        for (int depth = 0; at < body.p + body.n; at++) {
            depth += (*at == '{') - (*at == '}');
            bool begins = at == body.p || strchr(";{}\n ", at[-1]);
            if (depth || !begins || !is_forgotten(&r->arena, body, at))
                continue;
            const char *before = at;
            while (before > body.p && strchr(" \n", before[-1]))
                before--;
            if (before > body.p && !strchr(";}", before[-1])) continue;
            Str name = plain_set(at);
            const char *word = arena_strn(&r->arena, name.p, name.n);
            if (!source_value(code, p, word)) continue;
            return arena_fmt(&r->arena,
                             "Line %d sets `%s` anew in each round of its "
                             "loop, so only the last round stays. Is += "
                             "meant?",
                             source_number(code, at), word);
        }
    }
    return NULL;
}

// ---- int sum

// The name is declared as a pointer to, or an array of, floating numbers.
static bool is_float_array(Arena *a, const char *code, Str name) {
    static const char *const types[] = {"float", "double"};
    const char *word = arena_strn(a, name.p, name.n);
    for (size_t k = 0; k < COUNT_OF(types); k++)
        for (const char *p = code; (p = source_word(p, types[k]));) {
            p += strlen(types[k]);
            const char *at = p + strspn(p, " ");
            bool pointer = *at == '*';
            at += pointer;
            if (!strncmp(at, "__restrict__ ", 13)) at += 13;
            size_t n = strlen(word);
            if (strncmp(at, word, n) || source_name_char(at[n])) continue;
            if (pointer || at[n] == '[') return true;
        }
    return false;
}

static bool rounds(Str text) {
    static const char *const words[] = {"(int)", "int_r", "rint", "round",
                                        "floor", "ceil",  "int("};
    for (size_t k = 0; k < COUNT_OF(words); k++)
        if (holds(text, words[k])) return true;
    return false;
}

// An element of such an array is in the text.
static bool has_float_element(Arena *a, const char *code, Str text) {
    for (const char *q = text.p; q < text.p + text.n; q++) {
        size_t n = name_length(q);
        if (n && q[n] == '[' && is_float_array(a, code, (Str){q, n}))
            return true;
        q += n ? n - 1 : 0;
    }
    return false;
}

// Where the block that p is in ends.
static const char *block_end(const char *p) {
    for (int depth = 0; *p; p++) {
        depth += (*p == '{') - (*p == '}');
        if (depth < 0) break;
    }
    return p;
}

// The word at p is declared there, with a type that has fractions.
static bool is_float_declared(const char *code, const char *p) {
    while (p > code && p[-1] == ' ')
        p--;
    Str before = {code, (size_t)(p - code)};
    return ends_with(before, "float") || ends_with(before, "double");
}

// It is true or false, or chosen.
static bool chooses(Str value) {
    static const char *const signs[] = {"<", ">", "==", "?", "&&", "||"};
    for (size_t k = 0; k < COUNT_OF(signs); k++)
        if (holds(value, signs[k])) return true;
    return false;
}

// Such an element is added to the name, in its block.
static bool gets_fractions(Arena *a, const char *code, const char *p,
                           const char *word) {
    const char *end = block_end(p);
    for (; (p = source_word(p, word)) && p < end; p += strlen(word)) {
        if (is_float_declared(code, p)) return false;
        const char *set = p + strlen(word) + strspn(p + strlen(word), " ");
        if (strncmp(set, "+=", 2)) continue;
        Str value = {set + 2, strcspn(set + 2, ";")};
        int depth = 0; // the head of a `for` ends before
        for (size_t i = 0; i < value.n && depth >= 0; i++) {
            depth += (value.p[i] == '(') - (value.p[i] == ')');
            if (depth < 0) value.n = i;
        }
        if (rounds(value)) return false;
        if (!chooses(value) && has_float_element(a, code, value)) return true;
    }
    return false;
}

// A number with a point or a float of an array is in it, and it is neither
// compared nor rounded.
static bool has_fraction(Arena *a, const char *code, Str value) {
    if (chooses(value)) return false;
    for (const char *p = value.p + 1; p < value.p + value.n; p++)
        if (*p == '.' && isdigit((unsigned char)p[-1])) return !rounds(value);
    return holds(value, "*") && !rounds(value) &&
           has_float_element(a, code, value);
}

const char *value_int_sum(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    for (const char *p = source_device(code); p && (p = source_word(p, "int"));
         p += 3) {
        const char *at = p + 3 + strspn(p + 3, " ");
        size_t n = name_length(at);
        const char *set = at + n + strspn(at + n, " ");
        if (n == 0 || *set != '=') continue;
        Str value = {set + 1, strcspn(set + 1, ";,")};
        const char *word = arena_strn(a, at, n);
        if (!has_fraction(a, code, value) &&
            !gets_fractions(a, code, value.p, word))
            continue;
        return arena_fmt(a,
                         "`%s` is an int in line %d, so it has no fraction: "
                         "whatever it gets is cut to a whole number. Make it a "
                         "float.",
                         word, source_number(code, p));
    }
    return NULL;
}

// ---- float most = 0

static bool is_float_name(const char *code, const char *word) {
    static const char *const types[] = {"float", "double"};
    for (size_t k = 0; k < COUNT_OF(types); k++)
        for (const char *p = code; (p = source_word(p, types[k])); p++) {
            const char *end = p + strcspn(p, ";)");
            const char *at = source_word(p, word);
            if (at && at < end) return true;
        }
    return false;
}

static bool is_zero(const char *value) {
    value += strspn(value, " ");
    size_t n = strcspn(value, ";,");
    if (n >= 7 && !strncmp(value, "FLT_MIN", 7)) return true;
    return n > 0 && *value == '0' && strspn(value, "0.f") >= n;
}

// An absolute value or an exponential, or a variable that was given one.
static bool is_never_negative(Arena *a, const char *code, Str value) {
    static const char *const calls[] = {"abs(", "absf(", "exp(", "expf("};
    const char *from =
        source_is_name(value)
            ? source_value(code, value.p, arena_strn(a, value.p, value.n))
            : NULL;
    if (from) value = (Str){from, strcspn(from, ";,")};
    for (size_t k = 0; k < COUNT_OF(calls); k++)
        if (holds(value, calls[k])) return true;
    return false;
}

const char *value_most_from_zero(CheckResult *r, const char *code) {
    static const char *const names[] = {"fmaxf", "fmax", "max"};
    // Absolute values are never less than 0, wherever they are taken.
    if (strstr(code, "fabs")) return NULL;
    for (size_t k = 0; k < COUNT_OF(names); k++)
        for (const char *p = source_device(code);
             p && (p = source_word(p, names[k]));) {
            p += strlen(names[k]);
            if (*p != '(') continue;
            Str first = source_call_argument(p, 0);
            Str second = source_call_argument(p, 1);
            if (!source_is_name(first) ||
                is_never_negative(&r->arena, code, second))
                continue;
            const char *word = arena_strn(&r->arena, first.p, first.n);
            // The last value that is none of the maximum itself.
            const char *value = source_value(code, p, word);
            for (int i = 0;
                 value && i < 4 && !is_zero(value) &&
                 holds_word((Str){value, strcspn(value, ";")}, names[k]);
                 i++)
                value = source_value(code, value - 2 - strlen(word), word);
            if (!value || !is_zero(value) || !is_float_name(code, word))
                continue;
            return arena_fmt(&r->arena,
                             "The maximum `%s` begins at 0 in line %d. Where "
                             "all values are negative, that is larger than "
                             "each of them: begin at -INFINITY.",
                             word, source_number(code, value));
        }
    return NULL;
}

// ---- loops over elements

static bool steps_by_one(Str step) {
    return holds(step, "++") || ends_with(step, "+= 1") ||
           ends_with(step, "+=1");
}

// A thread that takes several neighbours steps by 1 from its first one.
static bool begins_groups(Arena *a, const char *code, Str from) {
    const char *word = arena_strn(a, from.p, from.n);
    const char *value =
        source_is_name(from) ? source_value(code, from.p, word) : NULL;
    return value && holds((Str){value, strcspn(value, ";,")}, "* (");
}

static bool is_of_thread(const char *code, Str text) {
    return source_uses(code, text.p, text, "threadIdx") ||
           holds_word(text, "lane") || holds_word(text, "tid");
}

// Every thread begins at another element and ends at the same one.
static bool repeats(Arena *a, const char *code, Str from, Str to) {
    if (holds(from, "*") || holds(from, ",")) return false;
    // offsets[s] + lane: the lanes of a warp share the row.
    if (ends_with(from, "] + lane")) return !holds_word(to, "lane");
    return !holds(from, "[") && !holds(to, "[") &&
           !begins_groups(a, code, from) && is_of_thread(code, from) &&
           !is_of_thread(code, to);
}

const char *every_element_words(CheckResult *r, const char *code, int line) {
    Str part[3];
    for (const char *p = source_device(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!source_for(p, part) || !steps_by_one(part[2])) continue;
        Str body = body_of(part[2]);
        if (line > 0 && (source_number(code, p) > line ||
                         source_number(code, body.p + body.n) < line))
            continue;
        const char *set = part[0].n ? memchr(part[0].p, '=', part[0].n) : NULL;
        const char *less = part[1].n ? memchr(part[1].p, '<', part[1].n) : NULL;
        if (!set || !less) continue;
        const char *end = part[0].p + part[0].n;
        Str from = str_trim((Str){set + 1, (size_t)(end - set - 1)});
        Str to = {less + 1, (size_t)(part[1].p + part[1].n - less - 1)};
        if (!repeats(&r->arena, code, from, to)) continue;
        // A thread with a row of its own, from the diagonal on.
        if (source_is_name(from) &&
            holds_word(body, arena_strn(&r->arena, from.p, from.n)))
            continue;
        return arena_fmt(&r->arena,
                         "The loop of line %d begins at the number of the "
                         "thread, %.*s, and steps by 1, so the threads take "
                         "the same elements. Step by as many threads as share "
                         "the loop.",
                         source_number(code, p), (int)from.n, from.p);
    }
    return NULL;
}

// `int i = me` is for i.
static bool is_loop_of(Str set, Str index) {
    const char *equals = set.n ? memchr(set.p, '=', set.n) : NULL;
    Str left = str_trim((Str){set.p, equals ? (size_t)(equals - set.p) : 0});
    return left.n >= index.n &&
           !memcmp(left.p + left.n - index.n, index.p, index.n) &&
           (left.n == index.n ||
            !source_name_char(left.p[left.n - index.n - 1]));
}

// The step of `i += all`: the value that `all` was given.
static Str step_of(Arena *a, const char *code, Str part) {
    const char *plus = part.n ? memmem(part.p, part.n, "+=", 2) : NULL;
    if (!plus) return (Str){0};
    const char *from = plus + 2, *end = part.p + part.n;
    Str step = str_trim((Str){from, (size_t)(end - from)});
    const char *value =
        source_is_name(step)
            ? source_value(code, part.p, arena_strn(a, step.p, step.n))
            : NULL;
    return value ? (Str){value, strcspn(value, ";,")} : step;
}

const char *same_rounds_words(CheckResult *r, const char *code, int line,
                              Str index) {
    Arena *a = &r->arena;
    Str part[3];
    if (!source_is_name(index)) return NULL;
    for (const char *p = source_device(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!source_for(p, part) || !is_loop_of(part[0], index)) continue;
        Str body = body_of(part[2]);
        int at = source_number(code, p);
        if (at > line || source_number(code, body.p + body.n) < line) continue;
        const char *equals = memchr(part[0].p, '=', part[0].n);
        const char *set = equals + 1;
        Str from = str_trim((Str){set, (size_t)(part[0].p + part[0].n - set)});
        bool own = is_of_thread(code, from) ||
                   source_uses(code, from.p, from, "blockIdx");
        if (steps_by_one(part[2]) && own)
            return arena_fmt(a,
                             "The loop of line %d begins at the number of the "
                             "thread, %.*s, and steps by 1, so the threads "
                             "take the same elements. Step by as many threads "
                             "as share the loop.",
                             at, (int)from.n, from.p);
        if (steps_by_one(part[2]))
            return arena_fmt(
                a,
                "The loop of line %d is the same in every thread: "
                "each of them goes through all elements, from "
                "%.*s on. Let a thread take one element, that of "
                "its own number, without the loop; or let it begin "
                "there, and step by the number of all threads.",
                at, (int)from.n, from.p);
        Str step = step_of(a, code, part[2]);
        if (own && holds_word(step, "gridDim") &&
            holds_word(step, "blockDim") && !holds(step, "*"))
            return arena_fmt(a,
                             "The loop of line %d steps by a sum. All threads "
                             "of the grid together are gridDim.x * blockDim.x: "
                             "blocks times threads of a block.",
                             at);
    }
    return NULL;
}

const char *value_every_element(CheckResult *r, const char *code) {
    return every_element_words(r, code, 0);
}

// The one thread that goes on has its own part already.
static bool comes_after_return(const char *kernel, const char *p) {
    while (p > kernel && strchr(" \n", p[-1]))
        p--;
    return p - kernel > 7 && !memcmp(p - 7, "return;", 7);
}

// The loop stands in what thread 0 does for all: it has its own part already.
static bool is_of_first_thread(const char *code, const char *loop) {
    enum { NEAR = 200 };
    const char *from = loop - min_of(loop - code, (ptrdiff_t)NEAR);
    const char *at = memmem(from, (size_t)(loop - from), "== 0)", 5);
    return at && !memchr(at, '}', (size_t)(loop - at));
}

// `for (int p = 1; p < k; p += 16)`.
const char *value_from_one(CheckResult *r, const char *code) {
    Str part[3];
    const char *kernel = source_device(code);
    for (const char *p = kernel; p && (p = source_word(p, "for")); p += 3) {
        if (!source_for(p, part)) continue;
        Str body = body_of(part[2]);
        bool rises = holds(part[2], "++") || holds(part[2], "+=");
        if (!ends_with(part[0], "= 1") || !rises || holds(body, "- 1") ||
            holds(body, "-1"))
            continue;
        if (strstr(kernel, "[0]") || comes_after_return(kernel, p) ||
            is_of_first_thread(kernel, p))
            continue;
        return arena_fmt(&r->arena,
                         "The loop of line %d begins at 1. Is the round for 0 "
                         "done by another line?",
                         source_number(code, p));
    }
    return NULL;
}
