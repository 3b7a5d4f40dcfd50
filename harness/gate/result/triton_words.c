#include "gate/result/triton_words.h"

#include "base/buf.h"
#include "gate/result/source.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// "Thread (3,0,0) of block (2,0,0) reads 4 bytes" -> "Program (2,0,0) reads 4
// bytes": which thread of a program it was says nothing to whoever wrote tiles.
// "block (0,0,0) writes it" becomes "program (0,0,0) writes it".
static const char *message_of(Arena *a, const char *text) {
    static const char thread[] = "Thread (", of[] = ") of block (",
                      block[] = "block (";
    Buf b = {0};
    const char *rest = text;
    if (strncmp(text, thread, strlen(thread)) == 0) {
        const char *at = strstr(text, of);
        if (at) {
            buf_str(&b, "Program (");
            rest = at + strlen(of);
        }
    }
    for (const char *at; (at = strstr(rest, block)); rest = at + 6) {
        buf_add(&b, rest, (size_t)(at - rest));
        buf_str(&b, "program ");
    }
    buf_str(&b, rest);
    char *out = arena_str(a, buf_text(&b));
    buf_free(&b);
    return out;
}

void triton_words(Arena *a, TrapInfo *t) {
    static const struct {
        const char *kind, *advice;
    } all[] = {
#define WORDS(kind, advice) {kind, advice},
#include "gate/result/triton_words.def"
    };
    t->message = message_of(a, t->message);
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (strcmp(all[i].kind, t->kind) == 0) t->hint = all[i].advice;
    if (!strcmp(t->kind, "uninitialised-global") &&
        strstr(t->message, " updates "))
        t->hint = "Something is added to it, and nothing has cleared it: "
                  "tensor.zero_() before the launch.";
}

static bool is_outside(const TrapInfo *t) {
    return !strcmp(t->kind, "out-of-bounds") && t->line > 0;
}

// From line n to the end of its brackets.
static Str statement_at(const char *source, int n) {
    const char *from = source_at(source, n), *p = from;
    int open = 0;
    for (; *p && (open > 0 || *p != '\n'); p++)
        open += strchr("([{", *p) ? 1 : strchr(")]}", *p) ? -1 : 0;
    return (Str){from, (size_t)(p - from)};
}

enum { DEPTH = 3 }; // of names that are made of names

static const char *call_in(const char *text, const char *call) {
    const char *at = strstr(text, call);
    return at ? at + strlen(call) : NULL;
}

// The tensor that the statement stores to, or that its only load reads; "" if
// that is not clear.
static const char *tensor_of(Arena *a, const char *text, bool writes) {
    const char *store = call_in(text, "tl.store("),
               *load = call_in(text, "tl.load(");
    const char *p = writes ? store : store || !load ? NULL : load;
    if (!p || (!writes && call_in(p, "tl.load("))) return "";
    size_t n = source_name_length(p);
    return arena_strn(a, p, n);
}

// Some statement of the file gives the name a value.
static bool is_given(const char *source, const char *name) {
    for (const char *p = source; (p = source_word(p, name));) {
        p += strlen(name);
        const char *sign = p + strspn(p, " ");
        if (*sign == '=' && sign[1] != '=') return true;
    }
    return false;
}

const char *triton_other_tensor(Arena *a, const char *source,
                                const TrapInfo *t) {
    const char *named = strstr(t->message, "`");
    if (!is_outside(t) || !named) return NULL;
    Str of = statement_at(source, t->line);
    const char *tensor =
        tensor_of(a, arena_strn(a, of.p, of.n), !strcmp(t->access, "write"));
    size_t n = strcspn(named + 1, "`");
    // `a` of `a_ptr`; a name that is given a value is made of some tensor.
    bool same = !strncmp(named + 1, tensor, n) &&
                (tensor[n] == '\0' || tensor[n] == '_');
    return *tensor && !same && !is_given(source, tensor) ? tensor : NULL;
}

// The call enters the expression, by its names or those that they are made of:
// "arange", the lanes of a tile, or "program_id".
static bool is_made_of(Arena *a, const char *source, Str text, const char *call,
                       int depth) {
    if (memmem(text.p, text.n, call, strlen(call))) return true;
    for (size_t i = 0; i < text.n && depth > 0; i++) {
        size_t n = 0;
        while (i + n < text.n && source_name_char(text.p[i + n]))
            n++;
        if (n == 0) continue;
        const char *name = arena_strn(a, text.p + i, n);
        for (const char *p = source; (p = source_word(p, name)); p += n) {
            const char *sign = p + n + strspn(p + n, " ");
            bool gets = *sign == '=' && sign[1] != '=';
            if (gets && is_made_of(a, source, (Str){sign, strcspn(sign, "\n")},
                                   call, depth - 1))
                return true;
        }
        i += n - 1;
    }
    return false;
}

