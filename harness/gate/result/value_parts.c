// An array of a block with an element for each warp, row of threads or thread,
// of which some are never added up, or which holds what an earlier use left:
// see value_rules.def.
#include "gate/result/value_words.h"

#include "gate/result/kernels.h"
#include "gate/result/lane_part.h"
#include "gate/result/source.h"

#include <string.h>

enum { WARP = 32 };

// ---- the threads of a block

// The brackets of `dim3 block(32, 16)`, or of dim3(32, 16) itself; NULL: the
// text is none.
static const char *dim3_open(const char *code, Str text) {
    static const char word[] = "dim3";
    size_t n = sizeof word - 1;
    if (text.n > n && !memcmp(text.p, word, n) && text.p[n] == '(')
        return text.p + n;
    for (const char *p = code;
         source_is_name(text) && (p = source_word(p, word)); p++)
        for (const char *at = p + n, *end = p + strcspn(p, ";"); at < end;
             at++) {
            bool here = !strncmp(at, text.p, text.n) &&
                        !source_name_char(at[-1]) &&
                        !source_name_char(at[text.n]);
            const char *open = at + text.n;
            if (here && (*open == '(' || *open == '{')) return open;
        }
    return NULL;
}

// Takes the x and the y of a block from its launch; false: not known.
static bool block_extents(const char *code, const char *launch, long size[2]) {
    Str block = str_trim(source_call_argument(launch, 1));
    size[1] = 1;
    if (source_constant(code, block, &size[0])) return true;
    const char *open = dim3_open(code, block);
    if (!open ||
        !source_constant(code, source_call_argument(open, 0), &size[0]))
        return false;
    Str y = source_call_argument(open, 1), z = source_call_argument(open, 2);
    return !z.n && (!y.n || source_constant(code, y, &size[1]));
}

// The launch of the kernel that p is in; in a function of the device, the only
// launch of the file. NULL: there is none.
static const char *launch_of(Arena *a, const char *code, const char *p) {
    Kernel k;
    if (kernel_around(a, code, p, &k)) return k.launch;
    const char *one = strstr(code, "<<<");
    return one && !strstr(one + 3, "<<<") ? one + 2 : NULL;
}

// How many elements the threads of a block store to by that index, and what
// each of them belongs to; 0: not known.
static long places_of(Arena *a, const char *code, const char *p, Str index,
                      const char **of) {
    const char *launch = launch_of(a, code, p);
    long size[2];
    if (!launch || !block_extents(code, launch, size)) return 0;
    Str value = source_meaning(a, code, index.p, index);
    long threads = size[0] * size[1];
    if (str_eq(value, "threadIdx.y")) {
        *of = "rows of threads";
        return size[1];
    }
    if (str_eq(value, "threadIdx.x") && size[1] == 1) {
        *of = "threads";
        return size[0];
    }
    if (size[1] > 1 || part_in(code, value) != OF_WARP) return 0;
    *of = "warps";
    return (threads + WARP - 1) / WARP;
}

// ---- shared arrays

typedef struct Shared {
    Str name;
    const char *after, *end; // the end of the declaration, and of the function
} Shared;

// p is in a declaration of shared memory.
static bool is_in_shared(const char *code, const char *p) {
    const char *begin = p;
    while (begin > code && !strchr(";{}", begin[-1]))
        begin--;
    const char *word = source_word(begin, "__shared__");
    return word && word < p;
}

// The next array of shared memory after *p, one of several in a declaration
// too.
static bool next_shared(const char *code, const char **p, Shared *out) {
    while (**p) {
        size_t n = source_name_length(*p);
        const char *at = *p;
        *p += n ? n : 1;
        if (!n || at[n] != '[' || !is_in_shared(code, at)) continue;
        *out =
            (Shared){{at, n}, at + strcspn(at, ";"), source_function_end(at)};
        return true;
    }
    return false;
}

typedef struct Use {
    const char *at;   // the name
    Str index;        // of the first bracket
    const char *next; // after the last bracket
    bool is_store;    // `=`, alone
} Use;

// The next use of the array after p; false: there is none.
static bool next_use(Arena *a, const Shared *s, const char *p, Use *out) {
    const char *word = arena_strn(a, s->name.p, s->name.n);
    const char *at = source_word(p, word);
    if (!at || at >= s->end) return false;
    const char *open = at + s->name.n;
    *out = (Use){.at = at, .next = open};
    if (*open != '[') return true;
    Str all = source_index(open);
    size_t first = all.n ? strcspn(all.p, "]") : 0;
    out->index = str_trim((Str){all.p + 1, first ? first - 1 : 0});
    out->next = all.p + all.n + 1;
    const char *sign = out->next + strspn(out->next, " ");
    out->is_store = *sign == '=' && sign[1] != '=';
    return true;
}

// ---- fewer are added up than stored

// The limit of `k < 8` that stands nearest before the use, in its statement or
// the head around it; false: there is none.
static bool limit_before(Arena *a, const char *code, const Use *u, long *limit,
                         const char **where) {
    enum { FAR = 160 };
    const char *from = u->at - min_of(u->at - code, (ptrdiff_t)FAR);
    const char *form = arena_fmt(a, "%.*s < ", (int)u->index.n, u->index.p);
    *where = NULL;
    for (const char *p = from; (p = strstr(p, form)) && p < u->at; p++)
        if (p == code || !source_name_char(p[-1])) *where = p;
    if (!*where) return false;
    const char *text = *where + strlen(form);
    // A statement of its own between the two: another part of the code.
    int semicolons = 0, braces = 0;
    for (const char *p = text; p < u->at; p++) {
        semicolons += *p == ';';
        braces += *p == '}';
    }
    if (semicolons > 1 || braces) return false;
    return source_constant(code, (Str){text, strcspn(text, " ;)?&|\n")}, limit);
}

