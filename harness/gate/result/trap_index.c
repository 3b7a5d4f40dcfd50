// An index that was read from memory: from a list, by an atomic operation, or
// from bytes that are signed. See trap_rules.def.
#include "gate/result/store.h"

#include "gate/result/source.h"

#include <stdlib.h>
#include <string.h>

// ---- indices that are read from a list

static bool is_input(const Told *w, const char *name) {
    for (int g = 0; g < w->r->ex->nargs; g++) {
        const Arg *arg = &w->r->ex->args[g];
        if (!strcmp(arg->name, name)) return !arg->is_output && !arg->is_inout;
    }
    return false;
}

// The line that stores to an element of the array, or 0.
static int filled_in(const char *code, const char *name) {
    for (const char *p = code; (p = source_word(p, name));) {
        p += strlen(name);
        Str index = *p == '[' ? source_index(p) : (Str){0};
        if (!index.n) continue;
        const char *set = index.p + index.n + 1;
        set += strspn(set, " ");
        if (*set == '=' && set[1] != '=') return source_number(code, set);
    }
    return 0;
}

// Threads have another value of it each, or may have.
static bool varies(const char *code, const char *at, Str text) {
    static const char *const own[] = {"threadIdx", "atomicAdd", "__popc",
                                      "thread_rank"};
    for (size_t k = 0; k < COUNT_OF(own); k++)
        if (source_uses(code, at, text, own[k])) return true;
    return false;
}

// One element of the list for each warp or block is no list of indices.
static bool is_by_thread(const char *code, const char *at, Str text) {
    return varies(code, at, text) && !memchr(text.p, '/', text.n) &&
           !memmem(text.p, text.n, ">>", 2) &&
           !memmem(text.p, text.n, "warp", 4);
}

// Numbers that an array of bytes cannot hold; "" if it may hold all.
static const char *narrow_words(const Told *w, const char *name, int line) {
    static const char *const types[] = {"unsigned char", "uint8_t", "char",
                                        "signed char"};
    for (size_t k = 0; k < COUNT_OF(types); k++) {
        size_t n = strlen(types[k]);
        for (const char *p = w->code; (p = strstr(p, types[k])); p += n) {
            const char *at = p + n + strspn(p + n, " ");
            size_t len = source_name_length(at);
            if (len != strlen(name) || memcmp(at, name, len) || at[len] != '[')
                continue;
            Str text = source_index(at + len);
            const char *many =
                arena_strn(&w->r->arena, text.p + 1, text.n ? text.n - 1 : 0);
            const char *value = source_value(w->code, p, many);
            long count = strtol(value ? value : many, NULL, 0);
            if (count > 0 && count <= 256) return "";
            return arena_fmt(&w->r->arena,
                             " Its type, %s, has 8 bits: larger numbers than "
                             "%d are cut in line %d.",
                             types[k], k < 2 ? 255 : 127, line);
        }
    }
    return "";
}

const char *trap_from_list(const Told *w) {
    Store s;
    if (!told_is(w, "global-race") && !told_is(w, "shared-race")) return NULL;
    if (!told_one_line(w) || !store_of_trap(w, &s)) return NULL;
    Arena *a = &w->r->arena;
    Str value = store_index_value(w, &s);
    for (const char *p = value.p; p < value.p + value.n; p++) {
        size_t n = source_name_length(p);
        if (n == 0) continue;
        const char *name = arena_strn(a, p, n);
        Str at = p[n] == '[' ? source_index(p + n) : (Str){0};
        int line = at.n && !is_input(w, name) ? filled_in(w->code, name) : 0;
        // Each block has a list of its own.
        if (told_between_blocks(w) && store_is_shared(w->code, name)) line = 0;
        Str before = {value.p, (size_t)(p - value.p)};
        const char *rest = at.p + at.n;
        Str after = {rest, line ? (size_t)(value.p + value.n - rest) : 0};
        if (line && line != w->t->line && is_by_thread(w->code, p, at) &&
            !varies(w->code, p, before) && !varies(w->code, p, after)) {
            const char *cut = narrow_words(w, name, line);
            return arena_fmt(a,
                             "The index comes from `%s`, and two of its places "
                             "hold the same number.%s%s",
                             name, cut,
                             *cut ? ""
                                  : arena_fmt(a,
                                              " Line %d fills it: does each "
                                              "number go to a place of its "
                                              "own, and is no place left out?",
                                              line));
        }
        p += n - 1;
    }
    return NULL;
}

// ---- indices that an atomic operation gave

// The variable that an index comes from and that was given an atomicAdd; empty:
// the call stands in the index itself.
typedef struct Counted {
    Str variable, counter; // "place", "&start[c]"
} Counted;

// "place" of `place = ` that ends at p; empty: no assignment ends there.
static Str assigned_before(const char *code, const char *p) {
    while (p > code && p[-1] == ' ')
        p--;
    if (p == code || p[-1] != '=') return (Str){0};
    p--;
    while (p > code && p[-1] == ' ')
        p--;
    const char *from = p;
    while (from > code && source_name_char(from[-1]))
        from--;
    return (Str){from, (size_t)(p - from)};
}

