// Likely causes of traps in global memory: see trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/bytes.h"
#include "gate/result/index_words.h"
#include "gate/result/source.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `out[0] = ...` and `*out = ...`: every block has the same element.
static bool stores_one_element(const char *line) {
    Str to = told_target(line);
    const char *open = to.n ? memchr(to.p, '[', to.n) : NULL;
    int at, end = 0;
    if (!to.n) return false;
    if (!open) return *to.p == '*';
    return sscanf(open, "[%d]%n", &at, &end) == 1 && end > 0;
}

// The number of a thread in its warp is computed somewhere.
static bool names_lanes(const char *code) {
    return source_word(code, "lane") || source_word(code, "lane_id") ||
           strstr(code, "% 32") || strstr(code, "%32") ||
           strstr(code, "& 31") || strstr(code, "% warpSize");
}

static bool stores_element(const Told *w) {
    Str to = told_target(w->line);
    return to.n && memchr(to.p, '[', to.n);
}

// Rows as long as a size says, and not as a written number.
static bool has_edge(const Arg *arg) {
    return arg && arg->nshape >= 2 &&
           source_is_name(str_of(arg->shape[arg->nshape - 1]->text));
}

// The index of the line's store, or the value of a name in it, has the text.
static bool index_holds(const Told *w, Str to, const char *text) {
    const char *open = memchr(to.p, '[', to.n), *end = to.p + to.n;
    if (!open || source_holds(to, text)) return open != NULL;
    const char *line = source_at(w->code, w->t->line);
    for (const char *p = open; p < end; p++) {
        size_t n = source_name_length(p);
        if (n == 0) continue;
        const char *value =
            source_value(w->code, line, arena_strn(&w->r->arena, p, n));
        if (value && source_holds((Str){value, strcspn(value, ";")}, text))
            return true;
        p += n - 1;
    }
    return false;
}

// Two blocks that differ along one axis, which the index does not ask for: each
// has a part of one sum.
static const char *parts_of_one(const Told *w) {
    static const char before[] = "block (";
    int a[3], b[3], axis = -1;
    const char *one = strstr(w->t->message, before),
               *two = one ? strstr(one + 1, before) : NULL;
    Str to = told_target(w->line);
    if (!two || !to.n || !told_between_blocks(w) ||
        sscanf(one, "block (%d,%d,%d)", &a[0], &a[1], &a[2]) != 3 ||
        sscanf(two, "block (%d,%d,%d)", &b[0], &b[1], &b[2]) != 3)
        return NULL;
    for (int k = 0; k < 3; k++) {
        if (a[k] == b[k]) continue;
        if (axis >= 0) return NULL;
        axis = k;
    }
    const char *name = axis < 1    ? NULL
                       : axis == 1 ? "blockIdx.y"
                                   : "blockIdx.z";
    if (!name || !strstr(w->code, name) || index_holds(w, to, name))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "These two blocks differ in %s, and the index of the "
                     "store does not ask for it, so the last one wins. Has "
                     "each a part of the sum? Then set the element to 0 "
                     "before, and %s. Has each an element of its own? Then %s "
                     "belongs into the index.",
                     name, told_add_up(w), name);
}

