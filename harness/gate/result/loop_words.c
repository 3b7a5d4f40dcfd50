// See loop_words.h.
#include "gate/result/loop_words.h"

#include "gate/result/loop_read.h"
#include "gate/result/source.h"
#include "gate/result/told.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Look {
    Arena *a;
    const char *code;
    Loop l;
    int line;
} Look;

static Str after(Str text, const char *p) {
    const char *end = text.p + text.n;
    return p < end ? (Str){p, (size_t)(end - p)} : (Str){0};
}

// ---- nothing changes

// The first change of the variable in the loop, NULL: there is none. more:
// there is a second one.
static const char *change_of(const Look *k, Str name, bool *more) {
    const Str parts[] = {k->l.test, k->l.step, k->l.body};
    const char *found = NULL;
    *more = false;
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const char *p = parts[i].p;
        while ((p = loop_change(k->code, parts[i], p, name))) {
            *more |= found != NULL;
            if (!found) found = p;
            p += name.n;
        }
    }
    return found;
}

// The condition asks for variables alone, which nobody else changes.
static bool asks_variables(const Look *k) {
    Str test = k->l.test, name;
    for (size_t i = 0; i < test.n; i++) {
        char c = test.p[i];
        bool before = i > 0 && (source_name_char(test.p[i - 1]) ||
                                (test.p[i - 1] == ' ' && i > 1 &&
                                 source_name_char(test.p[i - 2])));
        if (c == '[' || (c == '(' && i > 0 && source_name_char(test.p[i - 1])))
            return false;
        if ((c == '*' && !before) || (c == '-' && test.p[i + 1] == '>'))
            return false;
        bool built_in = i >= 3 && (!memcmp(test.p + i - 3, "Dim", 3) ||
                                   !memcmp(test.p + i - 3, "Idx", 3));
        if (c == '.' && !built_in) return false;
    }
    for (const char *at = test.p; (name = loop_name(test, &at)).n;)
        if (loop_is_shared(k->a, k->code, name)) return false;
    return true;
}

static bool is_written_large(Str name) {
    for (size_t i = 0; i < name.n; i++)
        if (islower((unsigned char)name.p[i])) return false;
    return true;
}

static bool holds_name(const Look *k, Str text, Str name) {
    return source_holds_word(text, arena_strn(k->a, name.p, name.n));
}

// `i + step` where i += step is meant: a value that is stored nowhere.
static bool is_idle(const Look *k, Str text, Str name) {
    return text.n > name.n && holds_name(k, text, name) &&
           !memchr(text.p, '(', text.n) && !memchr(text.p, '=', text.n) &&
           !loop_change(k->code, text, text.p, name) &&
           strcspn(text.p, "+-*/%<>") < text.n;
}

// Such a step, or such a statement of the body; empty: there is none.
static Str idle_of(const Look *k, Str name) {
    if (is_idle(k, k->l.step, name)) return k->l.step;
    const char *end = k->l.body.p + k->l.body.n;
    for (const char *p = k->l.body.p; k->l.body.n && p < end; p++) {
        p += strspn(p, " \n{};");
        size_t n = strcspn(p, ";{}");
        Str text = str_trim((Str){p, n});
        if (p + n >= end) break;
        bool begins =
            source_name_length(p) == name.n && !memcmp(p, name.p, name.n);
        if (begins && is_idle(k, text, name)) return text;
        p += n;
    }
    return (Str){0};
}

// `i += step` of `i + step`, else `i = ...`.
static const char *set_of(const Look *k, Str idle, Str name) {
    const char *sign = idle.p + name.n;
    sign += strspn(sign, " ");
    bool begins =
        !memcmp(idle.p, name.p, name.n) && !source_name_char(idle.p[name.n]);
    size_t n = strspn(sign, "+-*/%<>");
    Str rest = str_trim(after(idle, sign + n));
    bool plain = begins && n && strcspn(rest.p, "+-*/%<>") >= rest.n;
    return plain ? arena_fmt(k->a, "%.*s %.*s= %.*s", (int)name.n, name.p,
                             (int)n, sign, (int)rest.n, rest.p)
                 : arena_fmt(k->a, "%.*s = %.*s", (int)name.n, name.p,
                             (int)idle.n, idle.p);
}

