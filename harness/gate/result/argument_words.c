// Arguments of a launch that bear the names of other parameters, of another
// type: C++ turns a float into an int and says nothing. See value_rules.def and
// trap_rules.def.
#include "gate/result/told.h"
#include "gate/result/value_words.h"

#include "gate/result/kernels.h"
#include "gate/result/source.h"

#include <string.h>

typedef enum Sort { SORT_WHOLE, SORT_REAL, SORT_ELSE } Sort;

// Of parameter number i.
static Sort sort_of(const Kernel *k, int i) {
    static const char *const reals[] = {"float", "double"};
    static const char *const wholes[] = {"int",      "unsigned", "long",
                                         "size_t",   "int32_t",  "uint32_t",
                                         "uint64_t", "int64_t"};
    Str text = source_call_argument(k->open, i);
    if (memchr(text.p, '*', text.n) || memchr(text.p, '&', text.n))
        return SORT_ELSE;
    for (size_t n = 0; n < COUNT_OF(reals); n++)
        if (source_holds_word(text, reals[n])) return SORT_REAL;
    for (size_t n = 0; n < COUNT_OF(wholes); n++)
        if (source_holds_word(text, wholes[n])) return SORT_WHOLE;
    return SORT_ELSE;
}

static bool alike(Str a, Str b) {
    return a.n == b.n && a.n > 0 && memcmp(a.p, b.p, a.n) == 0;
}

// The number of the parameter of that name, or -1.
static int parameter_named(const Kernel *k, Str name) {
    Str mine;
    for (int i = 0; (mine = kernel_parameter(k, i)).n; i++)
        if (alike(mine, name)) return i;
    return -1;
}

// "x, y, n", of the parameters or of what the bracket at `open` holds.
static const char *list_of(Arena *a, const Kernel *k, const char *open) {
    const char *all = "";
    Str one;
    for (int i = 0;
         (one = open ? source_call_argument(open, i) : kernel_parameter(k, i))
             .n;
         i++)
        all = arena_fmt(a, "%s%s%.*s", all, i ? ", " : "", (int)one.n, one.p);
    return all;
}

// Parameter i gets what bears the name of another one, which gets something
// else: *to is its number.
static bool is_crossed(const Kernel *k, const char *open, int i, int *to) {
    Str given = source_call_argument(open, i);
    *to = source_is_name(given) ? parameter_named(k, given) : -1;
    if (*to < 0 || *to == i || alike(source_call_argument(open, *to), given))
        return false;
    Sort mine = sort_of(k, i), its = sort_of(k, *to);
    return mine != SORT_ELSE && its != SORT_ELSE && mine != its;
}

static const char *crossed_in(Arena *a, const char *code, const Kernel *k,
                              const char *open) {
    int to;
    Str name;
    for (int i = 0; (name = kernel_parameter(k, i)).n; i++) {
        if (!is_crossed(k, open, i, &to)) continue;
        Str given = source_call_argument(open, i);
        return arena_fmt(
            a,
            "The launch in line %d gives `%.*s` to the parameter `%.*s`, which "
            "is %s: the kernel `%.*s` takes (%s), and the launch gives (%s). "
            "C++ converts the numbers and says nothing. Give the arguments in "
            "the order of the parameters.",
            source_number(code, open), (int)given.n, given.p, (int)name.n,
            name.p,
            sort_of(k, i) == SORT_WHOLE ? "a whole number"
                                        : "one with a fraction",
            (int)k->name.n, k->name.p, list_of(a, k, NULL),
            list_of(a, k, open));
    }
    return NULL;
}

// The bracket of the arguments of the next launch of the kernel from p on, or
// NULL.
static const char *next_launch(const char *p, const char *name) {
    while ((p = source_word(p, name))) {
        p += strlen(name);
        const char *sign = p + strspn(p, " \n");
        if (*sign == '<' && strncmp(sign, "<<<", 3)) {
            sign += strcspn(sign, ">;");
            sign += *sign == '>';
        }
        const char *shut = strncmp(sign, "<<<", 3) ? NULL : strstr(sign, ">>>");
        if (!shut) continue;
        shut += 3 + strspn(shut + 3, " \n");
        if (*shut == '(') return shut;
    }
    return NULL;
}

static const char *crossed_words(Arena *a, const char *code) {
    Kernel k = {.body = {code, 0}};
    while (kernel_next(a, code, k.body.p, &k)) {
        if (k.name.n == 0 || !k.launch) continue;
        const char *name = arena_strn(a, k.name.p, k.name.n);
        for (const char *p = code; (p = next_launch(p, name));) {
            const char *says = crossed_in(a, code, &k, p);
            if (says) return says;
        }
    }
    return NULL;
}

const char *value_crossed(CheckResult *r, const char *code) {
    return crossed_words(&r->arena, code);
}

const char *trap_crossed(const Told *w) {
    return told_is(w, "out-of-bounds") || told_is(w, "bad-launch")
               ? crossed_words(&w->r->arena, w->code)
               : NULL;
}