const char *trap_blocks_store(const Told *w) {
    const char *message = w->t->message;
    if (!told_is(w, "global-race") || !told_one_line(w)) return NULL;
    if (!strstr(message, " writes global memory")) return NULL;
    const Arg *arg = told_array(w);
    if (has_edge(arg) && stores_element(w) &&
        !source_checks_bounds(w->code, w->t->line))
        return "No `if` keeps a thread beyond the edge from this store: past "
               "the end of a row lies the next one, which belongs to another "
               "thread. Does this thread have an element, with a row and a "
               "column inside?";
    bool in_warp = strstr(message, "another thread of its warp");
    if (in_warp && names_lanes(w->code) && !told_uses_lane(w))
        return "Lanes of one warp store to the same element: is the index "
               "another one for each lane? If one lane is to store for its "
               "warp, ask for it: if (lane == 0).";
    if (in_warp || strstr(message, "of the same block"))
        return told_same_index(w);
    if (stores_one_element(w->line))
        return arena_fmt(&w->r->arena,
                         "All blocks store to this one element, so the last "
                         "one wins. Do they add up? Then set it to 0 before, "
                         "and %s. Else give each block an element of its own.",
                         told_add_up(w));
    const char *parts = parts_of_one(w);
    if (parts) return parts;
    if (source_steps_by_block(w->code))
        return "Two blocks reach the same element. Look at the stride of the "
               "loop: it must count all blocks, gridDim.x * blockDim.x.";
    if (!told_adds_up(w->line))
        return "Two blocks reach the same element: is the index unique in the "
               "whole grid, such as blockIdx.x * blockDim.x + threadIdx.x, in "
               "every round of a loop too?";
    return arena_fmt(&w->r->arena,
                     "Two blocks add to the same element, and one sum is lost: "
                     "%s, or give each block an element of its own.",
                     told_add_up(w));
}

// A read of an array that the line only assigns to.
const char *trap_ran_into(const Told *w) {
    const Arg *arg = told_array(w);
    Str to = told_target(w->line);
    if (!told_is(w, "global-race") || !arg || !to.n) return NULL;
    if (!strstr(w->t->message, " reads global memory") || told_adds_up(w->line))
        return NULL;
    const char *named = source_word(w->line, arg->name);
    if (named != to.p || source_word(to.p + to.n, arg->name)) return NULL;
    return arena_fmt(&w->r->arena,
                     "This line does not read `%s`, so the index of another "
                     "array of the line runs past its end, into `%s`, which "
                     "lies after it in memory. How large can each index get?",
                     arg->name, arg->name);
}

// An index that is computed with the length of another array's rows.
const char *trap_wrong_rows(const Told *w) {
    if (!told_of_global(w) && !told_is(w, "global-race")) return NULL;
    return w->t->line > 0 ? index_words(w->r, w->code, w->t->line) : NULL;
}

// The name that an index ends with, as col in row * cols + col; empty: none.
static Str last_term(Str index) {
    const char *plus = index.n ? memrchr(index.p, '+', index.n) : NULL;
    if (!plus) return (Str){0};
    Str term = {plus + 1, (size_t)(index.p + index.n - plus - 1)};
    if (term.n && term.p[term.n - 1] == ']') term.n--;
    term = str_trim(term);
    return source_is_name(term) ? term : (Str){0};
}

// The size of the exercise that the name is compared with by < or >=, or NULL.
static const char *compared_with(const Told *w, Str name) {
    const char *word = arena_strn(&w->r->arena, name.p, name.n);
    for (const char *p = w->code; (p = source_word(p, word)); p += name.n) {
        const char *sign = p + name.n + strspn(p + name.n, " ");
        bool below = sign[0] == '<' && sign[1] != '<' && sign[1] != '=';
        if (!below && strncmp(sign, ">=", 2)) continue;
        sign += strspn(sign, "<>= ");
        for (int g = 0; g < w->r->ex->nargs; g++) {
            const Arg *a = &w->r->ex->args[g];
            size_t n = strlen(a->name);
            if (!a->is_pointer && !strncmp(sign, a->name, n) &&
                !source_name_char(sign[n]))
                return a->name;
        }
    }
    return NULL;
}

// `name < size` or `name >= size` stands in the line.
static bool compares_here(const char *line, Str name, const char *size) {
    for (const char *p = line; (p = memmem(p, strlen(p), name.p, name.n));
         p++) {
        const char *sign = p + name.n + strspn(p + name.n, " ");
        if (*sign != '<' && strncmp(sign, ">=", 2)) continue;
        sign += strspn(sign, "<>= ");
        if (str_starts(sign, size)) return true;
    }
    return false;
}