static const char *idle_words(const Look *k, Str idle, Str name) {
    int line = source_number(k->code, idle.p);
    const char *there =
        line == k->line ? "" : arena_fmt(k->a, " in line %d", line);
    return arena_fmt(
        k->a,
        "The loop of line %d never ends: `%.*s`%s computes a value "
        "and stores it nowhere, so `%.*s` stays as it is. Write "
        "`%s`.",
        k->line, (int)idle.n, idle.p, there, (int)name.n, name.p,
        set_of(k, idle, name));
}

// The name that the step changes, and the condition does not ask for.
static Str other_stepped(const Look *k) {
    Str name;
    for (const char *at = k->l.step.p; (name = loop_name(k->l.step, &at)).n;)
        if (loop_change(k->code, k->l.step, k->l.step.p, name) &&
            !holds_name(k, k->l.test, name))
            return name;
    return (Str){0};
}

static const char *unchanged_words(const Look *k, Str name) {
    Str idle = idle_of(k, name), other = other_stepped(k);
    if (idle.n) return idle_words(k, idle, name);
    if (loop_is_left(&k->l)) return NULL;
    if (other.n)
        return arena_fmt(k->a,
                         "The loop of line %d never ends: its condition `%.*s` "
                         "asks for `%.*s`, and its step `%.*s` changes `%.*s`. "
                         "Which of the two is meant?",
                         k->line, (int)k->l.test.n, k->l.test.p, (int)name.n,
                         name.p, (int)k->l.step.n, k->l.step.p, (int)other.n,
                         other.p);
    if (k->l.is_empty && !k->l.is_for)
        return arena_fmt(k->a,
                         "The loop of line %d never ends: the `;` after its "
                         "condition is all of its body, so nothing changes "
                         "`%.*s`. Take the `;` away.",
                         k->line, (int)name.n, name.p);
    return arena_fmt(k->a,
                     "The loop of line %d never ends: its condition is `%.*s`, "
                     "and nothing in the loop changes `%.*s`. Where should "
                     "`%.*s` move on?",
                     k->line, (int)k->l.test.n, k->l.test.p, (int)name.n,
                     name.p, (int)name.n, name.p);
}

// The condition, once true, stays true.
static const char *stays_true(const Look *k) {
    Str test = k->l.test, name, first = {0};
    bool more;
    if (!test.n || str_eq(test, "true") || str_eq(test, "1"))
        return loop_is_left(&k->l) || k->l.is_empty
                   ? NULL
                   : arena_fmt(k->a,
                               "The loop of line %d never ends: it has no "
                               "condition, and no `break` or `return` in its "
                               "body.",
                               k->line);
    if (!asks_variables(k)) return NULL;
    for (const char *at = test.p; (name = loop_name(test, &at)).n;) {
        if (change_of(k, name, &more)) return NULL;
        if (!first.n && !is_written_large(name)) first = name;
    }
    return first.n ? unchanged_words(k, first) : NULL;
}

// ---- it changes, and the condition stays true

// The declaration of the name that is the last before p: what stands before
// the name in it.
static Str type_of(const Look *k, Str name) {
    const char *word = arena_strn(k->a, name.p, name.n);
    const char *end = k->l.first.n ? k->l.first.p + k->l.first.n : k->l.at;
    Str type = {0};
    for (const char *p = k->code; (p = source_word(p, word)) && p < end;
         p += name.n) {
        const char *from = p;
        while (from > k->code && !strchr(";{}(\n", from[-1]))
            from--;
        Str before = str_trim((Str){from, (size_t)(p - from)});
        if (before.n && isalpha((unsigned char)*before.p) &&
            !memchr(before.p, '[', before.n))
            type = before;
    }
    return type;
}

static bool is_unsigned(const Look *k, Str name) {
    Str type = type_of(k, name);
    return source_holds(type, "unsigned") || source_holds(type, "uint") ||
           source_holds_word(type, "size_t");
}

// The largest number of a type of few bits; 0: it has more.
static long most_of_type(const Look *k, Str name) {
    Str type = type_of(k, name);
    bool no_sign = source_holds(type, "unsigned") || source_holds(type, "uint");
    if (source_holds(type, "char") || source_holds(type, "int8_t"))
        return no_sign ? 255 : 127;
    if (source_holds(type, "short") || source_holds(type, "int16_t"))
        return no_sign ? 65535 : 32767;
    return 0;
}

static bool begins_at_zero(const Look *k, Str name) {
    const char *word = arena_strn(k->a, name.p, name.n);
    const char *end = k->l.first.n ? k->l.first.p + k->l.first.n : k->l.at;
    const char *value = source_value(k->code, end, word);
    return value &&
           str_eq(str_trim((Str){value, strcspn(value, ";,\n)")}), "0");
}

