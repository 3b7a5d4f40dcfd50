// Likely causes of waits that never end, and of variables that nobody gave a
// value: see trap_rules.def.
#include "gate/result/told.h"

#include "base/str.h"
#include "gate/result/kernels.h"
#include "gate/result/lone_mask.h"
#include "gate/result/source.h"

#include <ctype.h>
#include <string.h>

// The variable that the declaration at p, just past its type, leaves without a
// value and that is used before it gets one; empty: none.
static Str without_value(Arena *a, const char *p) {
    p += strspn(p, " ");
    size_t n = source_name_length(p);
    if (n == 0 || p[n] != ';') return (Str){0};
    const char *use = source_word(p + n, arena_strn(a, p, n));
    if (!use || use[-1] == '&') return (Str){0};
    const char *set = use + n + strspn(use + n, " ");
    bool gets = *set == '=' && set[1] != '=';
    return gets ? (Str){0} : (Str){p, n};
}

const char *trap_no_first_value(const Told *w) {
    static const char *const types[] = {"float", "double", "int", "unsigned",
                                        "long",  "half",   "bool"};
    if (!told_is(w, "uninitialised-local") ||
        !strstr(w->t->message, " uses a variable "))
        return NULL;
    const char *from = strstr(w->code, "__global__");
    const char *end = source_at(w->code, w->t->line + 1);
    Str found = {0};
    for (size_t k = 0; from && k < COUNT_OF(types); k++)
        for (const char *p = from; (p = source_word(p, types[k])) && p < end;) {
            p += strlen(types[k]);
            Str name = without_value(&w->r->arena, p);
            if (name.n && name.p > found.p) found = name;
        }
    if (!found.n) return NULL;
    return arena_fmt(&w->r->arena,
                     "Line %d declares `%.*s` without a value, and it is used "
                     "before it gets one. Variables of a kernel begin with "
                     "garbage: give it a first value.",
                     source_number(w->code, found.p), (int)found.n, found.p);
}

const char *trap_tests_read(const Told *w) {
    if (!told_in_tests(w->t) || !told_is(w, "uninitialised-global"))
        return NULL;
    if (*w->t->alloc_file && !file_is_of_tests(w->t->alloc_file))
        return "That line is kata's own, of a function that your file calls: "
               "the array of yours that it reads was not filled, or not in "
               "full. Is what belongs there copied before, all of it, in every "
               "call?";
    return "That line is kata's own: it reads an output, and your functions "
           "have not written all of it. Do they write every element, for every "
           "size and in every call?";
}

// The first call that puts a function of the host into a stream, or NULL.
static const char *host_function(const char *code) {
    static const char *const calls[] = {"cudaLaunchHostFunc",
                                        "cudaStreamAddCallback"};
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        const char *at = source_word(code, calls[i]);
        if (at) return at;
    }
    return NULL;
}

// The tests use what a stream of the learner's still works on.
const char *trap_returned_early(const Told *w) {
    const char *other = w->t->other_file;
    if (!told_in_tests(w->t) || !told_is(w, "stream-race") || !other ||
        w->t->other_line <= 0 || file_is_of_tests(other))
        return NULL;
    const char *callback = host_function(w->code);
    if (callback)
        return arena_fmt(&w->r->arena,
                         "That line is kata's own, and nothing orders it after "
                         "what line %d started. The host function of line %d "
                         "runs after the work before it in its stream, and "
                         "only later work of that stream waits for it; a host "
                         "function cannot wait by calling CUDA. Wait for the "
                         "stream where you need its results, or let the stream "
                         "that goes on wait for an event recorded after "
                         "line %d.",
                         w->t->other_line, source_number(w->code, callback),
                         w->t->other_line);
    return arena_fmt(&w->r->arena,
                     "That line is kata's own, and nothing orders it after "
                     "what line %d started. Is all to be done when your "
                     "function returns? Then wait for that stream at its end. "
                     "Is it to return at once? Then the stream that goes on "
                     "must wait: for an event recorded after line %d.",
                     w->t->other_line, w->t->other_line);
}

// How the file's kernel waits for the whole grid: "grid.sync()"; NULL: it does
// not.
static const char *grid_wait(Arena *a, const char *code) {
    const char *call = source_word(code, "this_grid");
    const char *p = call;
    if (!call || strstr(call, "this_grid().sync()"))
        return call ? "this_grid().sync()" : NULL;
    while (p > code && !strchr("=;{}", *p))
        p--;
    if (*p != '=') return NULL;
    while (p > code && strchr("= ", *p))
        p--;
    size_t n = 0;
    while (p - n > code && source_name_char(p[-(ptrdiff_t)n]))
        n++;
    const char *wait = arena_fmt(a, "%.*s.sync()", (int)n, p - n + 1);
    return strstr(call, wait) ? wait : NULL;
}