// The edge lies within the row in the case that failed: it cannot be the cause.
static bool is_within(const CheckResult *r, const char *edge, const char *row) {
    const CaseResult *c = check_bad_case(r);
    const CaseSize *at = NULL, *of = NULL;
    for (int i = 0; c && i < c->nsizes; i++) {
        if (!strcmp(c->sizes[i].name, edge)) at = &c->sizes[i];
        if (!strcmp(c->sizes[i].name, row)) of = &c->sizes[i];
    }
    return at && of && at->value <= of->value;
}

// A column that is compared with another size than the length of a row.
const char *trap_wrong_edge(const Told *w) {
    if (!told_of_global(w) && !told_is(w, "global-race")) return NULL;
    const Arg *arg = told_array(w);
    const char *at = has_edge(arg) ? source_word(w->line, arg->name) : NULL;
    Str column = at ? last_term(source_index(at)) : (Str){0};
    const char *edge = column.n ? compared_with(w, column) : NULL;
    // A comparison in the line itself is the one that counts.
    bool tests = strchr(w->line, '?') || strstr(w->line, "if ");
    if (tests && edge && !compares_here(w->line, column, edge)) return NULL;
    const char *row = edge ? arg->shape[arg->nshape - 1]->text : NULL;
    if (!edge || !strcmp(edge, row) || is_within(w->r, edge, row)) return NULL;
    return arena_fmt(&w->r->arena,
                     "`%.*s` is compared with %s, and a row of `%s` has %s "
                     "elements: past its end lies the next row, which belongs "
                     "to other threads.",
                     (int)column.n, column.p, edge, arg->name, row);
}

// `in[i - 1] + in[i + 1]`: one array, at several places.
static bool reads_neighbours(const Told *w) {
    const Arg *arg = told_array(w);
    const char *first = arg ? source_word(w->line, arg->name) : NULL;
    if (!first || strcmp(w->t->access, "read")) return false;
    const char *second = source_word(first + strlen(arg->name), arg->name);
    Str a = source_index(first), b = second ? source_index(second) : a;
    return a.n != b.n || memcmp(a.p, b.p, a.n) != 0;
}

// The condition before the line leaves out both ends of as many directions as
// the array has.
static bool leaves_out_edges(const Told *w, const Arg *arg) {
    const char *line = source_at(w->code, w->t->line), *from = line;
    for (const char *p = w->code; (p = source_word(p, "if")) && p < line; p++)
        from = p;
    int firsts = 0, lasts = 0;
    for (const char *p = from; p < line; p++) {
        firsts += !strncmp(p, "> 0", 3) || !strncmp(p, ">= 1", 4);
        lasts += !strncmp(p, "- 1", 3) || !strncmp(p, "+ 1 <", 5);
    }
    return arg->nshape > 1 && firsts >= arg->nshape && lasts >= arg->nshape;
}

const char *trap_neighbours(const Told *w) {
    if (!told_of_global(w) || !reads_neighbours(w) ||
        !source_checks_bounds(w->code, w->t->line))
        return NULL;
    const Arg *arg = told_array(w);
    if (leaves_out_edges(w, arg))
        return arena_fmt(&w->r->arena,
                         "This line reads neighbours, and the check leaves out "
                         "the edges of every direction. So look at how far "
                         "away each neighbour is: in `%s` the next row is %s "
                         "elements further, and the next plane as many as a "
                         "plane has.",
                         arg->name, arg->shape[arg->nshape - 1]->text);
    return "This line reads neighbours, and a point at an edge has none on one "
           "side. Does the check leave out the first and the last one in every "
           "direction, as in i > 0 && i < n - 1?";
}

// No check of anything is around the line, and the thread is one that may have
// no element. The first thread of a block has one, unless the whole block has
// none: its index may be wrong in another way.
static bool is_bare(const Told *w) {
    return told_of_global(w) && strcmp(w->t->thread, "0,0,0") &&
           source_is_bare(w->code, w->t->line);
}

