// Sums and maxima that begin with the wrong value, forget what they had, or
// have no room for a fraction: see value_rules.def.
#include "gate/result/told.h"
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- sum = ..., in a loop

// The statement at p sets a name and does nothing else: its name, else empty.
static Str plain_set(const char *p) {
    size_t n = source_name_length(p);
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
    return (source_holds(value, "*") || source_holds(value, "[")) &&
           !source_holds_word(value, word) && !names_in(body, word, 1) &&
           after && (!end || after < end);
}

// The beginning of a statement of the body, in no braces of its own.
static bool begins_statement(Str body, const char *at) {
    if (at > body.p && !strchr(";{}\n ", at[-1])) return false;
    while (at > body.p && strchr(" \n", at[-1]))
        at--;
    return at == body.p || strchr(";}", at[-1]);
}

// The body has another use of the name than `sum += ...` after p.
static bool is_read_after(Str body, const char *p, const char *word) {
    const char *end = body.p + body.n;
    while ((p = source_word(p, word)) && p < end) {
        p += strlen(word);
        const char *sign = p + strspn(p, " ");
        if (!strchr("+-*", *sign) || sign[1] != '=') return true;
    }
    return false;
}

// `sum = 0;` at the beginning of each round: the body then adds to it and does
// nothing else with it, and what comes after the loop uses it.
static bool is_cleared(Arena *a, Str body, const char *at) {
    static const char *const zeros[] = {"0", "0.0f", "0.f", "0.0", "0u"};
    Str name = plain_set(at);
    if (!name.n) return false;
    const char *word = arena_strn(a, name.p, name.n);
    const char *set = strchr(at, '=') + 1, *rest = body.p + body.n;
    Str value = str_trim((Str){set, strcspn(set, ";")});
    bool zero = false;
    for (size_t k = 0; k < COUNT_OF(zeros); k++)
        zero |= str_eq(value, zeros[k]);
    const char *after = source_word(rest, word);
    return zero && names_in(body, word, 1) &&
           source_word(body.p, word) == at && // nothing reads it before
           !is_read_after(body, set, word) && after &&
           after < source_function_end(rest) && !plain_set(after).n;
}

// The first statement of a loop that sets anew what the rounds gather.
static const char *anew_words(Arena *a, const char *code) {
    Str part[3];
    for (const char *p = source_device(code); p && (p = source_word(p, "for"));
         p += 3) {
        if (!source_for(p, part)) continue;
        Str body = source_body(part[2]);
        const char *at = body.p;
        for (int depth = 0; at < body.p + body.n; at++) {
            depth += (*at == '{') - (*at == '}');
            if (depth || !begins_statement(body, at)) continue;
            bool clears = is_cleared(a, body, at);
            if (!clears && !is_forgotten(a, body, at)) continue;
            Str name = plain_set(at);
            const char *word = arena_strn(a, name.p, name.n);
            if (!source_value(code, p, word)) continue;
            if (clears)
                return arena_fmt(a,
                                 "Line %d sets `%s` to 0 again in each round "
                                 "of the loop of line %d, so only what the "
                                 "last round adds stays. Set it once, before "
                                 "that loop.",
                                 source_number(code, at), word,
                                 source_number(code, p));
            return arena_fmt(a,
                             "Line %d sets `%s` anew in each round of its "
                             "loop, so only the last round stays. Is += "
                             "meant?",
                             source_number(code, at), word);
        }
    }
    return NULL;
}

const char *value_set_anew(CheckResult *r, const char *code) {
    return anew_words(&r->arena, code);
}

// Without what the earlier rounds gather, a compiler keeps all that the last
// one reads in registers.
const char *trap_set_anew(const Told *w) {
    bool full =
        told_is(w, "bad-launch") && strstr(w->t->message, "for its registers");
    return full ? anew_words(&w->r->arena, w->code) : NULL;
}

// ---- a sum that nobody reads

// Within the braces of a function.
static bool is_local(const char *function, const char *p) {
    int depth = 0;
    for (const char *q = function; q < p; q++)
        depth += (*q == '{') - (*q == '}');
    return depth > 0;
}

// `double name = 0`, in code before p of its function; its place, or NULL.
static const char *declared_before(const char *code, const char *p,
                                   const char *word) {
    static const char *const types[] = {"double", "float", "int", "long"};
    const char *from = source_function(code, p);
    for (const char *at = from; (at = source_word(at, word)) && at < p; at++) {
        const char *begin = at;
        while (begin > from && !strchr(";{}(", begin[-1]))
            begin--;
        Str before = str_trim((Str){begin, (size_t)(at - begin)});
        const char *sign = at + strlen(word) + strspn(at + strlen(word), " ");
        if (!strchr("=;,", *sign) || source_holds(before, "*") ||
            source_holds(before, "&") || source_holds(before, "static") ||
            source_holds(before, "volatile") ||
            source_holds(before, "__shared__") || !is_local(from, at))
            continue;
        for (size_t k = 0; k < COUNT_OF(types); k++)
            if (source_holds_word(before, types[k])) return at;
    }
    return NULL;
}

