// Lanes: one that is called a warp, and the other way; one that alone has a
// sum; one whose vote is the sign of an int; one thread that stores for all
// warps. See value_rules.def and trap_rules.def.
#include "gate/result/lane_part.h"
#include "gate/result/store.h"
#include "gate/result/value_words.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WARP = 32 };

// The text is the size of a warp: 32, warpSize, or a constant that is 32.
static bool is_number_of(const char *code, Str text, long wanted) {
    long n;
    text = str_trim(text);
    if (wanted == WARP && str_eq(text, "warpSize")) return true;
    return source_constant(code, text, &n) && n == wanted;
}

PartOfThread part_in(const char *code, Str value) {
    size_t at = 0, n = 0;
    for (size_t i = 0; i < value.n; i++) {
        bool shift = value.p[i] == '>' && i + 1 < value.n;
        if (!strchr("%/&", value.p[i]) && !shift) continue;
        if (n) return NO_PART; // two of them
        at = i;
        n = shift ? 2 : 1;
        i += n - 1;
    }
    if (!n) return NO_PART;
    Str thread = {value.p, at}, by = {value.p + at + n, value.n - at - n};
    if (memchr(by.p, '+', by.n) ||
        !source_uses(code, value.p, thread, "threadIdx"))
        return NO_PART;
    switch (value.p[at]) {
    case '%': return is_number_of(code, by, WARP) ? LANE : NO_PART;
    case '&': return is_number_of(code, by, WARP - 1) ? LANE : NO_PART;
    case '/': return is_number_of(code, by, WARP) ? OF_WARP : NO_PART;
    default: return is_number_of(code, by, 5) ? OF_WARP : NO_PART;
    }
}

// The part that it is by its name: warp_id, laneIdx.
static PartOfThread part_named(Str name) {
    static const struct {
        const char *name;
        PartOfThread part;
    } all[] = {{"warp", OF_WARP}, {"lane", LANE}, {"wid", OF_WARP}};
    static const char *const ends[] = {"",   "id",  "idx", "index",
                                       "no", "num", "nr",  "number"};
    char word[32];
    size_t n = 0;
    for (size_t i = 0; i < name.n && n + 1 < sizeof word; i++)
        if (name.p[i] != '_') word[n++] = (char)tolower(name.p[i]);
    word[n] = 0;
    const char *from = word + (!strncmp(word, "my", 2) ? 2 : 0);
    for (size_t k = 0; k < COUNT_OF(all); k++)
        for (size_t m = 0; m < COUNT_OF(ends); m++) {
            size_t len = strlen(all[k].name);
            if (!strncmp(from, all[k].name, len) &&
                !strcmp(from + len, ends[m]))
                return all[k].part;
        }
    return NO_PART;
}

// Every launch has more threads in a block than a warp has.
static bool has_wide_blocks(const char *code) {
    long threads;
    const char *launch = strstr(code, "<<<");
    return launch &&
           source_constant(code, str_trim(source_call_argument(launch + 2, 1)),
                           &threads) &&
           threads > WARP && !strstr(launch + 3, "<<<");
}

// A lane that is the number of the thread in its block.
static const char *whole_lane_words(Arena *a, const char *code) {
    const char *p = source_device(code);
    if (!has_wide_blocks(code) || !strstr(code, "__shfl")) return NULL;
    for (; p && *p; p++) {
        size_t n = source_name_length(p);
        if (!n) continue;
        const char *set = p + n + strspn(p + n, " ");
        Str name = {p, n};
        p += n - 1;
        if (part_named(name) != LANE || *set != '=' || set[1] == '=') continue;
        Str value = str_trim((Str){set + 1, strcspn(set + 1, ";,\n")});
        if (!str_eq(value, "threadIdx.x")) continue;
        return arena_fmt(a,
                         "Line %d gives `%.*s` the number of the thread in its "
                         "block, and a block has more than one warp here: the "
                         "lane within the warp is threadIdx.x %% 32.",
                         source_number(code, name.p), (int)n, name.p);
    }
    return NULL;
}