// The line may be another one: compilers move accesses.
static bool has_access(const Told *w) {
    const Arg *arg = told_array(w);
    return !arg || strchr(w->line, '[') || told_names(w->line, arg->name);
}

const char *trap_bare_store(const Told *w) {
    if (!is_bare(w) || !stores_element(w) || !has_access(w)) return NULL;
    return arena_fmt(&w->r->arena,
                     "Every thread comes to this line, thread (%s) too, which "
                     "has no element: test the index first, as in if (i < n).",
                     w->t->thread);
}

const char *trap_bare_read(const Told *w) {
    if (!is_bare(w) || !has_access(w) || !strcmp(w->t->access, "write"))
        return NULL;
    // Nobody waits for it, so it may as well do nothing at all.
    if (!strstr(w->code, "__sync") && !strstr(w->code, "__shfl"))
        return arena_fmt(&w->r->arena,
                         "Every thread comes to this line, thread (%s) too, "
                         "which has no element. Test the index first, as in if "
                         "(i < n), and let such a thread neither read nor "
                         "store.",
                         w->t->thread);
    return arena_fmt(&w->r->arena,
                     "Every thread comes to this line, thread (%s) too, which "
                     "has no element: let it read only if its index is inside, "
                     "and begin with a value that changes nothing if not.",
                     w->t->thread);
}

// ---- memory that is cleared in part, too late, or by each block

// `out[i] = 0` of any kind of zero.
static bool stores_zero(const char *line) {
    Str to = told_target(line);
    if (!to.n) return false;
    const char *value = to.p + to.n;
    value += strspn(value, " =");
    if (*value != '0' || isdigit((unsigned char)value[1])) return false;
    return strspn(value, "0.fuUL") == strcspn(value, ";");
}

// out[0] = atomicAdd(&out[0], v) + v: the call has stored the sum already.
const char *trap_stored_atomic(const Told *w) {
    Str target = told_target(w->line);
    const char *call = strstr(w->line, "atomic");
    const char *open = call ? strchr(call, '(') : NULL;
    if ((!told_is(w, "global-race") && !told_is(w, "shared-race")) || !open ||
        target.n == 0 || call < target.p + target.n)
        return NULL;
    Str of = source_call_argument(open, 0);
    if (of.n && *of.p == '&') of = (Str){of.p + 1, of.n - 1};
    const char *name = target.p + (*target.p == '*');
    size_t n = source_name_length(name);
    if (n == 0 || of.n < n || memcmp(of.p, name, n) != 0 ||
        source_name_char(of.p[n]))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "%.*s has already stored into `%.*s`, and what it returns "
                     "is the value before. To assign that once more is a plain "
                     "store, which overwrites what other threads have done in "
                     "the meantime: call it alone, without the assignment.",
                     (int)(open - call), call, (int)target.n, target.p);
}

const char *trap_cleared_by_blocks(const Told *w) {
    const Arg *arg = told_array(w);
    const char *other = source_line(&w->r->arena, w->code, w->t->other_line);
    bool here = stores_zero(w->line), there = stores_zero(other);
    if (!told_is(w, "global-race") || !arg || here == there ||
        !strcmp(w->t->block, w->t->other_block))
        return NULL;
    return arena_fmt(&w->r->arena,
                     "A block clears `%s` in line %d while another one may be "
                     "at line %d already: blocks run in any order. Clear it "
                     "before the launch, with cudaMemset or in a kernel of "
                     "its own.",
                     arg->name, here ? w->t->line : w->t->other_line,
                     here ? w->t->other_line : w->t->line);
}

// Memory that the learner allocated or filled by a number of elements.
const char *trap_bytes(const Told *w) {
    const Arg *arg = told_array(w);
    if (told_is(w, "uninitialised-global"))
        return bytes_words(w->r, w->code, arg ? arg->name : NULL);
    return told_of_global(w) && !arg ? bytes_words(w->r, w->code, NULL) : NULL;
}