// A kernel whose blocks wait for each other leaves one of these waits out.
const char *trap_grid_waits(const Told *w) {
    const TrapInfo *t = w->t;
    int lo = t->line < t->other_line ? t->line : t->other_line;
    int hi = t->line < t->other_line ? t->other_line : t->line;
    const char *wait = grid_wait(&w->r->arena, w->code);
    if (!told_is(w, "global-race") || !wait || lo <= 0 || lo == hi) return NULL;
    if (strcmp(t->file, t->other_file)) return NULL;
    const char *from = source_at(w->code, lo);
    const char *between = strstr(from, wait);
    const char *loop = source_word(w->code, "for");
    if (!loop || loop > from) loop = source_word(w->code, "while");
    bool waits = between && between < source_at(w->code, hi);
    if (waits && (!loop || loop > from)) return NULL;
    if (waits)
        return arena_fmt(&w->r->arena,
                         "Line %d comes before %s and line %d after it, but "
                         "nothing waits between line %d and line %d of the "
                         "next round: put a second %s at the end of a round. "
                         "(__syncthreads() waits for one block only.)",
                         lo, wait, hi, hi, lo, wait);
    return arena_fmt(&w->r->arena,
                     "No %s lies between line %d and line %d. Does one thread "
                     "need there what another has written? Then put one "
                     "between them: __syncthreads() waits for one block only. "
                     "Is the element meant for one thread? Then look at the "
                     "two indices.",
                     wait, lo, hi);
}

// The call `name` whose k-th argument is missing or 0, or NULL.
static const char *call_without(const char *code, const char *name, int k) {
    for (const char *p = code; (p = source_word(p, name)); p++) {
        const char *open = p + strlen(name);
        if (*open != '(') continue;
        Str arg = source_call_argument(open, k);
        if (!arg.n || str_eq(arg, "0") || str_eq(arg, "NULL") ||
            str_eq(arg, "nullptr"))
            return p;
    }
    return NULL;
}

// The host did not wait: the event is in another stream than the work, or it is
// a stream that waits.
const char *trap_host_waits(const Told *w) {
    const char *event = source_word(w->code, "cudaEventSynchronize");
    const char *stream = source_word(w->code, "cudaStreamWaitEvent");
    if (!told_is(w, "not-synchronised")) return NULL;
    const char *record = call_without(w->code, "cudaEventRecord", 1);
    if (event && record && source_word(w->code, "cudaStreamNonBlocking"))
        return arena_fmt(&w->r->arena,
                         "Line %d records an event in the default stream: it "
                         "says nothing about work in another stream. Give "
                         "cudaEventRecord the stream of that work.",
                         source_number(w->code, record));
    if (!event && stream)
        return arena_fmt(&w->r->arena,
                         "Line %d lets a stream wait, and the host goes on at "
                         "once. cudaEventSynchronize lets the host wait for an "
                         "event.",
                         source_number(w->code, stream));
    return NULL;
}

// A vote or an exchange of a whole wavefront, which waits for all of its lanes.
const char *trap_vote_apart(const Told *w) {
    static const char *const calls[] = {"__ballot", "__shfl", "__any", "__all"};
    if (!told_is(w, "barrier-divergence") || strstr(w->line, "__sync"))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(calls); i++)
        if (strstr(w->line, calls[i]))
            return arena_fmt(&w->r->arena,
                             "%s takes a value of every lane, and some lanes "
                             "have gone past it: take it out of the `if` or "
                             "the loop, and give lanes without an element a "
                             "value that changes nothing.",
                             calls[i]);
    return NULL;
}

const char *trap_lone_mask(const Told *w) {
    if (!told_is(w, "absent-lane") && !told_is(w, "shared-race")) return NULL;
    return lone_mask_words(&w->r->arena, w->code);
}

// A block that is less than whole warps.
const char *trap_few_threads(const Told *w) {
    if (!told_is(w, "absent-lane") ||
        !strstr(w->t->message, "which the block does not have"))
        return NULL;
    return "The threads of this block are no whole warps, so some lanes do not "
           "exist. The second number in <<<blocks, threads>>> counts threads: "
           "does it have a number of warps there, or no multiple of 32?";
}

// A shuffle from a lane whose number is written down.
const char *trap_absent_source(const Told *w) {
    const char *call = strstr(w->line, "__shfl_sync(");
    if (!told_is(w, "absent-lane") || !call ||
        !strstr(w->t->message, "which is not in the mask"))
        return NULL;
    Str lane = source_call_argument(strchr(call, '('), 2);
    for (size_t i = 0; i < lane.n; i++)
        if (!isdigit((unsigned char)lane.p[i])) return NULL;
    if (lane.n == 0) return NULL;
    return arena_fmt(&w->r->arena,
                     "Lane %.*s has no part in this call, since the mask has "
                     "fewer lanes here. Take the value from a lane of the "
                     "mask: its last one is 31 - __clz(mask).",
                     (int)lane.n, lane.p);
}

