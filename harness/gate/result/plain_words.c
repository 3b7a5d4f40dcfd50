// See plain_words.h, and value_rules.def.
#include "gate/result/plain_words.h"
#include "gate/result/value_words.h"

#include "gate/result/loop_read.h"
#include "gate/result/source.h"

#include <string.h>

// ---- ceil of a quotient of whole numbers

// `int *name` or `int name` is declared, and text is `*name` or `name`; or it
// is a number.
static bool is_whole_number(const char *code, Str text) {
    if (text.n < 2 || text.p[0] != '*') return source_is_int(code, text);
    Str name = {text.p + 1, text.n - 1};
    for (const char *p = code; (p = strstr(p, "int *")); p++) {
        const char *at = p + strlen("int *");
        if (!strncmp(at, name.p, name.n) && !source_name_char(at[name.n]))
            return true;
    }
    return false;
}

static const char *ceil_words(Arena *a, const char *code) {
    static const char *const calls[] = {"ceil", "ceilf"};
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        for (const char *p = code; (p = source_word(p, calls[i])); p++) {
            const char *open = p + strlen(calls[i]);
            if (*open != '(') continue;
            Str all = str_trim(source_call_argument(open, 0));
            const char *slash = memchr(all.p, '/', all.n);
            if (!slash || source_call_argument(open, 1).n) continue;
            Str over = str_trim((Str){all.p, (size_t)(slash - all.p)}),
                under = str_trim(
                    (Str){slash + 1, (size_t)(all.p + all.n - slash - 1)});
            if (!is_whole_number(code, over) || !is_whole_number(code, under))
                continue;
            return arena_fmt(
                a,
                "In line %d `%.*s` divides whole numbers: what is left over "
                "is lost before %s could round it up. Write (%.*s + %.*s - 1) "
                "/ %.*s.",
                source_number(code, p), (int)all.n, all.p, calls[i],
                (int)over.n, over.p, (int)under.n, under.p, (int)under.n,
                under.p);
        }
    return NULL;
}

// ---- a pointer that is moved, where its variable was meant

// The name is a pointer in the head of the function around p: `type *name,`.
static bool is_given_pointer(const char *code, const char *p, Str name) {
    for (const char *at = source_function(code, p);
         (at = strchr(at, '*')) && at < p; at++) {
        const char *from = at + 1 + strspn(at + 1, " ");
        const char *after = from + name.n + strspn(from + name.n, " \n");
        bool here =
            !strncmp(from, name.p, name.n) && !source_name_char(from[name.n]);
        if (here && (*after == ',' || *after == ')')) return true;
    }
    return false;
}

// Nothing between p and the end uses the name but to move it again.
static bool is_unused_after(Arena *a, const char *p, Str name) {
    const char *word = arena_strn(a, name.p, name.n),
               *end = source_function_end(p);
    while ((p = source_word(p, word)) && p < end) {
        const char *after = p + name.n + strspn(p + name.n, " ");
        after += *after == '=';
        after += strspn(after, " ");
        if (*after != '&' || after[1] == '&') return false;
        p = after;
    }
    return true;
}

static const char *moved_words(Arena *a, const char *code) {
    for (const char *p = code; (p = strchr(p, '&')); p++) {
        const char *set = p;
        while (set > code && set[-1] == ' ')
            set--;
        if (set == code || set[-1] != '=' || strchr("=!<>+-", set[-2]))
            continue;
        const char *at = set - 1;
        while (at > code && at[-1] == ' ')
            at--;
        Str name = source_name_before(code, at),
            local = {p + 1, source_name_length(p + 1)};
        const char *before = name.n ? name.p : at;
        while (before > code && strchr(" \n", before[-1]))
            before--;
        bool begins = name.n && before > code && strchr(";{})", before[-1]);
        if (!begins || !local.n || p[1 + local.n] != ';' ||
            !is_given_pointer(code, name.p, name) ||
            !is_unused_after(a, p, name))
            continue;
        return arena_fmt(
            a,
            "Line %d lets `%.*s` point to `%.*s`, and nothing is stored where "
            "it pointed before: the caller's variable keeps its value. Write "
            "*%.*s = %.*s.",
            source_number(code, p), (int)name.n, name.p, (int)local.n, local.p,
            (int)name.n, name.p, (int)local.n, local.p);
    }
    return NULL;
}