static bool find_counter(const Told *w, const Store *s, Counted *out) {
    const char *end = s->index.p + s->index.n;
    bool found = false;
    for (const char *p = w->code; (p = source_word(p, "atomicAdd")) && p < end;
         p++) {
        const char *open = p + strlen("atomicAdd");
        Str name = assigned_before(w->code, p);
        const char *word = arena_strn(&w->r->arena, name.p, name.n);
        bool inside = p > s->index.p;
        if (*open != '(' || (!inside && (!name.n || !store_uses(w, s, word))))
            continue;
        *out =
            (Counted){inside ? (Str){0} : name, source_call_argument(open, 0)};
        found = out->counter.n > 1;
    }
    return found;
}

const char *trap_from_atomic(const Told *w) {
    Store s;
    Counted c = {0};
    bool global = told_is(w, "global-race");
    if (!global && !told_is(w, "shared-race")) return NULL;
    if (!told_one_line(w) || !store_of_trap(w, &s) || !find_counter(w, &s, &c))
        return NULL;
    Arena *a = &w->r->arena;
    Str whole = str_trim((Str){s.index.p + 1, s.index.n - 1});
    bool direct = !c.variable.n && !strncmp(whole.p, "atomicAdd", 9) &&
                  whole.p[whole.n - 1] == ')';
    bool alone = direct || (whole.n == c.variable.n &&
                            !memcmp(whole.p, c.variable.p, whole.n));
    const char *what =
        c.variable.n ? arena_fmt(a, "`%.*s`", (int)c.variable.n, c.variable.p)
                     : "The index";
    const char *counter = c.counter.p + (*c.counter.p == '&');
    const char *name = arena_strn(a, counter, source_name_length(counter));
    if (global && store_is_shared(w->code, name) && alone &&
        !strstr(w->t->message, " of the same block"))
        return arena_fmt(a,
                         "%s counts with `%s`, of which each block has its "
                         "own in shared memory, so the blocks get the same "
                         "places. Add the place where the part of the block "
                         "begins.",
                         what, name);
    if (store_uses(w, &s, "__shfl_sync"))
        return arena_fmt(a,
                         "%s is what atomicAdd on `%s` returned, and a "
                         "shuffle hands it on. Does each lane take it from "
                         "the lane that called it, and do lanes that share "
                         "it add 0, 1, 2 ... to it?",
                         what, name);
    if (!alone)
        return arena_fmt(a,
                         "The places begin at what atomicAdd on `%s` returned. "
                         "Does the counter grow by as many places as are "
                         "taken, and are those numbered 0, 1, 2 ...?",
                         name);
    if (c.counter.p + c.counter.n > counter &&
        memchr(counter, '[', (size_t)(c.counter.p + c.counter.n - counter)))
        return arena_fmt(a,
                         "%s is what atomicAdd on `%s` returned, and one "
                         "counter gives each number once. Two of the counters "
                         "gave the same one: does each begin where the one "
                         "before it ends?",
                         what, name);
    return arena_fmt(a,
                     "%s is what atomicAdd on `%s` returned, which gives "
                     "each number once. Is `%s` set a second time, while "
                     "others still count?",
                     what, name, name);
}

// ---- bytes

// The variable that is declared by this signed type at p.
static Str signed_name(const char *code, const char *p, const char *type) {
    Str before = source_name_before(code, p);
    if (str_eq(before, "unsigned") || str_eq(before, "signed")) return (Str){0};
    p += strlen(type);
    p += strspn(p, " *");
    if (str_starts(p, "__restrict__")) p += strlen("__restrict__ ");
    return (Str){p, source_name_length(p)};
}

// An index of the line is made of the name.
static bool is_in_index(const Told *w, Str name) {
    const char *word = arena_strn(&w->r->arena, name.p, name.n);
    const char *end = source_at(w->code, w->t->line + 1);
    for (const char *p = source_at(w->code, w->t->line); name.n && p < end;
         p++) {
        Str index = *p == '[' ? source_index(p) : (Str){0};
        if (index.n && source_uses(w->code, p, index, word)) return true;
    }
    // atomicAdd(counters + letter, 1)
    const char *call = source_at(w->code, w->t->line);
    call = strstr(call, "atomic");
    if (!name.n || !call || call >= end) return false;
    Str to = source_call_argument(call + strcspn(call, "("), 0);
    return to.n && memchr(to.p, '+', to.n) &&
           source_uses(w->code, call, to, word);
}

// An index that the line makes of a byte which is read as char.
const char *trap_signed_byte(const Told *w) {
    static const char *const types[] = {"char", "int8_t", "char2", "char3",
                                        "char4"};
    if (!told_is(w, "out-of-bounds")) return NULL;
    for (size_t k = 0; k < COUNT_OF(types); k++)
        for (const char *p = w->code; (p = source_word(p, types[k])); p++) {
            Str name = signed_name(w->code, p, types[k]);
            if (!is_in_index(w, name)) continue;
            return arena_fmt(&w->r->arena,
                             "Line %d declares `%.*s` as %s, which is signed: "
                             "a byte above 127 is negative there, and so is "
                             "the index that is made of it. Read the bytes as "
                             "unsigned ones.",
                             source_number(w->code, p), (int)name.n, name.p,
                             types[k]);
        }
    return NULL;
}