// The call is of one element for each program, without a mask: none would help.
static bool is_of_one(Arena *a, const char *source, const char *text,
                      const char *call) {
    const char *at = call_in(text, call);
    if (!at || source_word(text, "mask")) return false;
    return !is_made_of(a, source, (Str){at, strcspn(at, ",)")}, "arange",
                       DEPTH);
}

// The block pointer of the statement that the report is about, by its own name
// or the name of the array that it was made of; NULL: there is none.
static const char *block_pointer(Arena *a, const char *source, const char *text,
                                 const TrapInfo *t) {
    static const char made[] = " = tl.make_block_ptr(";
    for (const char *p = source; (p = strstr(p, made)); p++) {
        const char *from = p, *array = p + strlen(made);
        while (from > source && source_name_char(from[-1]))
            from--;
        size_t n = source_name_length(array);
        const char *name = arena_strn(a, from, (size_t)(p - from));
        const char *of = arena_strn(a, array, n);
        if (source_word(text, name) &&
            (strstr(t->message, arena_fmt(a, "`%s`", name)) ||
             strstr(t->message, arena_fmt(a, "`%s`", of))))
            return name;
    }
    return NULL;
}

// A tile of a block pointer is outside of its array: which axes are checked, or
// what they are checked against. NULL: it is no block pointer.
static const char *block_pointer_words(Arena *a, const char *source,
                                       const char *text, const TrapInfo *t) {
    const char *name = block_pointer(a, source, text, t);
    if (!name) return NULL;
    const char *call = source_word(text, name);
    const char *checks = strstr(call, "boundary_check"),
               *next = strstr(call, "tl.load(");
    if (!checks || (next && next < checks))
        return arena_fmt(a,
                         "`%s` is a block pointer, and this line checks no "
                         "boundary: boundary_check=(0, 1) checks both axes "
                         "(and padding_option=\"zero\" says what a load gives "
                         "there).",
                         name);
    const char *open = checks + strcspn(checks, "([");
    Str axes = {open, strcspn(open, ")]")};
    bool all = memchr(axes.p, '0', axes.n) && memchr(axes.p, '1', axes.n);
    if (!all)
        return arena_fmt(a,
                         "boundary_check has the axes that are checked, and "
                         "one of `%s` is not among them. Name each axis along "
                         "which a tile may end beyond the array.",
                         name);
    return arena_fmt(a,
                     "boundary_check compares with the shape that "
                     "tl.make_block_ptr was given for `%s`: is it the shape of "
                     "the array, and are the strides of its rows and columns "
                     "right?",
                     name);
}

// Two programs store to one element by a statement that stores whole tiles,
// where other statements have a mask.
static bool stores_bare(Arena *a, const char *source, const char *text,
                        const TrapInfo *t) {
    return !strcmp(t->kind, "global-race") && !strcmp(t->access, "write") &&
           call_in(text, "tl.store(") && !source_word(text, "mask") &&
           !strstr(text, "boundary_check") && source_word(source, "mask") &&
           !is_of_one(a, source, text, "tl.store(");
}

// The places that a store writes are the same in every program.
static bool stores_everywhere(Arena *a, const char *source, const char *text) {
    const char *at = call_in(text, "tl.store(");
    int open = 0;
    size_t n = 0;
    for (; at[n] && (open > 0 || at[n] != ','); n++)
        open += (at[n] == '(' || at[n] == '[') - (at[n] == ')' || at[n] == ']');
    return !is_made_of(a, source, (Str){at, n}, "program_id", DEPTH);
}

static size_t indent_of(const char *line) {
    return strspn(line, " \t");
}

// `name = ...` or, with sign "+=", `name += ...` in line n.
static bool line_sets(const char *source, int n, const char *name,
                      const char *sign) {
    const char *p = source_at(source, n);
    p += indent_of(p);
    if (strncmp(p, name, strlen(name)) != 0) return false;
    p += strlen(name);
    p += strspn(p, " ");
    return !strncmp(p, sign, strlen(sign)) && p[strlen(sign)] != '=';
}

// The mask of the statement in line n was computed before a loop, in which what
// the statement adds to a pointer moves on: that, and *loop is the loop's line.
// NULL: no mask was, or it moves on too.
static const char *moves_without(Arena *a, const char *source, const char *text,
                                 int n, const char *mask, int *loop) {
    int from = n;
    while (from > 1 && !line_sets(source, from, mask, "="))
        from--;
    for (*loop = n - 1; *loop > from; --*loop) {
        const char *head = source_at(source, *loop);
        size_t in = indent_of(head);
        if (in < indent_of(source_at(source, n)) &&
            !strncmp(head + in, "for ", 4))
            break;
    }
    if (*loop <= from) return NULL;
    size_t in = indent_of(source_at(source, *loop));
    for (int i = *loop + 1; *source_at(source, i); i++) {
        const char *line = source_at(source, i);
        size_t own = indent_of(line);
        if (line[own] == '\n') continue;
        if (own <= in) break;
        const char *name =
            arena_strn(a, line + own, source_name_length(line + own));
        if (*name && line_sets(source, i, name, "+=") &&
            source_word(text, name))
            return name;
    }
    return NULL;
}