// ---- OpenMP

const char *plain_threads_words(Arena *a, const char *code) {
    static const char call[] = "omp_get_num_threads";
    for (const char *p = code; (p = source_word(p, call)); p++) {
        const char *region =
            strstr(source_function(code, p), "#pragma omp parallel");
        if ((region && region < p) || p[strlen(call)] != '(') continue;
        return arena_fmt(
            a,
            "%s() in line %d is 1: no parallel region has begun there, and it "
            "counts the threads of the region that it is called in. "
            "omp_get_max_threads() says how many the next region will have.",
            call, source_number(code, p));
    }
    return NULL;
}

// ---- the rest after whole blocks

// `j + B <= m` of the loop, alone: its name, B and m; false: another test.
static bool tests_whole_block(const Loop *l, Str *name, Str *by, Str *end) {
    const char *sign = l->test.n ? strstr(l->test.p, "<=") : NULL;
    const char *stop = l->test.p + l->test.n;
    if (!sign || sign >= stop) return false;
    Str sum = str_trim((Str){l->test.p, (size_t)(sign - l->test.p)});
    const char *plus = memchr(sum.p, '+', sum.n);
    *end = str_trim((Str){sign + 2, (size_t)(stop - sign - 2)});
    if (!plus || !source_is_name(*end)) return false;
    *name = str_trim((Str){sum.p, (size_t)(plus - sum.p)});
    *by = str_trim((Str){plus + 1, (size_t)(sum.p + sum.n - plus - 1)});
    return source_is_name(*name) && by->n > 0 && !memchr(by->p, '+', by->n);
}

// A loop whose rounds take B elements while B are left, in steps of B; nothing
// after it goes on with its variable, or computes what is left.
static bool leaves_rest(Arena *a, const char *code, const Loop *l, Str *by,
                        Str *end) {
    Str name, step;
    if (!l->is_for || !tests_whole_block(l, &name, by, end)) return false;
    const char *change = loop_change(code, l->step, l->step.p, name);
    bool same = change && loop_move(change, name, &step) == MOVE_UP &&
                step.n == by->n && !memcmp(step.p, by->p, by->n);
    const char *word = arena_strn(a, name.p, name.n),
               *extent = arena_strn(a, end->p, end->n),
               *after = l->body.p + l->body.n,
               *stop = source_function_end(l->at);
    const char *again = source_word(after, word),
               *rest = source_word(after, extent);
    bool alone = !(again && again < stop) && !(rest && rest < stop);
    return same && alone && !strstr(code, arena_fmt(a, "%s %%", extent)) &&
           !strstr(code, arena_fmt(a, "%s -", extent)) &&
           !strstr(code, arena_fmt(a, "%s /", extent));
}

const char *value_whole_blocks(CheckResult *r, const char *code) {
    Arena *a = &r->arena;
    Loop l;
    Str by, end;
    // Elements are left out: one of the first wrong ones was never written.
    const CaseResult *bad = check_bad_case(r);
    if (!bad || bad->nfirst == 0 || !bad->first[0].got_poison) return NULL;
    for (const char *p = code; loop_next(code, p, &l); p = l.at + 2)
        if (leaves_rest(a, code, &l, &by, &end))
            return arena_fmt(
                a,
                "The loop of line %d goes on while `%.*s` more are left of "
                "`%.*s`, so its last %.*s %% %.*s have no round, and no line "
                "after the loop does them. Do these after it, one by one, or "
                "in a last round that stores only what there is.",
                source_number(code, l.at), (int)by.n, by.p, (int)end.n, end.p,
                (int)end.n, end.p, (int)by.n, by.p);
    return NULL;
}

const char *plain_words(Arena *a, const char *code) {
    const char *says = ceil_words(a, code);
    return says ? says : moved_words(a, code);
}

const char *value_plain_c(CheckResult *r, const char *code) {
    return plain_words(&r->arena, code);
}