typedef struct Moved {
    Str name, by, other, sign;
    Move how;
    const char *at;
} Moved;

static bool is_sign(const Moved *m, const char *a, const char *b) {
    return str_eq(m->sign, a) || str_eq(m->sign, b);
}

// x >= 0 or x > -1: true of 0.
static bool holds_of_zero(const Moved *m) {
    return (str_eq(m->sign, ">=") && str_eq(m->other, "0")) ||
           (str_eq(m->sign, ">") && str_eq(m->other, "-1"));
}

static bool holds_of_one(const Moved *m) {
    return holds_of_zero(m) ||
           (is_sign(m, ">", "!=") && str_eq(m->other, "0")) ||
           (str_eq(m->sign, ">=") && str_eq(m->other, "1"));
}

static const char *small_words(const Look *k, const Moved *m) {
    const char *name = arena_strn(k->a, m->name.p, m->name.n);
    const char *test = arena_strn(k->a, k->l.test.p, k->l.test.n);
    if (m->how == MOVE_HALVE && holds_of_zero(m))
        return arena_fmt(k->a,
                         "The loop of line %d never ends: after 1 `%s` is 0, "
                         "half of 0 is 0 again, and `%s` is true of 0. Write "
                         "`%s > 0`.",
                         k->line, name, test, name);
    if (m->how == MOVE_HALVE_UP && holds_of_one(m))
        return arena_fmt(k->a,
                         "The loop of line %d never ends: `%s` stays 1, "
                         "because (1 + 1) / 2 is 1, and `%s` is true of 1. "
                         "Write `%s > 1`.",
                         k->line, name, test, name);
    if (m->how == MOVE_DOUBLE && begins_at_zero(k, m->name) &&
        (is_sign(m, "<", "<=") || str_eq(m->sign, "!=")))
        return arena_fmt(k->a,
                         "The loop of line %d never ends: `%s` begins at 0, "
                         "and twice 0 is 0 again. Begin at 1.",
                         k->line, name);
    if (m->how == MOVE_DOWN && holds_of_zero(m) && is_unsigned(k, m->name))
        return arena_fmt(k->a,
                         "The loop of line %d never ends: `%s` is unsigned, "
                         "and so never less than 0. After 0 comes the largest "
                         "number that it can hold. Make it an int.",
                         k->line, name);
    long bound, most = most_of_type(k, m->name);
    bool bounded = source_constant(k->code, m->other, &bound);
    if (m->how == MOVE_UP && most && bounded &&
        ((str_eq(m->sign, "<") && bound > most) ||
         (str_eq(m->sign, "<=") && bound >= most)))
        return arena_fmt(k->a,
                         "The loop of line %d never ends: the type of `%s` "
                         "holds numbers up to %ld only, so `%s` is always "
                         "true. Make it an int.",
                         k->line, name, most, test);
    return NULL;
}

// x < n, and x gets smaller; x > 0, and x gets larger.
static const char *away_words(const Look *k, const Moved *m) {
    bool down = m->how == MOVE_DOWN || m->how == MOVE_HALVE;
    bool up = m->how == MOVE_UP;
    bool below = is_sign(m, "<", "<="), above = is_sign(m, ">", ">=");
    if (down && below && is_unsigned(k, m->name)) return NULL; // 0 - 1 is large
    if (!(down && below) && !(up && above)) return NULL;
    Str change = str_trim((Str){m->at, (size_t)(strcspn(m->at, ";,){}"))});
    if (m->by.p > m->at) change.n = (size_t)(m->by.p + m->by.n - m->at);
    return arena_fmt(k->a,
                     "The loop of line %d goes the wrong way: it runs while "
                     "`%.*s`, and `%.*s` in line %d makes `%.*s` %s in each "
                     "round, so it never ends.",
                     k->line, (int)k->l.test.n, k->l.test.p, (int)change.n,
                     change.p, source_number(k->code, m->at), (int)m->name.n,
                     m->name.p, down ? "smaller" : "larger");
}

// Finds the one way in which the loop moves a variable that it compares.
static bool moved_by(const Look *k, Moved *m) {
    Str test = k->l.test;
    bool more;
    for (const char *at = test.p; (m->name = loop_name(test, &at)).n;) {
        m->sign = loop_compares(test, m->name, &m->other);
        m->at = m->sign.n ? change_of(k, m->name, &more) : NULL;
        if (!m->at || more) continue;
        m->how = loop_move(m->at, m->name, &m->by);
        if (m->how != MOVE_OTHER) return true;
    }
    return false;
}