// The first variable of a kernel that is called one of the two, and is given
// the other one.
static const char *exchanged_words(Arena *a, const char *code) {
    const char *p = source_device(code);
    for (; p && *p; p++) {
        size_t n = source_name_length(p);
        if (!n) continue;
        Str name = {p, n};
        PartOfThread named = part_named(name);
        const char *set = p + n + strspn(p + n, " ");
        p += n - 1;
        if (named == NO_PART || *set != '=' || set[1] == '=') continue;
        Str value = str_trim((Str){set + 1, strcspn(set + 1, ";,\n")});
        PartOfThread part = part_in(code, value);
        if (part == NO_PART || part == named) continue;
        bool lane = part == LANE;
        return arena_fmt(
            a,
            "Line %d gives `%.*s` the value `%.*s`. That is the number %s: the "
            "number %s is %s.",
            source_number(code, name.p), (int)n, name.p, (int)value.n, value.p,
            lane ? "of the lane within its warp, and the first lane of every "
                   "warp has a 0"
                 : "of the warp, which all 32 lanes of a warp share",
            lane ? "of the warp" : "of the lane",
            lane ? "threadIdx.x / 32" : "threadIdx.x % 32");
    }
    return NULL;
}

const char *value_lane_for_warp(CheckResult *r, const char *code) {
    const char *says = exchanged_words(&r->arena, code);
    return says ? says : whole_lane_words(&r->arena, code);
}

const char *trap_lane_for_warp(const Told *w) {
    static const char *const kinds[] = {
        "shared-race", "global-race", "uninitialised-shared", "out-of-bounds"};
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        if (told_is(w, kinds[k])) return exchanged_words(&w->r->arena, w->code);
    return NULL;
}

// An array with an element for each warp, and a block of more warps.
const char *trap_few_places(const Told *w) {
    static const char past[] = "past the end of `";
    const char *launch = strstr(w->code, "<<<"),
               *named = strstr(w->t->message, past);
    long threads;
    if (!told_is(w, "out-of-bounds") || !named || !launch ||
        strstr(launch + 3, "<<<") ||
        !source_constant(w->code, str_trim(source_call_argument(launch + 2, 1)),
                         &threads))
        return NULL;
    named += strlen(past);
    const char *name =
        arena_strn(&w->r->arena, named, source_name_length(named));
    const char *at = *name ? source_word(w->line, name) : NULL;
    Str index = at ? source_index(at) : (Str){0};
    if (index.n < 2) return NULL;
    index =
        source_meaning(&w->r->arena, w->code, source_at(w->code, w->t->line),
                       (Str){index.p + 1, index.n - 1});
    if (part_in(w->code, index) != OF_WARP) return NULL;
    return arena_fmt(&w->r->arena,
                     "`%s` has one element for each warp, and a block of %ld "
                     "threads has %ld warps: so many elements it needs.",
                     name, threads, (threads + WARP - 1) / WARP);
}

// Of "8,0,0", or of "thread (8,0,0)" in the message: -1, there is none.
static int number_of_thread(const char *text) {
    int x, y, z;
    bool flat = sscanf(text, "%d,%d,%d", &x, &y, &z) == 3 && !y && !z;
    return flat ? x : -1;
}

// Threads of two warps store to one element, whose index is a lane.
const char *trap_same_lane(const Told *w) {
    Store s;
    int one = number_of_thread(w->t->thread),
        other = number_of_thread(w->t->other_thread);
    if (!told_is(w, "shared-race") || !told_one_line(w) ||
        !store_of_trap(w, &s) || one < 0 || other < 0 ||
        one / WARP == other / WARP || one % WARP != other % WARP)
        return NULL;
    Str index = str_trim((Str){s.index.p + 1, s.index.n - 1}),
        value = source_meaning(&w->r->arena, w->code, s.at, index);
    bool set = value.p != index.p;
    if (part_in(w->code, value) != LANE) return NULL;
    const char *is =
        set ? arena_fmt(&w->r->arena,
                        "`%.*s` is `%.*s` in line %d, the number of the lane "
                        "within its warp",
                        (int)index.n, index.p, (int)value.n, value.p,
                        source_number(w->code, value.p))
            : arena_fmt(&w->r->arena,
                        "The index `%.*s` is the number of the lane within its "
                        "warp",
                        (int)value.n, value.p);
    return arena_fmt(&w->r->arena,
                     "%s: threads %d and %d are in different warps, and are "
                     "lane %d of both. Is the number of the warp meant, "
                     "threadIdx.x / 32, or that of the thread in its block?",
                     is, min_of(one, other), max_of(one, other), one % WARP);
}

