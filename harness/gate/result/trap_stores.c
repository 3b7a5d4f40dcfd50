// Two threads that store to one element: which part of the index should differ
// between them, or who should store. See trap_rules.def.
#include "gate/result/store.h"

#include "gate/result/index_words.h"
#include "gate/result/source.h"
#include "gate/result/value_words.h"

#include <stdio.h>
#include <string.h>

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
        if (store_uses(w, s, own[k])) return true;
    return false;
}

// The index was read from memory, as in bins[in[i]]: nobody knows it before.
static bool is_from_data(const Told *w, const Store *s) {
    Str value = store_index_value(w, s);
    Str rest = {value.p + 1, value.n ? value.n - 1 : 0};
    return rest.n && memchr(rest.p, '[', rest.n) != NULL;
}

// Each block updates the same elements, one for each of its threads.
static const char *blocks_update(const Told *w, const Store *s,
                                 const char *element) {
    if (in_helper(w, w->t->line) || !store_uses(w, s, "threadIdx") ||
        store_uses(w, s, "blockIdx"))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "All blocks update %s: its index is computed from "
                     "threadIdx and not from blockIdx. Do all add to the same "
                     "elements? Then %s. Is each block to have elements of "
                     "its own? Then begin at blockIdx.x * blockDim.x.",
                     element, told_add_up(w));
}

const char *trap_update(const Told *w) {
    enum { MOST = 40 };
    Store s;
    bool shared = told_is(w, "shared-race");
    if ((!told_is(w, "global-race") && !shared) || !told_one_line(w) ||
        !store_of_trap(w, &s) || !is_update(&s) || reads_another(w, &s))
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
    if (one_block ? !varies_by_thread(w, &s) : !store_uses(w, &s, "blockIdx"))
        return arena_fmt(a,
                         "Several %s update %s, and an update is a read and a "
                         "write. Is one %s to do it for all? Then ask for it, "
                         "as in if (%s). Does each add something of its own? "
                         "Then %s.",
                         who, element, one_block ? "thread" : "block",
                         !one_block ? "blockIdx.x == 0"
                         : shared || strstr(w->code, "<<<1,")
                             ? "threadIdx.x == 0"
                             : "blockIdx.x == 0 && threadIdx.x == 0",
                         told_add_up(w));
    // The device has seen rounds and barriers.
    if (shared && strstr(w->t->hint, "end each round with")) return NULL;
    return arena_fmt(a,
                     "Two %s update the same element here, %s. Is each to have "
                     "an element of its own? Then look at how the index is "
                     "computed, and at the step of a loop. Are several to add "
                     "to one? Then %s.",
                     who, element, told_add_up(w));
}

// `x[i] = x[i - 1]`, and so between two arrays that are one.
const char *trap_two_elements(const Told *w) {
    Store s;
    if (!told_is(w, "global-race") || !told_one_line(w) ||
        !str_starts(w->t->hint, "An update such") || !store_of_trap(w, &s) ||
        (is_update(&s) && !reads_another(w, &s)))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "This line stores to `%.*s`, and reads what another "
                     "thread stores there: nothing says which comes first. Is "
                     "the value before the store meant? Then write into "
                     "another array. The one after it? Then read it in the "
                     "next launch, or in one block after __syncthreads().",
                     (int)s.name.n, s.name.p);
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
    return store_is_shared(w->code,
                           arena_strn(&w->r->arena, s->name.p, s->name.n));
}

// The index of the store at fault has another value in each thread of a block,
// and the same one in every block.
const char *trap_same_in_blocks(const Told *w) {
    Store s;
    if (!told_is(w, "global-race") || !told_between_blocks(w)) return NULL;
    int lines[] = {w->t->line, w->t->other_line};
    for (size_t k = 0; k < COUNT_OF(lines); k++) {
        bool found =
            store_in(w, lines[k], &s) || store_through(w, lines[k], &s);
        if (!found || memchr(s.index.p, '(', s.index.n) ||
            in_helper(w, lines[k]) || is_from_data(w, &s) ||
            is_to_shared(w, &s))
            continue;
        if (!store_uses(w, &s, "threadIdx") || store_uses(w, &s, "blockIdx"))
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
    if (!told_between_blocks(w) && source_steps_by_grid(w->code))
        return "Two threads reach the same element. Look at the stride of the "
               "loop: gridDim.x counts blocks, and the whole grid has "
               "gridDim.x * blockDim.x threads.";
    if (!told_between_blocks(w) || !source_steps_by_block(w->code)) return NULL;
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
    if (told_one_line(w) && store_of_trap(w, &s))
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
    return store_of_trap(w, &s) &&
           (store_uses(w, &s, "lane") || store_uses(w, &s, "rank"));
}

static const char *of_block(const Told *w, const Store *s) {
    return store_uses(w, s, "blockDim")
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
        if (*name && store_uses(w, s, name)) return true;
    }
    return false;
}

// The index is the number of the warp, and shuffles have summed it up.
static bool is_of_warp(const Told *w, const Store *s) {
    if (!strstr(w->code, "__shfl_")) return false;
    const char *text = arena_strn(&w->r->arena, s->index.p, s->index.n);
    const char *name = *text == '[' ? text + 1 : text;
    const char *value = source_value(w->code, s->at, name);
    if (value) text = arena_strn(&w->r->arena, value, strcspn(value, ";,"));
    return str_ends(text, "threadIdx.x / 32") || str_ends(text, "tid / 32") ||
           str_ends(text, "threadIdx.x / warpSize") ||
           str_ends(text, "threadIdx.x >> 5");
}

// The block has threads along y, which the kernel does not ask for.
static const char *told_flat_index(const Told *w) {
    int x, y, z;
    if (sscanf(w->t->thread, "%d,%d,%d", &x, &y, &z) != 3 || y == 0 ||
        strstr(w->code, "threadIdx.y") || strstr(w->code, "thread_rank"))
        return NULL;
    return "The block has threads along y, too, and no index asks for "
           "threadIdx.y: threads with the same x meet here. Start blocks along "
           "x alone, or count threadIdx.y in.";
}

// The sentence on threads of a block that have the same index.
const char *told_same_index(const Told *w) {
    enum { MOST = 40 };
    Store s;
    Str to = told_target(w->line);
    bool found = store_of_trap(w, &s);
    if ((found && is_written_number(s.index)) ||
        (!found && to.n && *to.p == '*'))
        return "All threads of the block store to this one element. If one of "
               "them is to store for all, ask for it: if (threadIdx.x == 0). "
               "If all add to it, use an atomic operation.";
    if (found && store_uses(w, &s, "blockIdx") &&
        !store_uses(w, &s, "threadIdx") && !is_from_helper(w, &s))
        return of_block(w, &s);
    if (found && reads_neighbour(w, &s))
        return "One thread stores this element, and another one reads it in "
               "the same line, as a neighbour of its own: it may find the new "
               "value or the old one. Store into another array, or let all "
               "threads read first, and put a barrier before the store.";
    if (!found || s.index.n > MOST)
        return "Threads of one block store to the same element: which part of "
               "the index should differ between them?";
    if (is_of_warp(w, &s))
        return "All 32 lanes of a warp store to this one element, each what it "
               "has itself. Let the lane store that has the result, lane 0 "
               "after __shfl_down_sync.";
    const char *flat = told_flat_index(w);
    if (flat) return flat;
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
