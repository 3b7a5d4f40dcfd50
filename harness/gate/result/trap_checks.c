// A check of another index than the line has: see trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/kernels.h"
#include "gate/result/source.h"

#include <string.h>

// The text begins with a name to which something is added: `lo` of `lo + 256`.
static Str added_to(Str text) {
    text = str_trim(text);
    size_t n = source_name_length(text.p);
    const char *sign = text.p + n + strspn(text.p + n, " ");
    bool adds = n && n < text.n && *sign == '+' && sign[1] != '+';
    return adds ? (Str){text.p, n} : (Str){0};
}

// The line of the kernel, up to the trap's, in which an `if` compares the name
// by <; 0: there is none.
static int compared_in(const Told *w, const Kernel *k, Str name) {
    const char *word = arena_strn(&w->r->arena, name.p, name.n);
    const char *end = source_at(w->code, w->t->line + 1);
    for (const char *p = k->body.p; (p = source_word(p, "if")) && p < end;
         p++) {
        const char *open = p + 2 + strspn(p + 2, " ");
        Str test = *open == '(' ? source_call_argument(open, 0) : (Str){0};
        const char *at = test.n ? source_word(test.p, word) : NULL;
        if (!at || at >= test.p + test.n) continue;
        const char *sign = at + name.n + strspn(at + name.n, " ");
        if (*sign == '<' || str_starts(sign, ">="))
            return source_number(w->code, p);
    }
    return 0;
}

// The line stores to `i + 1` in place of `i`, and each thread has an i of its
// own.
static bool stores_to_next(const Told *w, Str index, Str base) {
    const char *after = index.p + index.n + 1;
    after += strspn(after, " ");
    bool stores = (*after == '=' && after[1] != '=') ||
                  (*after && strchr("+-*", *after) && after[1] == '=');
    Str more = str_trim((Str){base.p + base.n, index.n - base.n});
    return stores && !strcmp(w->t->access, "write") && str_eq(more, "+ 1") &&
           source_uses(w->code, index.p, base, "threadIdx");
}

// `if (lo < n)`, and the line indexes by hi, which is lo + 256.
const char *trap_other_checked(const Told *w) {
    Kernel k;
    Arena *a = &w->r->arena;
    const char *at = source_at(w->code, w->t->line),
               *end = source_at(w->code, w->t->line + 1);
    if (!told_of_global(w) || !kernel_around(a, w->code, at, &k) ||
        strstr(w->t->message, " before the beginning of "))
        return NULL;
    for (const char *p = at; (p = memchr(p, '[', (size_t)(end - p))); p++) {
        Str index = source_index(p);
        if (index.n < 2) continue;
        index = str_trim((Str){index.p + 1, index.n - 1});
        Str value = index;
        if (source_is_name(index)) {
            if (compared_in(w, &k, index)) continue;
            const char *word = arena_strn(a, index.p, index.n);
            const char *set = source_value(w->code, p, word);
            value = set ? (Str){set, strcspn(set, ";,")} : (Str){0};
        }
        Str base = value.n ? added_to(value) : (Str){0};
        int line = base.n ? compared_in(w, &k, base) : 0;
        if (!line) continue;
        value = str_trim(value);
        if (value.p == index.p && stores_to_next(w, index, base))
            return arena_fmt(a,
                             "Line %d checks `%.*s`, and this line stores to "
                             "`%.*s`, the element of the next thread, which "
                             "may be one of another warp or block. Is the "
                             "thread's own element meant, `%.*s`? If not, "
                             "check `%.*s`, too.",
                             line, (int)base.n, base.p, (int)value.n, value.p,
                             (int)base.n, base.p, (int)value.n, value.p);
        return arena_fmt(a,
                         "Line %d checks `%.*s`, and this line goes to "
                         "%s`%.*s`, which is larger: check that, too.",
                         line, (int)base.n, base.p,
                         value.p == index.p ? ""
                                            : arena_fmt(a, "`%.*s`, that is ",
                                                        (int)index.n, index.p),
                         (int)value.n, value.p);
    }
    return NULL;
}

// The extent of the array's first dimension is the name, and it has more.
static bool is_first_of_several(const Arg *arg, Str name) {
    const char *first = arg->nshape == 2 ? arg->shape[0]->text : NULL;
    return arg->is_pointer && first && str_eq(name, first);
}

// `if (i < n) tile[...] = a[i];` where a has n rows: most are never loaded.
const char *trap_short_check(const Told *w) {
    if (!told_is(w, "uninitialised-shared")) return NULL;
    for (const char *p = w->code; (p = source_word(p, "if")); p++) {
        const char *open = p + 2 + strspn(p + 2, " ");
        const char *at = open + 1;
        if (*open != '(') continue;
        size_t n = source_name_length(at);
        const char *sign = at + n + strspn(at + n, " ");
        const char *size = sign + 1 + strspn(sign + 1, " ");
        size_t len = source_name_length(size);
        if (!n || *sign != '<' || !len || size[len] != ')') continue;
        Str body = source_body((Str){at, (size_t)(size + len - at)});
        for (int g = 0; g < w->r->ex->nargs; g++) {
            const Arg *arg = &w->r->ex->args[g];
            const char *read =
                arena_fmt(&w->r->arena, "%s[%.*s]", arg->name, (int)n, at);
            if (!is_first_of_several(arg, (Str){size, len}) ||
                !source_holds(body, read))
                continue;
            return arena_fmt(
                &w->r->arena,
                "Line %d loads `%s` only where `%.*s` is less than `%.*s`, the "
                "number of its rows. `%s` has %.*s rows of %s elements each: "
                "the rest is never loaded. Compare with the number of "
                "elements.",
                source_number(w->code, p), read, (int)n, at, (int)len, size,
                arg->name, (int)len, size, arg->shape[1]->text);
        }
    }
    return NULL;
}