// ---- a sum that one lane has, and all threads return

// The name of the function whose body p stands in; empty: it has none.
static Str function_around(const char *code, const char *p) {
    const char *head = source_function(code, p);
    const char *open = memchr(head, '{', (size_t)(p - head)),
               *bracket =
                   open ? memchr(head, '(', (size_t)(open - head)) : NULL;
    return bracket ? source_name_before(code, bracket) : (Str){0};
}

// After a call of the function its value is used, and by no single thread.
static bool all_threads_use(Arena *a, const char *code, Str function) {
    const char *name = arena_strn(a, function.p, function.n);
    for (const char *p = code; (p = source_word(p, name)); p++) {
        const char *before = p;
        while (before > code && before[-1] == ' ')
            before--;
        bool called = before > code && before[-1] == '=';
        Str rest = {p, (size_t)(source_function_end(p) - p)};
        // A sum that all of them add is another matter.
        bool added = source_holds(rest, "atomicAdd(");
        if (called && !source_holds(rest, "== 0") && !source_holds(rest, "!") &&
            !source_holds(rest, "< 1") && !added)
            return true;
    }
    return false;
}

// The last value of the name before p is given in `if (threadIdx.x == 0)`, or
// to another single thread: the place of that condition; NULL: it is not.
static const char *set_by_one(const char *code, const char *p, Str name) {
    const char *set = NULL, *from = source_function(code, p);
    for (const char *at = p; at > from; at--) {
        bool here = !strncmp(at, name.p, name.n) &&
                    !source_name_char(at[name.n]) && !source_name_char(at[-1]);
        const char *sign = at + name.n + strspn(at + name.n, " ");
        sign += *sign == '+' || *sign == '*';
        if (!here || *sign != '=' || sign[1] == '=') continue;
        set = at;
        break;
    }
    for (const char *at = set; at && at > from; at--) {
        if (strncmp(at, "if (", 4)) continue;
        size_t n = strcspn(at, ";{");
        Str head = {at, n};
        bool one = source_holds(head, "== 0") && at[n] == '{';
        const char *shut = strchr(set, '}');
        return one && shut && shut < p ? at : NULL;
    }
    return NULL;
}

// The same where one thread of the block has joined what the warps have.
static const char *sum_of_one_thread(CheckResult *r, const char *code) {
    for (const char *p = code; (p = source_word(p, "return")); p++) {
        const char *at = p + strlen("return ");
        Str sum = {at, source_name_length(at)}, of = function_around(code, p);
        if (!sum.n || at[sum.n] != ';' || !of.n) continue;
        const char *one = set_by_one(code, p, sum);
        if (!one || !all_threads_use(&r->arena, code, of)) continue;
        return arena_fmt(
            &r->arena,
            "The `if` of line %d lets one thread alone complete `%.*s`, and "
            "line %d returns each thread's own, which all threads go on with. "
            "Let that thread store it to shared memory, wait with "
            "__syncthreads(), and let all threads read it there.",
            source_number(code, one), (int)sum.n, sum.p,
            source_number(code, p));
    }
    return NULL;
}

// ---- a sum of a warp that all lanes add

// The shuffle in the function of that name, or the last one between `from` and
// `to`; NULL: it has none.
static const char *shuffle_of(Arena *a, const char *code, Str function) {
    const char *word = arena_strn(a, function.p, function.n);
    for (const char *p = code; (p = source_word(p, word)); p++) {
        if (p[function.n] != '(') continue;
        const char *shut = strchr(p, ')'), *end = source_function_end(p);
        if (!shut || shut[1 + strspn(shut + 1, " \n")] != '{') continue;
        const char *at = strstr(p, "__shfl_");
        return at && at < end ? at : NULL;
    }
    return NULL;
}