static const char *moved_words(const Look *k) {
    Moved m;
    if (loop_is_left(&k->l) || !moved_by(k, &m)) return NULL;
    const char *says = small_words(k, &m);
    return says ? says : away_words(k, &m);
}

// `i =+ step`.
static const char *turned_words(const Look *k) {
    Moved m;
    if (loop_is_left(&k->l)) return NULL;
    Str test = k->l.test;
    bool more;
    for (const char *at = test.p; (m.name = loop_name(test, &at)).n;) {
        m.at = change_of(k, m.name, &more);
        if (!m.at || more) continue;
        const char *sign = m.at + m.name.n;
        sign += strspn(sign, " ");
        if (strncmp(sign, "=+", 2) && strncmp(sign, "=-", 2)) continue;
        return arena_fmt(k->a,
                         "The loop of line %d: `%.*s` in line %d sets `%.*s` "
                         "to the same number in each round. `%c=` adds to it, "
                         "and `=%c` does not.",
                         k->line, (int)strcspn(m.at, ";,)"), m.at,
                         source_number(k->code, m.at), (int)m.name.n, m.name.p,
                         sign[1], sign[1]);
    }
    return NULL;
}

// ---- a round that leaves out the change

static const char *skipped_words(const Look *k) {
    Str test = k->l.test, name;
    bool more;
    const char *skips = k->l.body.n && !k->l.is_for
                            ? source_word(k->l.body.p, "continue")
                            : NULL;
    if (!skips || skips > k->l.body.p + k->l.body.n || !asks_variables(k))
        return NULL;
    for (const char *at = test.p; (name = loop_name(test, &at)).n;) {
        const char *change = change_of(k, name, &more);
        if (!change || more || change < skips) continue;
        return arena_fmt(k->a,
                         "The loop of line %d: `continue` in line %d goes back "
                         "to its condition and leaves out line %d, where "
                         "`%.*s` moves on. The same round comes again, and "
                         "never ends.",
                         k->line, source_number(k->code, skips),
                         source_number(k->code, change), (int)name.n, name.p);
    }
    return NULL;
}

// `hi = mid - 1` stands in the loop's body.
static bool sets_below(const Look *k, Str hi, Str mid) {
    const char *text =
        arena_fmt(k->a, "%.*s = %.*s - 1", (int)hi.n, hi.p, (int)mid.n, mid.p);
    return source_holds(k->l.body, text);
}

// `mid = (lo + hi) / 2` or `lo + (hi - lo) / 2`, and then `lo = mid`.
static const char *search_words(const Look *k) {
    Str test = k->l.test, hi;
    const char *at = test.p;
    Str lo = loop_name(test, &at), sign = loop_compares(test, lo, &hi);
    if (!str_eq(sign, "<") && !str_eq(sign, "<=")) return NULL;
    if (!source_is_name(hi)) return NULL;
    const char *end = k->l.body.p + k->l.body.n;
    for (const char *p = k->l.body.p; k->l.body.n && p < end; p++) {
        if (!(p == k->l.body.p || strchr(" \n{;(", p[-1]))) continue;
        if (source_name_length(p) != lo.n || memcmp(p, lo.p, lo.n)) continue;
        const char *set = p + lo.n + strspn(p + lo.n, " ");
        if (*set != '=') continue;
        set += 1 + strspn(set + 1, " ");
        Str mid = {set, source_name_length(set)};
        if (!mid.n || set[mid.n + strspn(set + mid.n, " ")] != ';') continue;
        const char *value =
            source_value(k->code, p, arena_strn(k->a, mid.p, mid.n));
        if (!value) continue;
        Str sum = {value, strcspn(value, ";,")};
        bool middle = holds_name(k, sum, lo) && holds_name(k, sum, hi) &&
                      (source_holds(sum, "/ 2") || source_holds(sum, ">> 1")) &&
                      !source_holds(sum, "+ 1");
        if (!middle) continue;
        if (sets_below(k, hi, mid))
            return arena_fmt(
                k->a,
                "The loop of line %d never ends once `%.*s` is one more than "
                "`%.*s`: the middle is `%.*s` again, and line %d changes "
                "nothing. Where the other branch takes `%.*s - 1`, the middle "
                "has to be rounded up: (%.*s + %.*s + 1) / 2.",
                k->line, (int)hi.n, hi.p, (int)lo.n, lo.p, (int)lo.n, lo.p,
                source_number(k->code, p), (int)mid.n, mid.p, (int)lo.n, lo.p,
                (int)hi.n, hi.p);
        return arena_fmt(k->a,
                         "The loop of line %d never ends once `%.*s` is one "
                         "more than `%.*s`: the middle is `%.*s` again, and "
                         "line %d changes nothing. Is `%.*s + 1` meant there?",
                         k->line, (int)hi.n, hi.p, (int)lo.n, lo.p, (int)lo.n,
                         lo.p, source_number(k->code, p), (int)mid.n, mid.p);
    }
    return NULL;
}

