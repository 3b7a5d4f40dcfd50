// Two threads that store to one element: where the index comes from. See
// trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/index_words.h"
#include "gate/result/source.h"
#include "gate/result/value_words.h"

#include <stdlib.h>
#include <string.h>

// A store of the line: to[index] = ..., and of any `+=` or `++`.
typedef struct Store {
    Str name, index; // index without its last bracket
    const char *at;  // the place of the index in the file
} Store;

static size_t name_length(const char *p) {
    size_t n = 0;
    while (source_name_char(p[n]))
        n++;
    return n;
}

// The first element of an array that the line stores to. False: there is none.
static bool store_in(const Told *w, int line, Store *out) {
    const char *p = source_at(w->code, line);
    const char *end = source_at(w->code, line + 1);
    for (; p < end; p++) {
        size_t n = name_length(p);
        if (n == 0) continue;
        Str index = p[n] == '[' ? source_index(p + n) : (Str){0};
        const char *set = index.n ? index.p + index.n + 1 : p;
        set += strspn(set, " ");
        bool stores = (*set == '=' && set[1] != '=') ||
                      (strchr("+-*/|&^", *set) && set[1] == '=') ||
                      !strncmp(set, "++", 2) || !strncmp(set, "--", 2);
        if (index.n > 1 && stores) {
            *out = (Store){{p, n}, index, index.p};
            return true;
        }
        p += n - 1;
    }
    return false;
}

static bool index_uses(const Told *w, const Store *s, const char *name) {
    return source_uses(w->code, s->at, s->index, name);
}

// That of the trap's line.
static bool find_store(const Told *w, Store *out) {
    return store_in(w, w->t->line, out);
}

// Functions of the device that know their block, which the text of an index
// does not show.
static bool has_helpers(const char *code) {
    for (const char *p = code; (p = source_word(p, "__device__")); p++) {
        const char *body = strchr(p, '{'),
                   *end = body ? strstr(body, "\n}") : 0;
        const char *uses = body ? source_word(body, "blockIdx") : NULL;
        if (uses && uses < end) return true;
    }
    return false;
}

// The line is in a function that kernels call: its parameters may tell threads
// and blocks apart.
static bool in_helper(const Told *w, int line) {
    const char *end = source_at(w->code, line), *kernel = NULL, *helper = NULL;
    for (const char *p = w->code; (p = strstr(p, "__global__")) && p < end; p++)
        kernel = p;
    for (const char *p = w->code; (p = strstr(p, "__device__")) && p < end; p++)
        if (p[strcspn(p, "({;=")] == '(') helper = p;
    return helper && (!kernel || helper > kernel);
}

// "base + rank" of the index [base + rank: what it is, or what the variable
// was given that it is.
static Str value_of_index(const Told *w, const Store *s) {
    Str index = str_trim((Str){s->index.p + 1, s->index.n - 1});
    if (!source_is_name(index)) return s->index;
    const char *name = arena_strn(&w->r->arena, index.p, index.n);
    const char *value = source_value(w->code, s->at, name);
    return value ? (Str){value, strcspn(value, ";")} : s->index;
}

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

static bool is_between_blocks(const Told *w) {
    return strstr(w->t->message, "), block (") != NULL ||
           strstr(w->t->message, "memory, block (") != NULL;
}