// `+= part[k];` and `= k < 8 ? part[k] : 0`: the element alone.
static bool is_gathered(const char *code, const Use *u) {
    const char *before = u->at, *next = u->next + strspn(u->next, " ");
    while (before > code && before[-1] == ' ')
        before--;
    bool adds = before - code > 1 && before[-1] == '=' && before[-2] == '+';
    bool chosen = before > code && before[-1] == '?';
    return (adds && *next == ';') || (chosen && *next == ':');
}

static const char *few_added_of(Arena *a, const char *code, const Shared *s) {
    Use u, store = {0}, read = {0};
    for (const char *p = s->after; next_use(a, s, p, &u); p = u.next) {
        if (u.is_store && !store.at)
            store = u;
        else if (!u.is_store && store.at && !read.at)
            read = u;
        else
            return NULL; // more than one of them
    }
    long limit;
    const char *of, *where;
    if (!store.at || !read.at || !is_gathered(code, &read) ||
        !limit_before(a, code, &read, &limit, &where))
        return NULL;
    long places = places_of(a, code, store.at, store.index, &of);
    if (limit < 1 || limit >= places) return NULL;
    return arena_fmt(a,
                     "Line %d stores an element of `%.*s` for each of the %ld "
                     "%s of a block, and line %d takes those with `%.*s < "
                     "%ld` alone: all %ld have to be taken.",
                     source_number(code, store.at), (int)s->name.n, s->name.p,
                     places, of, source_number(code, where), (int)read.index.n,
                     read.index.p, limit, places);
}

const char *value_few_added(CheckResult *r, const char *code) {
    Shared s;
    const char *p = source_device(code);
    while (p && next_shared(code, &p, &s)) {
        const char *says = few_added_of(&r->arena, code, &s);
        if (says) return says;
    }
    return NULL;
}

// ---- what an earlier use left

// The value of a store that is a constant other than 0; empty: another one.
static Str filled_with(const Use *u) {
    static const char *const values[] = {"-INFINITY", "INFINITY", "-FLT_MAX",
                                         "FLT_MAX",   "INT_MIN",  "INT_MAX",
                                         "1.0f",      "1"};
    const char *sign = u->next + strspn(u->next, " ") + 1;
    Str value = str_trim((Str){sign, strcspn(sign, ";")});
    for (size_t k = 0; k < COUNT_OF(values); k++)
        if (str_eq(value, values[k])) return value;
    return (Str){0};
}

// `sum = part[lane];`, and sum is added to what other lanes have after it.
static bool begins_sum(Arena *a, const char *code, const Use *u) {
    enum { NEAR = 200 };
    const char *set = u->at;
    while (set > code && set[-1] == ' ')
        set--;
    if (set == code || set[-1] != '=' || u->next[strspn(u->next, " ")] != ';')
        return false;
    Str name = source_name_before(code, set - 1);
    const char *form = arena_fmt(a, "%.*s += __shfl_", (int)name.n, name.p);
    const char *at = name.n ? strstr(u->next, form) : NULL;
    return at && at - u->next < NEAR;
}

static bool is_by(Arena *a, const char *code, const Use *u, PartOfThread part) {
    return part_in(code, source_meaning(a, code, u->index.p, u->index)) == part;
}

static const char *left_behind_of(Arena *a, const char *code, const Shared *s) {
    Use u, fill = {0}, store = {0};
    int stores = 0; // since the array was filled
    for (const char *p = s->after; next_use(a, s, p, &u); p = u.next) {
        if (!u.index.n) return NULL; // a function gets it
        Str value = u.is_store ? filled_with(&u) : (Str){0};
        if (value.n && is_by(a, code, &u, LANE)) {
            fill = u;
            stores = 0;
        } else if (u.is_store && is_by(a, code, &u, OF_WARP)) {
            store = u;
            stores++;
        } else if (u.is_store) {
            fill.at = NULL; // something else fills it
        } else if (fill.at && stores > 1 && is_by(a, code, &u, LANE) &&
                   begins_sum(a, code, &u)) {
            const char *of;
            long places = places_of(a, code, store.at, store.index, &of);
            if (places < 1 || places >= WARP) return NULL;
            value = filled_with(&fill);
            return arena_fmt(
                a,
                "Line %d stores %ld elements of `%.*s`, one for each warp, and "
                "line %d adds up all %d: those from %ld on still are %.*s, "
                "which line %d put there for the first use of the array. They "
                "have to be 0 for a sum, or only lanes below %ld may read.",
                source_number(code, store.at), places, (int)s->name.n,
                s->name.p, source_number(code, u.at), WARP, places,
                (int)value.n, value.p, source_number(code, fill.at), places);
        }
    }
    return NULL;
}

const char *value_left_behind(CheckResult *r, const char *code) {
    Shared s;
    const char *p = source_device(code);
    while (p && next_shared(code, &p, &s)) {
        const char *says = left_behind_of(&r->arena, code, &s);
        if (says) return says;
    }
    return NULL;
}
