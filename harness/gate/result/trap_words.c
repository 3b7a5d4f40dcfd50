// See trap_words.h. Each rule asks one question to the trap, the line and the
// case, and has one answer; the first of trap_rules.def that fits is taken.
#include "gate/result/trap_words.h"

#include "base/path.h"
#include "gate/result/source.h"
#include "gate/result/stream_words.h"
#include "gate/result/told.h"
#include "gate/result/triton_words.h"

#include <stdio.h>
#include <string.h>

static const struct Rule {
    const char *(*says)(const Told *w);
    ToldStrength strength;
} rules[] = {
#define RULE(id, strength) {trap_##id, strength},
#include "gate/result/trap_rules.def"
};

// Says it in other words, in the case that it stopped as well.
static void reword(CheckResult *r, TrapInfo *t, const char *message) {
    const char *was = t->message;
    t->message = message;
    for (int i = 0; i < r->ncases; i++)
        if (r->cases[i].why && !strcmp(r->cases[i].why, was))
            r->cases[i].why = t->message;
}

// A wild address leads to memory that the line seldom means: `where` in place
// of its name.
static void say_outside(CheckResult *r, TrapInfo *t, const char *where) {
    const char *of = strstr(t->message, ": ");
    if (!of) return;
    t->alloc_note = where;
    reword(r, t,
           arena_fmt(&r->arena, "%.*s, %s.", (int)(of - t->message), t->message,
                     where));
}

// The nearest array in memory is not the one meant, if the line uses others.
static void name_no_other(Told *w, TrapInfo *t) {
    const Arg *near = told_array(w);
    bool used = false;
    if (!told_of_global(w) || !near || told_names(w->line, near->name)) return;
    for (int g = 0; g < w->r->ex->nargs; g++)
        used |= w->r->ex->args[g].is_pointer &&
                told_names(w->line, w->r->ex->args[g].name);
    if (used) say_outside(w->r, t, "outside of every array");
}

// "1000 bytes past the end of a 12-byte allocation": further than it is long.
static bool is_far_past(const TrapInfo *t) {
    const char *of = strstr(t->message, ": ");
    long long far = 0;
    return of && sscanf(of, ": %lld bytes past the end", &far) == 1 &&
           far > t->alloc_bytes;
}

// A store to an array of the exercise that ends far past memory of the
// program's own: that is not where it was meant to go.
static void name_target(Told *w, TrapInfo *t) {
    Str target = told_target(w->line);
    if (!told_of_global(w) || told_array(w) || !is_far_past(t) ||
        strcmp(t->access, "write"))
        return;
    for (int g = 0; g < w->r->ex->nargs; g++) {
        const Arg *arg = &w->r->ex->args[g];
        size_t n = strlen(arg->name);
        if (!arg->is_pointer || target.n <= n || target.p[n] != '[' ||
            memcmp(target.p, arg->name, n) != 0)
            continue;
        t->alloc_file = "";
        t->alloc_line = 0;
        say_outside(w->r, t,
                    arena_fmt(&w->r->arena, "far outside of `%s`", arg->name));
        return;
    }
}

// An array without elements has one byte, so that it has an address.
static void name_empty(Told *w, TrapInfo *t) {
    const char *of = strstr(t->message, ": ");
    if (!told_of_global(w) || !of || !strstr(of, " a 1-byte allocation") ||
        !str_ends(t->alloc_file, "args.c"))
        return;
    t->alloc_note = "of an array that has no elements in this case";
    t->alloc_file = "";
    t->alloc_line = 0;
    reword(w->r, t,
           arena_fmt(&w->r->arena, "%.*s, %s.", (int)(of - t->message),
                     t->message, t->alloc_note));
}

// `if (j < n)`: a test of variables alone.
static bool only_tests(const char *line) {
    const char *p = line + strspn(line, " \t{}");
    if (!str_starts(p, "if (") && !str_starts(p, "else if (")) return false;
    const char *open = strchr(p, '(');
    return !strpbrk(p, "[*;") && !strstr(p, "->") && !strchr(open + 1, '(');
}

// Of a line that waits and touches no memory, as `__syncwarp();`.
static bool only_waits(const char *line) {
    static const char *const waits[] = {"__syncwarp(", "__syncthreads(",
                                        "__threadfence", "__nanosleep("};
    const char *p = line + strspn(line, " \t{}");
    for (size_t i = 0; i < COUNT_OF(waits); i++)
        if (str_starts(p, waits[i])) {
            p += strcspn(p, ";");
            return *p == ';' && p[1 + strspn(p + 1, " \t}")] == '\0';
        }
    return false;
}

// `int x = threadIdx.x, y = 2;`: no memory, no call.
static bool only_declares(const char *line) {
    static const char *const types[] = {"int ", "unsigned ", "const int ",
                                        "size_t ", "long "};
    const char *p = line + strspn(line, " \t");
    bool declares = false;
    for (size_t i = 0; i < COUNT_OF(types); i++)
        declares |= str_starts(p, types[i]);
    return declares && strchr(p, '=') && strchr(p, ';') && !strpbrk(p, "[({") &&
           !strstr(p, "->");
}