// The name is given what the lanes of a warp have, once in the kernel around p
// and before it: by `name += __shfl...`, or by a function that does: the place
// of the shuffle; NULL: it is not.
static const char *summed_by_warp(Arena *a, const char *code, const char *p,
                                  Str name) {
    const char *from = source_function(code, p), *found = NULL;
    const char *word = arena_strn(a, name.p, name.n);
    for (const char *at = from; (at = source_word(at, word)) && at < p; at++) {
        const char *sign = at + name.n + strspn(at + name.n, " ");
        sign += *sign == '+';
        if (*sign != '=' || sign[1] == '=') continue;
        const char *value = sign + 1 + strspn(sign + 1, " ");
        size_t n = source_name_length(value);
        const char *shuffle = NULL;
        if (str_starts(value, "__shfl_"))
            shuffle = value;
        else if (n && value[n] == '(')
            shuffle = shuffle_of(a, code, (Str){value, n});
        if (found) return NULL; // once more, of the warps' sums
        found = shuffle;
    }
    return found;
}

// out, &total or &out[0]: one element for the whole block.
static bool is_one_element(Str target) {
    target.p += *target.p == '&';
    size_t n = source_name_length(target.p);
    Str rest = {target.p + n, target.n - n};
    return n > 0 && (str_starts(rest.p, ",") || str_starts(rest.p, "[0],") ||
                     str_starts(rest.p, "[blockIdx.x],"));
}

const char *value_all_add(CheckResult *r, const char *code) {
    static const char call[] = "atomicAdd(";
    for (const char *p = code; (p = strstr(p, call)); p++) {
        const char *open = p + strlen(call) - 1;
        Str target = str_trim(source_call_argument(open, 0)),
            sum = str_trim(source_call_argument(open, 1));
        int line = source_number(code, p);
        if (!source_is_name(sum) || !is_one_element(target) ||
            !source_is_bare(code, line))
            continue;
        const char *shuffle = summed_by_warp(&r->arena, code, p, sum);
        bool all = shuffle && str_starts(shuffle, "__shfl_xor");
        if (!all && !(shuffle && str_starts(shuffle, "__shfl_down"))) continue;
        return arena_fmt(
            &r->arena,
            "All 32 lanes of a warp come to the atomicAdd of line %d. After "
            "%.*s in line %d %s. Let one lane of each warp add `%.*s`: "
            "`if (threadIdx.x %% 32 == 0)` before it.",
            line, (int)source_name_length(shuffle), shuffle,
            source_number(code, shuffle),
            all ? "each of them has the sum of the warp, so that enters 32 "
                  "times"
                : "lane 0 alone has the sum of the warp, and the others add "
                  "parts of it once more",
            (int)sum.n, sum.p);
    }
    return NULL;
}

const char *value_lone_sum(CheckResult *r, const char *code) {
    static const char down[] = "__shfl_down_sync";
    for (const char *p = code; (p = strstr(p, down)); p += strlen(down)) {
        const char *end = source_function_end(p);
        Str rest = {p + strlen(down), (size_t)(end - p) - strlen(down)};
        const char *back = strstr(p, "return ");
        if (source_holds(rest, "__shfl") || source_holds(rest, "] =") ||
            !back || back > end)
            continue;
        const char *at = back + strlen("return ");
        Str sum = {at, source_name_length(at)}, of = function_around(code, p);
        if (!sum.n || at[sum.n] != ';' || !of.n ||
            !all_threads_use(&r->arena, code, of))
            continue;
        return arena_fmt(
            &r->arena,
            "After %s lane 0 alone has the whole result, and line %d returns "
            "each thread's own `%.*s`, which all threads go on with. Within a "
            "warp, __shfl_sync(0xffffffff, %.*s, 0) hands it out; within a "
            "block, let the thread that has it store it to shared memory, "
            "wait with __syncthreads(), and let all threads read it there.",
            down, source_number(code, back), (int)sum.n, sum.p, (int)sum.n,
            sum.p);
    }
    return sum_of_one_thread(r, code);
}