const char *trap_mask_waits(const Told *w) {
    if (!told_is(w, "deadlock") ||
        !strstr(w->t->message, " waits for the lanes of mask "))
        return NULL;
    return "Every lane that the mask names must come to this call, and one has "
           "gone another way: take the call out of the `if` or the loop, and "
           "give lanes without an element a value that changes nothing.";
}

// ---- a helper that only some threads call

// All lanes of a warp take the same way: the test is about the number of the
// warp, or compares with a multiple of 32.
static bool is_of_warps(const Told *w, Str test) {
    const char *first = test.p + strspn(test.p, "( ");
    const char *name =
        arena_strn(&w->r->arena, first, source_name_length(first));
    const char *value = *name ? source_value(w->code, test.p, name) : NULL;
    Str set = {value, value ? strcspn(value, ";,") : 0};
    const char *sign = memchr(test.p, '<', test.n);
    long n = 1;
    bool constant = false;
    if (sign) {
        sign += 1 + (sign[1] == '=');
        Str other = {sign, (size_t)(test.p + test.n - sign)};
        constant = source_constant(w->code, str_trim(other), &n);
    }
    return source_holds(test, "arp") || source_holds(test, "/ 32") ||
           source_holds(test, ">> 5") || (value && source_holds(set, "/ 32")) ||
           (value && source_holds(set, ">> 5")) || (constant && n % 32 == 0);
}

// The condition of the innermost `if` or loop with braces around p, of those
// that ask for threadIdx; empty: none does.
static Str part_around(const Told *w, const char *from, const char *p) {
    int depth = 0;
    for (const char *q = p; q > from; q--) {
        depth += (q[-1] == '}') - (q[-1] == '{');
        if (depth >= 0) continue;
        depth = 0;
        const char *close = q - 1;
        while (close > from && strchr(" \n", close[-1]))
            close--;
        if (close == from || close[-1] != ')') continue;
        const char *shut = close - 1, *open = shut;
        for (int brackets = 1; open > from && brackets > 0;) {
            open--;
            brackets += (*open == ')') - (*open == '(');
        }
        Str test = {open + 1, (size_t)(shut - open - 1)};
        Str word = source_name_before(w->code, open);
        bool asks =
            str_eq(word, "if") || str_eq(word, "for") || str_eq(word, "while");
        if (asks && source_uses(w->code, open, test, "threadIdx"))
            return str_eq(word, "if") &&
                           !(told_is(w, "absent-lane") && is_of_warps(w, test))
                       ? test
                       : (Str){0};
    }
    return (Str){0};
}

// The name of the device function around the line, which is no kernel.
static Str helper_around(const Told *w) {
    Kernel k;
    const char *at = source_at(w->code, w->t->line);
    Str name = {0};
    if (kernel_around(&w->r->arena, w->code, at, &k)) return name;
    for (const char *p = w->code; (p = source_word(p, "__device__")) && p < at;
         p++) {
        const char *open = p + strcspn(p, "(;{");
        if (*open == '(') name = source_name_before(w->code, open);
    }
    return name;
}

const char *trap_called_in_part(const Told *w) {
    if (!told_is(w, "absent-lane") && !told_is(w, "barrier-divergence") &&
        !told_is(w, "exited-block"))
        return NULL;
    Arena *a = &w->r->arena;
    Str helper = w->t->line > 0 && *w->line ? helper_around(w) : (Str){0};
    if (!helper.n) return NULL;
    const char *name = arena_strn(a, helper.p, helper.n);
    Kernel k = {.body = {w->code, 0}};
    while (kernel_next(a, w->code, k.body.p, &k)) {
        const char *end = k.body.p + k.body.n;
        for (const char *p = k.body.p; (p = source_word(p, name)) && p < end;
             p++) {
            Str test = part_around(w, k.body.p, p);
            if (!test.n) continue;
            return arena_fmt(
                a,
                "`%s` is called in line %d, in the `if (%.*s)` of line %d, "
                "which only some threads go into. All threads have to come to "
                "its shuffles and barriers: call it outside of the `if`, and "
                "let a thread without an element bring what changes nothing "
                "(0 to a sum, -INFINITY to a maximum).",
                name, source_number(w->code, p), (int)test.n, test.p,
                source_number(w->code, test.p));
        }
    }
    return NULL;
}