// The mask that the statement is given by name, or "".
static const char *mask_in(Arena *a, const char *text) {
    static const char word[] = "mask=";
    const char *at = strstr(text, word);
    return at ? arena_strn(a, at + strlen(word),
                           source_name_length(at + strlen(word)))
              : "";
}

// Another mask of the loop that begins in that line, which stays as it was; or
// NULL.
static const char *other_stale(Arena *a, const char *source, int loop,
                               const char *mask) {
    size_t in = indent_of(source_at(source, loop));
    for (int i = loop + 1; *source_at(source, i); i++) {
        const char *line = source_at(source, i);
        if (line[indent_of(line)] == '\n') continue;
        if (indent_of(line) <= in) break;
        Str of = statement_at(source, i);
        const char *text = arena_strn(a, of.p, of.n), *its = mask_in(a, text);
        int begin;
        if (*its && strcmp(its, mask) != 0 &&
            moves_without(a, source, text, i, its, &begin) && begin == loop)
            return its;
    }
    return NULL;
}

// The mask was true of the first round of a loop.
static const char *stale_mask_words(Arena *a, const char *source,
                                    const char *text, int n) {
    int loop;
    const char *mask = mask_in(a, text);
    if (!*mask) return NULL;
    const char *moves = moves_without(a, source, text, n, mask, &loop);
    if (!moves) return NULL;
    const char *also = other_stale(a, source, loop, mask);
    return arena_fmt(a,
                     "`%s` is computed before the loop of line %d, and `%s` "
                     "moves on in the loop: compute the mask again in each "
                     "round%s.",
                     mask, loop, moves,
                     also ? arena_fmt(a, ", and `%s`, too", also) : "");
}

// Two programs store to one element in one line.
static bool stores_twice(const char *text, const TrapInfo *t) {
    return !strcmp(t->kind, "global-race") && !strcmp(t->access, "write") &&
           t->other_line == t->line && call_in(text, "tl.store(") != NULL;
}

// "8589934592 bytes before the beginning of `x`": as far as an offset of 32
// bits that has overflowed.
static bool has_overflowed(const TrapInfo *t) {
    const char *of = strstr(t->message, ": ");
    long long far = 0;
    return is_outside(t) && of &&
           sscanf(of, ": %lld bytes before the beginning", &far) == 1 &&
           far > INT32_MAX / 2;
}

void triton_mask_words(Arena *a, const char *source, TrapInfo *t) {
    if (t->line <= 0) return;
    if (has_overflowed(t)) {
        t->hint = "An offset has 32 bits. This one has passed 2^31 and become "
                  "negative, and a mask that compares with < lets it through. "
                  "Is there a program for each element, in the place of one "
                  "for each tile? If so many are needed, compute the offset "
                  "in 64 bits: tl.program_id(0).to(tl.int64).";
        t->exact = true;
        return;
    }
    Str of = statement_at(source, t->line);
    const char *text = arena_strn(a, of.p, of.n);
    if (stores_bare(a, source, text, t)) {
        t->hint =
            stores_everywhere(a, source, text)
                ? "Every program stores to the same places, as the number of "
                  "the program is not part of the address. Is each to add "
                  "something of its own? Then use tl.atomic_add. Has each its "
                  "own part of the output? Then add where that begins."
                : "This store has no mask, so the lanes past the last element "
                  "of the tile store, too, and that is where another program "
                  "stores. Give it the mask of the load.";
        t->exact = true;
    } else if (stores_twice(text, t)) {
        t->hint = "Both programs store to the same elements. Where does "
                  "program p begin? At p times the number of elements that one "
                  "program takes, the rounds of its loop included. Are all to "
                  "add to one element? Then use tl.atomic_add.";
    }
    const char *tile =
        is_outside(t) ? block_pointer_words(a, source, text, t) : NULL;
    if (tile) {
        t->hint = tile;
        t->exact = true;
        return;
    }
    bool loads = is_of_one(a, source, text, "tl.load(");
    if (is_outside(t) && (loads || is_of_one(a, source, text, "tl.store("))) {
        t->hint = arena_fmt(
            a,
            "Each program %s one element here, and there is none for "
            "program (%s). How many elements has the array, and how many "
            "programs has the grid? Or is the index a wrong one?",
            loads ? "loads" : "stores", t->block);
        t->exact = true;
    }
    if (!is_outside(t) || !source_word(text, "mask")) return;
    const char *stale = stale_mask_words(a, source, text, t->line);
    if (stale) {
        t->hint = stale;
        t->exact = true;
        return;
    }
    t->hint = arena_fmt(
        a,
        "This line has a mask, and a lane that it lets through is outside all "
        "the same. Is it the mask of this tensor, and is the offset beside it "
        "right: how long are its rows? Work both out for program (%s).%s",
        t->block,
        source_word(source, "program_id") && strstr(source, "program_id(1")
            ? " Does each axis of the grid have the programs that the kernel "
              "takes from it?"
            : "");
}