// ---- a ballot in an int

// The name that `int name = __ballot...` at p declares; empty: none.
static Str signed_ballot(const char *code, const char *p) {
    const char *before = p;
    while (before > code && strchr(" =", before[-1]))
        before--;
    Str name = source_name_before(code, before);
    const char *type = name.n ? name.p : code;
    while (type > code && type[-1] == ' ')
        type--;
    Str of = source_name_before(code, type);
    Str more = of.n ? source_name_before(code, of.p) : (Str){0};
    return str_eq(of, "int") && !str_eq(more, "unsigned") ? name : (Str){0};
}

const char *value_signed_ballot(CheckResult *r, const char *code) {
    for (const char *p = code; (p = strstr(p, "__ballot_sync")); p++) {
        Str name = signed_ballot(code, p);
        const char *word = arena_strn(&r->arena, name.p, name.n);
        for (const char *use = p; name.n && (use = source_word(use, word));
             use++) {
            const char *sign = use + name.n + strspn(use + name.n, " ");
            const char *zero = sign + 1 + (sign[1] == '=');
            zero += strspn(zero, " ");
            if (!*sign || !strchr("<>", *sign) || *zero != '0' ||
                source_name_char(zero[1]))
                continue;
            return arena_fmt(
                &r->arena,
                "`%s` is an int, and the vote of lane 31 is its sign: with it "
                "`%s` is negative, and line %d takes it for less than 0. Make "
                "it unsigned, and ask for %s != 0.",
                word, word, source_number(code, use), word);
        }
    }
    return NULL;
}

// ---- a row for each warp, stored by thread 0

// A name in the text, or the text, is the number of a warp.
static bool is_of_warp(Arena *a, const char *code, Str text) {
    if (part_in(code, text) == OF_WARP) return true;
    for (const char *p = text.p; p < text.p + text.n; p++) {
        size_t n = source_name_length(p);
        if (!n) continue;
        Str name = {p, n}, value = source_meaning(a, code, name.p, name);
        if (value.p != name.p && part_in(code, value) == OF_WARP) return true;
        p += n - 1;
    }
    return false;
}

// `out[row] = ...` where the condition at p ends: its index; empty: another
// statement.
static Str stored_after(const char *p, Str *array) {
    *array = (Str){0};
    int depth = 1; // of the bracket of the `if`
    for (; *p && depth > 0; p++) {
        if (strchr(";{|", *p)) return (Str){0};
        depth += (*p == '(') - (*p == ')');
    }
    p += strspn(p, " \n");
    p += *p == '{';
    p += strspn(p, " \n");
    *array = (Str){p, source_name_length(p)};
    Str index =
        array->n && p[array->n] == '[' ? source_index(p + array->n) : (Str){0};
    const char *after = index.n ? index.p + index.n + 1 : p;
    after += strspn(after, " ");
    bool stores = index.n && *after == '=' && after[1] != '=';
    return stores ? str_trim((Str){index.p + 1, index.n - 1}) : (Str){0};
}

const char *value_first_of_block(CheckResult *r, const char *code) {
    static const char first[] = "if (threadIdx.x == 0";
    Arena *a = &r->arena;
    const CaseResult *bad = check_bad_case(r);
    if (!bad || bad->nfirst == 0 || !bad->first[0].got_poison) return NULL;
    for (const char *p = code; (p = strstr(p, first)); p++) {
        Str array, index = stored_after(p + strlen(first), &array);
        if (!source_is_name(index) ||
            !is_of_warp(a, code, source_meaning(a, code, index.p, index)))
            continue;
        return arena_fmt(a,
                         "Line %d lets thread 0 of a block alone store "
                         "`%.*s[%.*s]`, and `%.*s` is another one in each warp "
                         "of the block. Let lane 0 of each warp store its own: "
                         "`threadIdx.x %% 32 == 0`.",
                         source_number(code, p), (int)array.n, array.p,
                         (int)index.n, index.p, (int)index.n, index.p);
    }
    return NULL;
}
