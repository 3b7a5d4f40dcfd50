// An index that begins as a remainder, is raised in a loop and is never taken
// back: see value_rules.def and trap_rules.def.
#include "gate/result/told.h"
#include "gate/result/value_words.h"

#include "gate/result/loop_read.h"
#include "gate/result/source.h"

#include <string.h>

// The limit M of the last value before the loop that ends with `% M`; empty:
// it has none.
static Str limit_of(Arena *a, const char *code, const Loop *l, Str name,
                    Str *value) {
    const char *set = source_value(code, l->at, arena_strn(a, name.p, name.n));
    if (!set) return (Str){0};
    *value = str_trim((Str){set, strcspn(set, ";,\n")});
    const char *sign = memrchr(value->p, '%', value->n);
    if (!sign) return (Str){0};
    const char *end = value->p + value->n;
    Str limit = str_trim((Str){sign + 1, (size_t)(end - sign - 1)});
    return source_is_name(limit) || strcspn(limit.p, " +-*/()") >= limit.n
               ? limit
               : (Str){0};
}

// The text compares the name, takes something off it, or a remainder of it.
static bool is_held(Arena *a, Str text, Str name) {
    const char *word = arena_strn(a, name.p, name.n);
    const char *end = text.p + text.n;
    for (const char *p = text.p;
         text.n && (p = source_word(p, word)) && p < end; p += name.n) {
        const char *after = p + name.n + strspn(p + name.n, " ");
        bool compared = *after == '<' || *after == '>' || *after == '%' ||
                        !strncmp(after, "==", 2) || !strncmp(after, "!=", 2) ||
                        !strncmp(after, "-=", 2);
        bool set = *after == '=';
        const char *before = p;
        while (before > text.p && strchr(" (", before[-1]))
            before--;
        bool turned = before > text.p && strchr("<>=", before[-1]) &&
                      !(before - text.p > 1 && strchr("+-*/", before[-2])) &&
                      before[-1] != '=';
        if (compared || set || turned) return true;
    }
    return false;
}

static bool indexes_by(Arena *a, Str text, Str name) {
    const char *word = arena_strn(a, name.p, name.n), *end = text.p + text.n;
    for (const char *p = text.p; text.n && p < end; p++) {
        if (*p != '[') continue;
        Str index = source_index(p);
        if (source_holds_word(index, word)) return true;
    }
    return false;
}

static const char *carry_of_loop(Arena *a, const char *code, const Loop *l) {
    const char *end = l->body.p + l->body.n;
    for (const char *p = l->body.p; l->body.n && p < end; p++) {
        size_t n = source_name_length(p);
        if (!n) continue;
        Str name = {p, n}, by, value;
        bool field = p[-1] == '.' || p[-1] == '>';
        p += n - 1;
        if (field ||
            loop_change(code, (Str){name.p, n + 4}, name.p, name) != name.p)
            continue;
        if (loop_move(name.p, name, &by) != MOVE_UP) continue;
        Str limit = limit_of(a, code, l, name, &value);
        if (!limit.n || is_held(a, l->test, name) ||
            is_held(a, l->body, name) || is_held(a, l->step, name) ||
            !indexes_by(a, l->body, name))
            continue;
        return arena_fmt(a,
                         "`%.*s` begins as `%.*s`, so it is less than `%.*s`. "
                         "Line %d raises it in the loop of line %d, and no "
                         "line there asks whether it has reached `%.*s`: then "
                         "`%.*s` has to come off, and the index before it goes "
                         "up by 1.",
                         (int)n, name.p, (int)value.n, value.p, (int)limit.n,
                         limit.p, source_number(code, name.p),
                         source_number(code, l->at), (int)limit.n, limit.p,
                         (int)limit.n, limit.p);
    }
    return NULL;
}

static const char *carry_words(Arena *a, const char *code) {
    Loop l;
    for (const char *p = source_device(code); p && loop_next(code, p, &l);) {
        p = l.at + 2;
        const char *says = carry_of_loop(a, code, &l);
        if (says) return says;
    }
    return NULL;
}

const char *value_no_carry(CheckResult *r, const char *code) {
    return carry_words(&r->arena, code);
}

const char *trap_no_carry(const Told *w) {
    return told_of_global(w) ? carry_words(&w->r->arena, w->code) : NULL;
}
