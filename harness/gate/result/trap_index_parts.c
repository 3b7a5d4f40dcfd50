// Accesses outside of an array of global memory whose index has a part too
// many, or one that no check asks for. See trap_rules.def.
#include "gate/result/far.h"

#include "gate/result/kernels.h"
#include "gate/result/source.h"

#include <string.h>

// ---- a row where only a column is meant

// The text is a product with that name, or the value of its name is: the place
// of the product; NULL: it is none.
static const char *product_with(const Told *w, Str text, const char *at,
                                const char *extent) {
    if (source_is_name(text)) {
        const char *value =
            source_value(w->code, at, arena_strn(&w->r->arena, text.p, text.n));
        if (!value) return NULL;
        text = (Str){value, strcspn(value, ";,\n")};
    }
    text = str_trim(text);
    const char *star = memrchr(text.p, '*', text.n);
    if (!star || memchr(text.p, '+', text.n)) return NULL;
    Str last = str_trim((Str){star + 1, (size_t)(text.p + text.n - star - 1)}),
        first = str_trim((Str){text.p, (size_t)(star - text.p)});
    return str_eq(last, extent) || str_eq(first, extent) ? text.p : NULL;
}

// " (and in line 48)": other lines with the same index of that array.
static const char *same_index_elsewhere(const Told *w, const char *name,
                                        Str index, int line) {
    const char *form = arena_fmt(&w->r->arena, "%s[%.*s]", name, (int)index.n,
                                 index.p),
               *says = "";
    int last = line;
    for (const char *p = w->code; (p = strstr(p, form)); p++) {
        int at = source_number(w->code, p);
        if (at == last || at == line) continue;
        says = arena_fmt(&w->r->arena, "%s%s line %d", says,
                         *says ? " and" : ", also in", at);
        last = at;
    }
    return says;
}

// weight[row + c], where weight has one element for each column.
const char *trap_row_in_index(const Told *w) {
    Far f;
    Kernel k;
    if (!far_of(w, &f) || f.index < 0 || f.arg->nshape != 1) return NULL;
    const char *size = f.arg->shape[0]->text, *at = source_at(w->code, f.line);
    Str index = far_index(w, &f);
    const char *plus = index.n ? memchr(index.p, '+', index.n) : NULL;
    if (!source_is_name(str_of(size)) || !plus ||
        memchr(plus + 1, '+', (size_t)(index.p + index.n - plus - 1)) ||
        !kernel_around(&w->r->arena, w->code, at, &k))
        return NULL;
    Str part[2] = {
        str_trim((Str){index.p, (size_t)(plus - index.p)}),
        str_trim((Str){plus + 1, (size_t)(index.p + index.n - plus - 1)})};
    // Its parameter may have another name.
    const char *extent = size;
    for (int i = 0; kernel_parameter(&k, i).n; i++) {
        Str name = kernel_parameter(&k, i);
        if (str_eq(kernel_argument(&k, name), size))
            extent = arena_strn(&w->r->arena, name.p, name.n);
    }
    for (int i = 0; i < 2; i++) {
        const char *product = product_with(w, part[i], index.p, extent);
        if (!product || product_with(w, part[1 - i], index.p, extent)) continue;
        return arena_fmt(
            &w->r->arena,
            "`%s` has `%s` elements here, and `%.*s` in the index of line %d "
            "is a multiple of `%s`: only where it is 0 is the index inside. "
            "Leave it out: %s[%.*s]%s.",
            f.arg->name, size, (int)part[i].n, part[i].p, f.line, extent,
            f.arg->name, (int)part[1 - i].n, part[1 - i].p,
            same_index_elsewhere(w, f.arg->name, index, f.line));
    }
    return NULL;
}

// ---- several outputs of a thread, and a check of the first

// `if (... y >= limit ...) return` before the end: the place of the name; its
// limit. NULL: there is none.
static const char *left_by(const Told *w, const Kernel *k, Str name,
                           const char *end, Str *limit) {
    const char *word = arena_strn(&w->r->arena, name.p, name.n);
    for (const char *p = k->body.p; (p = source_word(p, word)) && p < end;
         p++) {
        const char *sign = p + name.n + strspn(p + name.n, " ");
        const char *close = sign + strcspn(sign, ";{\n");
        if (!str_starts(sign, ">=") ||
            !source_holds((Str){sign, (size_t)(close - sign)}, "return"))
            continue;
        sign += 2 + strspn(sign + 2, " ");
        *limit = str_trim((Str){sign, strcspn(sign, "|&);\n")});
        return p;
    }
    return NULL;
}

// A condition stands between the loop's body and the store in it.
static bool is_guarded(Str body, const char *store) {
    static const char *const words[] = {"break", "continue", "return"};
    Str before = {body.p, (size_t)(store - body.p)};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (source_holds_word(before, words[i])) return true;
    const char *from = body.p;
    int depth = 0;
    for (const char *p = body.p; p < store; p++) {
        depth += (*p == '{') - (*p == '}');
        if (strchr(";{}", *p)) from = p + 1;
    }
    Str statement = {from, (size_t)(store - from)};
    return depth > 0 || source_holds_word(statement, "if") ||
           source_holds(statement, "?") || source_holds(statement, "&&");
}

// The store of a round: out[(y + n) * w + x], and y alone was checked.
const char *trap_first_alone(const Told *w) {
    Far f;
    Kernel k;
    const char *at = source_at(w->code, w->t->line);
    if (!far_of(w, &f) || f.index < 0 || f.line != w->t->line ||
        !kernel_around(&w->r->arena, w->code, at, &k))
        return NULL;
    // The innermost loop around the store.
    Str part[3], index = far_index(w, &f), body = {0};
    const char *loop = NULL, *end = source_at(w->code, w->t->line + 1);
    for (const char *p = k.body.p;
         index.n && (p = source_word(p, "for")) && p < end; p++) {
        if (!source_for(p, part)) continue;
        Str inside = source_body(part[2]);
        if (inside.p >= index.p || index.p >= inside.p + inside.n) continue;
        loop = p;
        body = inside;
    }
    if (!loop || is_guarded(body, index.p) || !source_for(loop, part))
        return NULL;
    const char *equal = memchr(part[0].p, '=', part[0].n);
    Str round = equal ? source_name_before(w->code, equal) : (Str){0};
    if (round.n == 0 && equal) round = source_name_before(w->code, equal - 1);
    if (!round.n ||
        !source_holds_word(index, arena_strn(&w->r->arena, round.p, round.n)))
        return NULL;
    // `y + n` of the index.
    const char *form = arena_fmt(&w->r->arena, "+ %.*s", (int)round.n, round.p);
    const char *plus = memmem(index.p, index.n, form, strlen(form));
    Str first = plus ? source_name_before(w->code, plus) : (Str){0}, limit;
    if (!first.n && plus) first = source_name_before(w->code, plus - 1);
    const char *check = first.n ? left_by(w, &k, first, at, &limit) : NULL;
    if (!check) return NULL;
    return arena_fmt(&w->r->arena,
                     "Line %d checks `%.*s`, the first of several that a "
                     "thread stores, and the loop of line %d goes on to "
                     "`%.*s + %.*s` without a check. Ask in each round: `if "
                     "(%.*s + %.*s < %.*s)`.",
                     source_number(w->code, check), (int)first.n, first.p,
                     source_number(w->code, loop), (int)first.n, first.p,
                     (int)round.n, round.p, (int)first.n, first.p, (int)round.n,
                     round.p, (int)limit.n, limit.p);
}