// True if nothing takes the value of the expression at p: no `x = sum += y`.
static bool is_statement(const char *code, const char *p) {
    while (p > code && strchr(" \n", p[-1]))
        p--;
    return p > code && (strchr(";{})", p[-1]) ||
                        source_ends((Str){code, (size_t)(p - code)}, " else"));
}

// No use of the name is more than an assignment to it.
static bool is_never_read(const char *code, Str function, const char *word) {
    const char *end = function.p + function.n;
    for (const char *p = function.p; (p = source_word(p, word)) && p < end;) {
        bool declares = p == function.p;
        if (!declares && !is_statement(code, p)) return false;
        p += strlen(word);
        const char *sign = p + strspn(p, " ");
        bool changes = *sign && strchr("+-*", *sign) && sign[1] == '=';
        bool set = *sign == '=' && sign[1] != '=';
        if (!changes && !set && !declares) return false;
        if (set) p += strcspn(p, ";"); // x = x + y reads it for itself alone
    }
    return true;
}

const char *value_never_read(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    for (const char *p = code; (p = strstr(p, "+=")); p += 2) {
        Str name = source_name_before(code, p);
        if (!source_is_name(name)) continue;
        const char *word = arena_strn(a, name.p, name.n);
        const char *from = declared_before(code, name.p, word);
        if (!from ||
            !is_never_read(code,
                           (Str){from, (size_t)(source_function_end(p) - from)},
                           word))
            continue;
        return arena_fmt(a,
                         "`%s` gathers what line %d adds to it, and no line "
                         "reads it: what it has is missing from the result.",
                         word, source_number(code, p));
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
        if (source_holds(text, words[k])) return true;
    return false;
}

// An element of such an array is in the text.
static bool has_float_element(Arena *a, const char *code, Str text) {
    for (const char *q = text.p; q < text.p + text.n; q++) {
        size_t n = source_name_length(q);
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
    return source_ends(before, "float") || source_ends(before, "double");
}

// It is true or false, or chosen.
static bool chooses(Str value) {
    static const char *const signs[] = {"<", ">", "==", "?", "&&", "||"};
    for (size_t k = 0; k < COUNT_OF(signs); k++)
        if (source_holds(value, signs[k])) return true;
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
    return source_holds(value, "*") && !rounds(value) &&
           has_float_element(a, code, value);
}

const char *value_int_sum(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    for (const char *p = source_device(code); p && (p = source_word(p, "int"));
         p += 3) {
        const char *at = p + 3 + strspn(p + 3, " ");
        size_t n = source_name_length(at);
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
        if (source_holds(value, calls[k])) return true;
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
                 source_holds_word((Str){value, strcspn(value, ";")}, names[k]);
                 i++)
                value = source_value(code, value - 2 - strlen(word), word);
            if (!value || !is_zero(value) || !is_float_name(code, word))
                continue;
            bool tiny =
                source_holds((Str){value, strcspn(value, ";")}, "FLT_MIN");
            return arena_fmt(
                &r->arena,
                "The maximum `%s` begins at %s in line %d. Where "
                "all values are negative, that is larger than "
                "each of them: begin at -INFINITY%s.",
                word, tiny ? "FLT_MIN, the smallest number above 0," : "0",
                source_number(code, value),
                tiny ? ", and let places without an element hold "
                       "that, too"
                     : "");
        }
    return NULL;
}

// ---- before = *out; atomicExch(out, before + x)

const char *value_read_and_exchanged(CheckResult *r, const char *code) {
    for (const char *p = code; (p = source_word(p, "atomicExch")); p++) {
        const char *open = p + strlen("atomicExch");
        if (*open != '(') continue;
        Str to = source_call_argument(open, 0),
            value = source_call_argument(open, 1);
        if (to.n && *to.p == '&') to = (Str){to.p + 1, to.n - 1};
        // `out[0]` of &out[0], and `*out` of out.
        const char *read = source_is_name(to)
                               ? arena_fmt(&r->arena, "*%.*s", (int)to.n, to.p)
                               : arena_strn(&r->arena, to.p, to.n);
        for (size_t i = 0; value.n && i < value.n; i++) {
            size_t n = source_name_length(value.p + i);
            if (n == 0) continue;
            const char *word = arena_strn(&r->arena, value.p + i, n);
            const char *set = source_value(code, p, word);
            i += n - 1;
            if (!set || !source_holds((Str){set, strcspn(set, ";,")}, read))
                continue;
            return arena_fmt(&r->arena,
                             "Line %d reads `%s`, and line %d exchanges it: "
                             "only the exchange is atomic, and what other "
                             "threads add in between is lost. atomicAdd reads, "
                             "adds and stores in one step.",
                             source_number(code, set), read,
                             source_number(code, p));
        }
    }
    return NULL;
}