// The bytes of the cudaMemset at p are sizeof a pointer.
static bool is_size_of_pointer(const char *p, const char *name) {
    Str bytes = source_call_argument(p + strcspn(p, "("), 2);
    if (bytes.n < 6 || memcmp(bytes.p, "sizeof", 6)) return false;
    Str of = {bytes.p + 6, bytes.n - 6};
    while (of.n && strchr("( ", *of.p))
        of.p++, of.n--;
    while (of.n && strchr(") ", of.p[of.n - 1]))
        of.n--;
    return of.n == strlen(name) && !memcmp(of.p, name, of.n);
}

// The bytes of a cudaMemset are a number of elements.
const char *trap_cleared_in_part(const Told *w) {
    const Arg *arg = told_array(w);
    unsigned long at = 0, cleared = 0;
    const char *into = strstr(w->t->message, "memory (");
    if (!told_is(w, "uninitialised-global") || !arg || !into) return NULL;
    if (elem_info[arg->type].bytes == 1) return NULL;
    // The first elements are cleared, however few.
    if (sscanf(into, "memory (%lu bytes into", &at) != 1) return NULL;
    for (const char *p = w->code; (p = strstr(p, "cudaMemset")); p++) {
        const char *end = p + strcspn(p, ";");
        const char *name = source_word(p, arg->name);
        const char *sized = strstr(p, "sizeof");
        if (name && name < end && is_size_of_pointer(p, arg->name))
            return arena_fmt(&w->r->arena,
                             "sizeof(%s) in line %d is the size of the "
                             "pointer, %d bytes, and not of the array: "
                             "multiply the number of elements by "
                             "sizeof(*%s).",
                             arg->name, source_number(w->code, p),
                             (int)sizeof(void *), arg->name);
        if (!name || name > end || (sized && sized < end) ||
            memchr(p, '*', (size_t)(end - p)))
            continue;
        const char *value = strchr(name, ','), *bytes = NULL;
        if (value && value < end) bytes = strchr(value + 1, ',');
        if (!bytes || bytes > end) continue;
        if (sscanf(bytes, ", %lu", &cleared) == 1 && at < cleared) continue;
        return arena_fmt(&w->r->arena,
                         "Line %d clears a part of `%s`: cudaMemset counts "
                         "bytes, and an element has %d. Multiply the number "
                         "of elements by sizeof(*%s).",
                         source_number(w->code, p), arg->name,
                         elem_info[arg->type].bytes, arg->name);
    }
    return NULL;
}

// A sum that is cleared after the launch, and not before.
const char *trap_cleared_late(const Told *w) {
    const Arg *arg = told_array(w);
    const char *launch = NULL, *clear = NULL;
    if (!told_is(w, "uninitialised-global") || !arg) return NULL;
    for (const char *p = w->code; (p = strstr(p, "<<<")); p++)
        launch = p;
    for (const char *p = launch; p && (p = strstr(p, "cudaMemset")); p++) {
        const char *name = source_word(p, arg->name);
        if (name && name < p + strcspn(p, ";")) clear = p;
    }
    if (!clear) return NULL;
    return arena_fmt(&w->r->arena,
                     "Line %d clears `%s` after the launch in line %d, so the "
                     "kernel adds to garbage, and its sum is wiped out. Clear "
                     "it before the launch.",
                     source_number(w->code, clear), arg->name,
                     source_number(w->code, launch));
}

// Device memory begins as 0xcd (mem.h).
const char *trap_unset_pointer(const Told *w) {
    if (!strstr(w->t->message, " at 0xcdcdcdcdcdcd")) return NULL;
    return "0xcdcd... is what memory holds that nobody has written: the "
           "pointer itself, or the struct or array that it comes from, was "
           "never set.";
}