// ---- it may never end

// i != n, in steps that may go past n; and a step that is 0 for a small n.
static const char *doubtful_words(const Look *k) {
    Moved m;
    if (loop_is_left(&k->l) || !moved_by(k, &m) || m.how != MOVE_UP)
        return NULL;
    if (str_eq(m.sign, "!=") && !str_eq(m.by, "1"))
        return arena_fmt(k->a,
                         "The loop of line %d ends only if `%.*s` is exactly "
                         "`%.*s`, and it moves by `%.*s`: it may go past. "
                         "Write `%.*s < %.*s`.",
                         k->line, (int)m.name.n, m.name.p, (int)m.other.n,
                         m.other.p, (int)m.by.n, m.by.p, (int)m.name.n,
                         m.name.p, (int)m.other.n, m.other.p);
    Str sum = source_meaning(k->a, k->code, k->l.at, m.by);
    if (source_holds(sum, "blockIdx") && !memchr(sum.p, '+', sum.n))
        return arena_fmt(k->a,
                         "The loop of line %d moves on by `%.*s`, which is 0 "
                         "in block 0: there it never ends. All threads of the "
                         "grid together are gridDim.x * blockDim.x.",
                         k->line, (int)sum.n, sum.p);
    if (str_trim(m.by).p == sum.p) return NULL; // no name
    bool quotient = memchr(sum.p, '/', sum.n) && !memchr(sum.p, '+', sum.n) &&
                    !memchr(sum.p, '(', sum.n) && !memchr(sum.p, '*', sum.n);
    long constant;
    if (!quotient ||
        (source_constant(k->code, sum, &constant) && constant != 0))
        return NULL;
    return arena_fmt(k->a,
                     "The loop of line %d moves on by `%.*s`, which is `%.*s`: "
                     "a quotient of small numbers is 0, and then the loop "
                     "never ends. Is it 0 in this case?",
                     k->line, (int)m.by.n, m.by.p, (int)sum.n, sum.p);
}

// ---- told

static const char *endless_words(const Look *k) {
    static const char *(*const all[])(const Look *) = {
        stays_true, turned_words, moved_words, skipped_words, search_words};
    const char *says = NULL;
    for (size_t i = 0; !says && i < COUNT_OF(all); i++)
        says = all[i](k);
    return says;
}

const char *loop_words(Arena *a, const char *code, int line) {
    const char *any = NULL, *around = NULL, *doubt = NULL;
    Look k = {.a = a, .code = code};
    for (const char *p = code; loop_next(code, p, &k.l);) {
        p = k.l.at + 2;
        k.line = source_number(code, k.l.at);
        const char *end = k.l.body.p + k.l.body.n;
        const char *says = endless_words(&k);
        bool here = line >= k.line && line <= source_number(code, end);
        if (says && here) around = says;
        if (says && !any) any = says;
        if (!says && !doubt && (here || line == 0)) doubt = doubtful_words(&k);
    }
    return around ? around : any ? any : doubt;
}

const char *trap_endless(const Told *w) {
    if (!told_is(w, "endless-loop")) return NULL;
    return loop_words(&w->r->arena, w->code, w->t->line);
}

void loop_words_put(CheckResult *r) {
    static const char guess[] = " Is there a loop that never ends,";
    if (r->ex->kind != KIND_CUDA && r->ex->kind != KIND_PROGRAM &&
        r->ex->kind != KIND_C)
        return;
    const char *code = NULL, *says = NULL;
    for (int i = 0; i < r->ncases; i++) {
        CaseResult *c = &r->cases[i];
        const char *at = c->why ? strstr(c->why, guess) : NULL;
        if (!at || !c->kind || strcmp(c->kind, "timeout") != 0) continue;
        if (!code) {
            code = source_code(&r->arena, r->source, r->source_len);
            says = loop_words(&r->arena, code, 0);
        }
        if (!says) return;
        c->why =
            arena_fmt(&r->arena, "%.*s %s", (int)(at - c->why), c->why, says);
    }
}