// Numbers that an array of bytes cannot hold; "" if it may hold all.
static const char *narrow_words(const Told *w, const char *name, int line) {
    static const char *const types[] = {"unsigned char", "uint8_t", "char",
                                        "signed char"};
    for (size_t k = 0; k < COUNT_OF(types); k++) {
        size_t n = strlen(types[k]);
        for (const char *p = w->code; (p = strstr(p, types[k])); p += n) {
            const char *at = p + n + strspn(p + n, " ");
            size_t len = name_length(at);
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

// A variable of that name is declared in shared memory.
static bool is_shared(const char *code, const char *name) {
    for (const char *p = code; (p = source_word(p, "__shared__")); p++) {
        const char *at = source_word(p, name);
        if (at && at < p + strcspn(p, ";")) return true;
    }
    return false;
}

const char *trap_from_list(const Told *w) {
    Store s;
    if (!told_is(w, "global-race") && !told_is(w, "shared-race")) return NULL;
    if (!told_one_line(w) || !find_store(w, &s)) return NULL;
    Arena *a = &w->r->arena;
    Str value = value_of_index(w, &s);
    for (const char *p = value.p; p < value.p + value.n; p++) {
        size_t n = name_length(p);
        if (n == 0) continue;
        const char *name = arena_strn(a, p, n);
        Str at = p[n] == '[' ? source_index(p + n) : (Str){0};
        int line = at.n && !is_input(w, name) ? filled_in(w->code, name) : 0;
        // Each block has a list of its own.
        if (is_between_blocks(w) && is_shared(w->code, name)) line = 0;
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
        if (*open != '(' || (!inside && (!name.n || !index_uses(w, s, word))))
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
    if (!told_one_line(w) || !find_store(w, &s) || !find_counter(w, &s, &c))
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
    const char *name = arena_strn(a, counter, name_length(counter));
    if (global && is_shared(w->code, name) && alone &&
        !strstr(w->t->message, " of the same block"))
        return arena_fmt(a,
                         "%s counts with `%s`, of which each block has its "
                         "own in shared memory, so the blocks get the same "
                         "places. Add the place where the part of the block "
                         "begins.",
                         what, name);
    if (index_uses(w, &s, "__shfl_sync"))
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

// ---- updates: x[i] += v

// The statement reads the element that it stores to.
static bool is_update(const Store *s) {
    const char *set = s->index.p + s->index.n + 1;
    set += strspn(set, " ");
    if (*set != '=') return true; // +=, ++
    Str element = {s->name.p, (size_t)(s->index.p + s->index.n - s->name.p)};
    return memmem(set, strcspn(set, ";"), element.p, element.n) != NULL;
}

// `x[i] += x[i + d]`: the other thread may be at the other element.
static bool reads_another(const Told *w, const Store *s) {
    const char *name = arena_strn(&w->r->arena, s->name.p, s->name.n);
    const char *from = s->index.p + s->index.n,
               *end = from + strcspn(from, ";");
    for (const char *p = from; (p = source_word(p, name)) && p < end;) {
        p += s->name.n;
        Str index = source_index(p);
        if (index.n != s->index.n || memcmp(index.p, s->index.p, index.n))
            return true;
    }
    return false;
}

static bool varies_by_thread(const Told *w, const Store *s) {
    static const char *const own[] = {"threadIdx", "lane", "thread_rank",
                                      "rank", "tid"};
    for (size_t k = 0; k < COUNT_OF(own); k++)
        if (index_uses(w, s, own[k])) return true;
    return false;
}

// The index was read from memory, as in bins[in[i]]: nobody knows it before.
static bool is_from_data(const Told *w, const Store *s) {
    Str value = value_of_index(w, s);
    Str rest = {value.p + 1, value.n ? value.n - 1 : 0};
    return rest.n && memchr(rest.p, '[', rest.n) != NULL;
}

// Each block updates the same elements, one for each of its threads.
static const char *blocks_update(const Told *w, const Store *s,
                                 const char *element) {
    if (in_helper(w, w->t->line) || !index_uses(w, s, "threadIdx") ||
        index_uses(w, s, "blockIdx"))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "All blocks update %s: its index is computed from "
                     "threadIdx and not from blockIdx. Is each block to have "
                     "elements of its own? Then begin at blockIdx.x * "
                     "blockDim.x. Do all add to the same ones? Then %s.",
                     element, told_add_up(w));
}

const char *trap_update(const Told *w) {
    enum { MOST = 40 };
    Store s;
    bool shared = told_is(w, "shared-race");
    if ((!told_is(w, "global-race") && !shared) || !told_one_line(w) ||
        !find_store(w, &s) || !is_update(&s) || reads_another(w, &s))
        return NULL;
    Arena *a = &w->r->arena;
    if (is_from_data(w, &s))
        return arena_fmt(a,
                         "The index comes from data, so several threads can "
                         "have the same element of `%.*s`, and an update is a "
                         "read and a write: %s.",
                         (int)s.name.n, s.name.p, told_add_up(w));
    size_t n = (size_t)(s.index.p + s.index.n + 1 - s.name.p);
    const char *element =
        n > MOST ? "one element" : arena_fmt(a, "`%.*s`", (int)n, s.name.p);
    bool one_block = shared || strstr(w->t->message, " of the same block") ||
                     strstr(w->t->message, "another thread of its warp");
    const char *who = one_block ? "threads of a block" : "blocks";
    const char *same = one_block ? NULL : blocks_update(w, &s, element);
    if (same) return same;
    if (one_block ? !varies_by_thread(w, &s) : !index_uses(w, &s, "blockIdx"))
        return arena_fmt(a,
                         "Several %s update %s, and an update is a read and a "
                         "write. Is one %s to do it for all? Then ask for it, "
                         "as in if (%s.x == 0). Does each add something of its "
                         "own? Then %s.",
                         who, element, one_block ? "thread" : "block",
                         one_block ? "threadIdx" : "blockIdx", told_add_up(w));
    // The device has seen rounds and barriers.
    if (shared && strstr(w->t->hint, "end each round with")) return NULL;
    return arena_fmt(a,
                     "Two %s update the same element here, %s. Is each to have "
                     "an element of its own? Then look at how the index is "
                     "computed, and at the step of a loop. Are several to add "
                     "to one? Then %s.",
                     who, element, told_add_up(w));
}

// `*(float4 *)(y + i) = ...`: the sum in the last brackets counts as an index.
static bool store_through(const Told *w, int line, Store *out) {
    const char *p = source_at(w->code, line);
    const char *end = source_at(w->code, line + 1);
    const char *set = memchr(p, '=', (size_t)(end - p));
    const char *close = set;
    while (close && close > p && strchr(" =", *close))
        close--;
    const char *open = close;
    while (open && open > p && *open != '(')
        open--;
    if (!set || *close != ')' || !strchr("*)", open[-1])) return false;
    *out = (Store){{open, 1}, {open + 1, (size_t)(close - open - 1)}, open + 1};
    return memchr(p, '*', (size_t)(open - p)) != NULL;
}

// The line stores what it reads into an array of the block's own.
static bool is_to_shared(const Told *w, const Store *s) {
    return is_shared(w->code, arena_strn(&w->r->arena, s->name.p, s->name.n));
}

// The index of the store at fault has another value in each thread of a block,
// and the same one in every block.
const char *trap_same_in_blocks(const Told *w) {
    Store s;
    if (!told_is(w, "global-race") || !is_between_blocks(w)) return NULL;
    int lines[] = {w->t->line, w->t->other_line};
    for (size_t k = 0; k < COUNT_OF(lines); k++) {
        bool found =
            store_in(w, lines[k], &s) || store_through(w, lines[k], &s);
        if (!found || memchr(s.index.p, '(', s.index.n) ||
            in_helper(w, lines[k]) || is_from_data(w, &s) ||
            is_to_shared(w, &s))
            continue;
        if (!index_uses(w, &s, "threadIdx") || index_uses(w, &s, "blockIdx"))
            continue;
        if (has_helpers(w->code)) continue;
        return arena_fmt(&w->r->arena,
                         "The index in line %d is computed from threadIdx and "
                         "not from blockIdx, so every block takes the same "
                         "elements. In the whole grid the number of a thread "
                         "is blockIdx.x * blockDim.x + threadIdx.x.",
                         lines[k]);
    }
    return NULL;
}

// A loop over the elements of the whole grid that counts one block, or the
// blocks alone.
const char *trap_stride(const Told *w) {
    if (!told_is(w, "global-race")) return NULL;
    if (!is_between_blocks(w) && source_steps_by_grid(w->code))
        return "Two threads reach the same element. Look at the stride of the "
               "loop: gridDim.x counts blocks, and the whole grid has "
               "gridDim.x * blockDim.x threads.";
    if (!is_between_blocks(w) || !source_steps_by_block(w->code)) return NULL;
    return "Two blocks reach the same element. Look at the stride of the loop: "
           "it must count all blocks, gridDim.x * blockDim.x.";
}

// The file takes one size of the grid for another.
const char *trap_grid(const Told *w) {
    bool race = told_is(w, "global-race") || told_is(w, "shared-race");
    return race ? index_grid_words(w->r, w->code) : NULL;
}

// A loop around one of the lines has the same rounds in every thread.
const char *trap_every_element(const Told *w) {
    if (!told_is(w, "global-race") && !told_is(w, "shared-race")) return NULL;
    Store s;
    const char *says = NULL;
    if (told_one_line(w) && find_store(w, &s))
        says = same_rounds_words(w->r, w->code, w->t->line,
                                 str_trim((Str){s.index.p + 1, s.index.n - 1}));
    if (says) return says;
    says =
        w->t->line > 0 ? every_element_words(w->r, w->code, w->t->line) : NULL;
    return says || w->t->other_line <= 0
               ? says
               : every_element_words(w->r, w->code, w->t->other_line);
}

// A shared variable that is no array, and several threads set it.
static const char *variable_words(const Told *w) {
    Str to = told_target(w->line);
    size_t n = strlen(w->variable);
    bool same = n > 0 && to.n >= n && !memcmp(to.p + to.n - n, w->variable, n);
    if (!same || memchr(to.p, '[', to.n) ||
        !strstr(w->t->message, "another value"))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "Several threads store to `%s`, and each another value: "
                     "the last one wins. Which thread has the value that is "
                     "meant? Ask for that one, as in if (threadIdx.x == 0).",
                     w->variable);
}

// One of two lines stores to one element in all threads of the block.
const char *trap_all_store(const Told *w) {
    Store s;
    if (!told_is(w, "shared-race")) return NULL;
    if (told_one_line(w)) return variable_words(w);
    int lines[] = {w->t->line, w->t->other_line};
    for (size_t k = 0; k < COUNT_OF(lines); k++) {
        if (lines[k] <= 0 || !store_in(w, lines[k], &s) || is_update(&s))
            continue;
        bool same = strlen(w->variable) == s.name.n &&
                    !memcmp(w->variable, s.name.p, s.name.n);
        if (!same || in_helper(w, lines[k])) continue;
        if (varies_by_thread(w, &s) || has_helpers(w->code) ||
            !source_is_bare(w->code, lines[k]))
            continue;
        return arena_fmt(&w->r->arena,
                         "Every thread of the block comes to line %d, and all "
                         "of them store to one element there. If one of them "
                         "is to do it for all, ask for it: if (threadIdx.x == "
                         "0).",
                         lines[k]);
    }
    return NULL;
}

// ---- other indices

// All threads have the same one: a number is written there.
static bool is_written_number(Str index) {
    if (index.n < 2) return false;
    for (size_t i = 1; i < index.n; i++)
        if (!strchr("0123456789 ", index.p[i])) return false;
    return true;
}

bool told_uses_lane(const Told *w) {
    Store s;
    return find_store(w, &s) &&
           (index_uses(w, &s, "lane") || index_uses(w, &s, "rank"));
}

static const char *of_block(const Told *w, const Store *s) {
    return index_uses(w, s, "blockDim")
               ? arena_fmt(&w->r->arena,
                           "The index `%.*s` is the same in all threads of a "
                           "block: it says where the block begins. Is "
                           "threadIdx.x missing in it?",
                           (int)s->index.n - 1, s->index.p + 1)
               : "Threads of one block store to the same element. If one of "
                 "them is to store for all, ask for it: if (threadIdx.x == "
                 "0).";
}

// The counter of the loop at `at`, from 0 in steps of 1 to a constant that is
// more than 1; empty: it is no such loop.
static Str counter_of(const char *code, const char *at, long *rounds) {
    Str part[3];
    if (!source_for(at, part)) return (Str){0};
    const char *less = memchr(part[1].p, '<', part[1].n);
    if (!less || !memmem(part[2].p, part[2].n, "++", 2) ||
        part[0].p[part[0].n - 1] != '0')
        return (Str){0};
    Str name = str_trim((Str){part[1].p, (size_t)(less - part[1].p)});
    Str end =
        str_trim((Str){less + 1, part[1].n - (size_t)(less + 1 - part[1].p)});
    bool fits = source_is_name(name) && source_constant(code, end, rounds);
    return fits && *rounds > 1 ? name : (Str){0};
}

// A loop gives each thread several elements that follow each other.
static const char *of_several(const Told *w, const Store *s) {
    const char *end = source_at(w->code, w->t->line), *last = NULL;
    long rounds = 0;
    Str name = {0};
    for (const char *p = w->code; (p = source_word(p, "for")) && p < end;
         p += 3) {
        long n;
        Str found = counter_of(w->code, p, &n);
        if (!found.n) continue;
        last = p;
        name = found;
        rounds = n;
    }
    if (!last || w->t->line - source_number(w->code, last) > 2) return NULL;
    const char *plus = arena_fmt(&w->r->arena, "+ %.*s", (int)name.n, name.p);
    const char *at = memmem(s->index.p, s->index.n, plus, strlen(plus));
    if (!at || source_name_char(at[strlen(plus)])) return NULL;
    return arena_fmt(&w->r->arena,
                     "The loop of line %d gives each thread %ld elements "
                     "along `%.*s`: is the first one of a thread %ld after "
                     "that of the thread before?",
                     source_number(w->code, last), rounds, (int)name.n, name.p,
                     rounds);
}

// The line stores at one index, and reads at another.
static bool reads_neighbour(const Told *w, const Store *s) {
    if (!strstr(w->t->message, " reads ")) return false;
    const char *p = s->index.p + s->index.n + 1;
    for (const char *end = p + strcspn(p, ";"); p < end; p++) {
        if (*p != '[') continue;
        Str index = source_index(p);
        if (index.n != s->index.n || memcmp(index.p, s->index.p, index.n))
            return true;
    }
    return false;
}

// The index comes from a function of the file, which may tell threads apart.
static bool is_from_helper(const Told *w, const Store *s) {
    static const char sign[] = "__device__";
    for (const char *p = w->code; (p = source_word(p, sign)); p++) {
        const char *open = strchr(p, '('), *from = open;
        while (from && from > p && source_name_char(from[-1]))
            from--;
        const char *name =
            open ? arena_strn(&w->r->arena, from, (size_t)(open - from)) : "";
        if (*name && index_uses(w, s, name)) return true;
    }
    return false;
}

// The sentence on threads of a block that have the same index.
const char *told_same_index(const Told *w) {
    enum { MOST = 40 };
    Store s;
    Str to = told_target(w->line);
    bool found = find_store(w, &s);
    if ((found && is_written_number(s.index)) ||
        (!found && to.n && *to.p == '*'))
        return "All threads of the block store to this one element. If one of "
               "them is to store for all, ask for it: if (threadIdx.x == 0). "
               "If all add to it, use an atomic operation.";
    if (found && index_uses(w, &s, "blockIdx") &&
        !index_uses(w, &s, "threadIdx") && !is_from_helper(w, &s))
        return of_block(w, &s);
    if (found && reads_neighbour(w, &s))
        return "One thread stores this element, and another one reads it in "
               "the same line, as a neighbour of its own: it may find the new "
               "value or the old one. Store into another array, or let all "
               "threads read first, and put a barrier before the store.";
    if (!found || s.index.n > MOST)
        return "Threads of one block store to the same element: which part of "
               "the index should differ between them?";
    const char *says =
        arena_fmt(&w->r->arena,
                  "Two threads of a block have the same index here, `%.*s]`: "
                  "which part of it should differ between them?",
                  (int)s.index.n, s.index.p);
    const char *several = of_several(w, &s);
    return several ? arena_fmt(&w->r->arena, "%s %s", says, several) : says;
}

// The device has its general words for stores of one line.
const char *trap_shared_store(const Told *w) {
    if (!told_is(w, "shared-race") || !told_one_line(w) ||
        !str_starts(w->t->hint, "Is the index another one for each thread"))
        return NULL;
    return told_same_index(w);
}

// Two lines of a kernel that store to the same elements.
const char *trap_two_stores(const Told *w) {
    const Arg *arg = told_array(w);
    int a = w->t->line, b = w->t->other_line;
    if (!told_is(w, "global-race") || !arg || a <= 0 || b <= 0 || a == b ||
        strcmp(w->t->file, w->t->other_file) || strstr(w->t->hint, "tomic"))
        return NULL;
    const char *other = source_line(&w->r->arena, w->code, b);
    if (!strstr(w->t->message, " writes global memory") ||
        !strstr(w->t->message, " writes it in line") ||
        !strstr(w->t->message, " of the same block") ||
        !told_target(w->line).n || !told_target(other).n)
        return NULL;
    return arena_fmt(&w->r->arena,
                     "Lines %d and %d both store to this element of `%s`. If "
                     "each element is meant for one of the two lines, where do "
                     "the elements of each begin and end? If one line is to "
                     "come after the other, put a __syncthreads() between.",
                     min_of(a, b), max_of(a, b), arg->name);
}