// The line nearest to the trap's that has the array and an index; 0: none.
static int nearest_access(const Told *w, const char *array) {
    enum { FAR = 20 };
    for (int d = 1; *array && d <= FAR; d++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int n = w->t->line + sign * d;
            if (n <= 0) continue;
            const char *line = source_line(&w->r->arena, w->code, n);
            const char *at = source_word(line, array);
            if (at && at[strlen(array)] == '[' &&
                !source_holds((Str){line, (size_t)(at - line)}, "__shared__"))
                return n;
        }
    return 0;
}

// The compiler may move a load over a line that waits, and give it that line's
// number.
static void name_moved(Told *w, TrapInfo *t) {
    static const char *const kinds[] = {
        "shared-race", "global-race", "uninitialised-shared",
        "uninitialised-global", "out-of-bounds"};
    bool access = false;
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        access |= told_is(w, kinds[i]);
    if (!access ||
        (!only_waits(w->line) && !only_tests(w->line) &&
         !only_declares(w->line)) ||
        !w->r->file || strcmp(path_base(t->file), path_base(w->r->file)) != 0)
        return;
    const Arg *arg = told_array(w);
    const char *array = *w->variable ? w->variable : arg ? arg->name : "";
    int near = nearest_access(w, array);
    reword(w->r, t,
           near ? arena_fmt(&w->r->arena,
                            "%s Line %d itself touches no memory: the compiler "
                            "has moved the access. The nearest line that uses "
                            "`%s` is line %d.",
                            t->message, t->line, array, near)
                : arena_fmt(&w->r->arena,
                            "%s Line %d itself touches no memory: the compiler "
                            "has moved the access there from a line near it.",
                            t->message, t->line));
}

// What the server of Python says of an exception with a hint fits the file
// (python/serve.py); one of the learner's own code has none.
static bool is_servers_word(const CheckResult *r, const TrapInfo *t) {
    return r->ex->kind == KIND_PYTHON && !strcmp(t->kind, "exception") &&
           *t->hint;
}

// The device says it of every trap of a kind: an exercise's words say more.
static bool is_guess(const char *hint) {
    static const char *const all[] = {
        "Is there a bounds check",
        "Is every index that is read",
        "How large is the shared array",
        "Shared memory begins with garbage",
        "cudaMalloc does not clear memory",
        "Launches and async copies return at once",
        "Who should end this wait",
        "Kernels can use memory of",
        "An address has to be a multiple",
        "End the kernel with cluster.sync()",
        "compare the sizes, flags and leading",
        "Did the allocation succeed",
        "Where does this part begin",
        "It was allocated while another device",
        "Wait for the copy first",
        "Some threads overwrite what others have yet to read",
    };
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (str_starts(hint, all[i])) return true;
    return false;
}

static bool has_words(const CheckResult *r, const char *kind) {
    for (int i = 0; i < r->ex->nhints; i++)
        if (r->ex->hints[i].when && !strcmp(r->ex->hints[i].when, kind))
            return true;
    return false;
}

// The figures that the device counted stay; its guess at the cause gives way to
// an exercise's words.
static void cut_guess(CheckResult *r, TrapInfo *t) {
    const char *guess = strstr(t->hint, " Either ");
    if (!guess || guess == t->hint || guess[-1] != '.') return;
    t->hint = arena_strn(&r->arena, t->hint, (size_t)(guess - t->hint));
}

// The device does not know what the exercise allows.
static void put_allowed(const Told *w, TrapInfo *t) {
    static const char add[] = "use atomicAdd";
    const char *at = strstr(t->hint, add);
    if (at)
        t->hint = arena_fmt(&w->r->arena, "%.*s%s%s", (int)(at - t->hint),
                            t->hint, told_add_up(w), at + strlen(add));
}

void trap_words(CheckResult *r) {
    if (r->ntraps == 0) return;
    if (r->ex->kind == KIND_TRITON) { // the rules read CUDA
        const char *text = arena_strn(&r->arena, r->source, r->source_len);
        for (int i = 0; i < r->ntraps; i++) {
            TrapInfo *t = &r->traps[i];
            const char *tensor = triton_other_tensor(&r->arena, text, t);
            triton_mask_words(&r->arena, text, t);
            if (tensor)
                say_outside(r, t,
                            arena_fmt(&r->arena, "outside of `%s`", tensor));
        }
        return;
    }
    const char *code = source_code(&r->arena, r->source, r->source_len);
    for (int i = 0; i < r->ntraps; i++) {
        TrapInfo *t = &r->traps[i];
        Told w = told_of(r, t, code);
        const char *said = NULL;
        t->exact = t->certain = false;
        for (size_t k = 0; !said && k < COUNT_OF(rules); k++) {
            said = rules[k].says(&w);
            t->exact = said && rules[k].strength >= EXACT;
            t->certain = said && rules[k].strength == CERTAIN;
        }
        if (said)
            t->hint = said;
        else
            put_allowed(&w, t);
        if (!said && is_guess(t->hint) && !told_in_tests(t) &&
            has_words(r, t->kind))
            t->hint = "";
        if (!said && has_words(r, t->kind)) cut_guess(r, t);
        if (!said && is_servers_word(r, t)) t->exact = true;
        name_no_other(&w, t);
        name_target(&w, t);
        name_empty(&w, t);
        name_moved(&w, t);
        const char *named = stream_words(&w, t);
        if (named) reword(r, t, named);
    }
}
