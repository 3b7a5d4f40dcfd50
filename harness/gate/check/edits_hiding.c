// See edit_list.h: edits that may hide the mistake of another line. One row
// that is shorter and fits the index that is wrong, one round of a loop whose
// step is wrong, lanes that keep their own values and all add them: every case
// is right then, and the line that was changed may be right, too.
#include "gate/check/edit_list.h"

#include "base/str.h"

#include <string.h>

// They come after others; and where one of them helps, more are tried.
enum { LATER = 10 };

static bool is_nothing(const char *text) {
    return !text || text[strspn(text, " ")] == '\0';
}

static bool leaves_out(const Edit *x) {
    return x->len > 0 && !x->of && !x->says && is_nothing(x->by);
}

// The first token of what the edit replaces, or the one after it.
static int token_of(const Tokens *t, const Edit *x) {
    int i = 0;
    while (i < t->n && t->at[i].at < x->at)
        i++;
    return i;
}

// ---- constants

// The name of the constant whose value token i is a part of, in the file or a
// macro; -1: it is none. The value is made of another name.
static int constant_of(const Tokens *t, int i) {
    enum { LONGEST = 24 };
    bool named = false;
    int depth = 0, name = -1, end = i;
    for (int k = i; k > 0 && k > i - LONGEST && name < 0; k--) {
        if (token_is(t, k, ";") || token_is(t, k, "{") || token_is(t, k, "}"))
            return -1;
        if (t->at[i].directive && token_is(t, k - 1, "define")) name = k;
        depth += token_is(t, k, ")") ? 1 : token_is(t, k, "(") ? -1 : 0;
        if (depth == 0 && !t->at[i].directive && token_is(t, k, ",")) return -1;
        if (!t->at[i].directive && token_is(t, k, "=")) name = k - 1;
    }
    if (name < 0 || name == i) return -1;
    while (end + 1 < t->n && !token_is(t, end, ";") &&
           (!t->at[i].directive || t->at[end + 1].line == t->at[i].line))
        end++;
    for (int k = name + 1; k <= end; k++)
        named |= token_has(t, k, NAME);
    int braces = 0;
    for (int k = 0; k < i; k++)
        braces += token_is(t, k, "{") ? 1 : token_is(t, k, "}") ? -1 : 0;
    bool of_file = t->at[i].directive || braces == 0;
    return named && of_file && token_has(t, name, NAME) ? name : -1;
}

static const char *constant_words(Edits *e, const Edit *x, int i) {
    bool number = x->of && str_starts(x->of, "another number");
    int name = leaves_out(x) || number ? constant_of(&e->t, i) : -1;
    if (name < 0) return NULL;
    return arena_fmt(e->a,
                     "That does not make line %d wrong: it and another line do "
                     "not go together. Look at each line that uses `%s`, and "
                     "at those that should: which one is wrong?",
                     x->line, edits_text_of(e, name, name));
}

// ---- how many blocks

// The name of the kernel before `<<<` at i; -1: none.
static int launched_at(const Tokens *t, int i) {
    int name = i - 1;
    while (name > 0 && t->at[name].parameters)
        name--;
    return token_has(t, name, NAME) ? name : -1;
}

// The loop variables of the function of token i grow by that name.
static bool is_step(const Tokens *t, int i) {
    for (int k = i + 1; k < t->n && t->at[k].function == t->at[i].function; k++)
        if (token_is(t, k - 1, "+=") && token_same(t, k, i)) return true;
    return false;
}

// The line in which the kernel of that name has a step of a loop that depends
// on the number of blocks; 0: it has none.
static int steps_by_grid(const Tokens *t, int name) {
    enum { FAR = 12 };
    static const char *const ends[] = {";", "{", "}", ",", NULL};
    int k = 0;
    while (k + 1 < t->n && !(token_same(t, k, name) && t->at[k + 1].in_head))
        k++;
    for (int m = k; m < t->n && t->at[m].function == t->at[k].function; m++) {
        if (!token_is(t, m, "gridDim")) continue;
        for (int at = m; at > m - FAR && at > k; at--) {
            if (token_in(t, at, ends)) break;
            if (token_is(t, at, "+=") ||
                (token_is(t, at, "=") && is_step(t, at - 1)))
                return t->at[m].line;
        }
    }
    return 0;
}

// Token i is the name whose initial value it also stands in, or in that of a
// name that is counted.
static bool counts_for(const Edits *e, int i, int first, int last, int deep) {
    enum { DEEPEST = 3 };
    if (i >= first && i <= last) return true;
    for (int k = first; k <= last && deep < DEEPEST; k++) {
        const Declared *d =
            token_has(&e->t, k, NAME) ? edits_declared(e, k) : NULL;
        int end = d ? edits_initial_end(e, d->token) : -1;
        if (end > 0 && counts_for(e, i, d->token + 2, end - 1, deep + 1))
            return true;
    }
    return false;
}

// Of the launch whose number of blocks token i counts: the line in which its
// kernel asks for that number; 0: there is none.
static int grid_of(const Edits *e, int i) {
    const Tokens *t = &e->t;
    for (int k = 0; k < t->n; k++) {
        if (!token_is(t, k, "<<<") || t->at[k].function != t->at[i].function)
            continue;
        int end = k + 1, depth = 0, name = launched_at(t, k);
        for (; end < t->n && !token_is(t, end, ">>>"); end++) {
            depth += token_is(t, end, "(") ? 1 : token_is(t, end, ")") ? -1 : 0;
            if (depth == 0 && token_is(t, end, ",")) break;
        }
        if (name >= 0 && counts_for(e, i, k + 1, end - 1, 0))
            return steps_by_grid(t, name);
    }
    return 0;
}

static const char *grid_words(Edits *e, const Edit *x, int i) {
    static const char *const kinds[] = {"another number", "another operator"};
    bool counts = leaves_out(x) || (x->says && str_starts(x->says, "with `") &&
                                    !edits_in_kernel(e, i));
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        counts |= x->of && str_starts(x->of, kinds[k]);
    int line = counts && i < e->t.n ? grid_of(e, i) : 0;
    if (!line) return NULL;
    return arena_fmt(e->a,
                     "With that there is another number of blocks, and the "
                     "kernel's loop, whose step depends on it in line %d, may "
                     "have no second round. So line %d need not be wrong. Look "
                     "at the step of the loop first, and then at what is set "
                     "before it and is not made anew in each round.",
                     line, x->line);
}

// ---- the only exchange between threads

static const char *const exchanges[] = {"__shfl", "__ballot", "__any_sync",
                                        "__all_sync", "__reduce"};

static bool is_exchange(const Tokens *t, int i) {
    for (size_t k = 0; k < COUNT_OF(exchanges); k++)
        if (token_has(t, i, NAME) &&
            str_starts(t->code + t->at[i].at, exchanges[k]))
            return true;
    return false;
}

// The only call of the file by which the lanes of a warp exchange values; -1:
// there are more, or none.
static int only_exchange(const Tokens *t) {
    int only = -1;
    for (int i = 0; i < t->n; i++) {
        if (!is_exchange(t, i)) continue;
        if (only >= 0) return -1;
        only = i;
    }
    return only;
}

// The loop whose head token i is in has the exchange in its body.
static bool is_head_of(const Tokens *t, int i, int exchange) {
    enum { LONGEST = 40 };
    for (int k = i; k >= 0 && k > i - LONGEST; k--) {
        EditLoop h;
        if (!token_is(t, k, "for")) continue;
        return edits_loop(t, k, &h) && h.close > i && exchange > h.close &&
               exchange <= edits_any_body_end(t, h.close + 1);
    }
    return false;
}

static const char *lane_words_of(Edits *e, const Edit *x, int i) {
    const Tokens *t = &e->t;
    int only = only_exchange(t);
    if (only < 0) return NULL;
    int at = t->at[only].at;
    bool without = leaves_out(x) && at >= x->at && at < x->at + x->len;
    bool turned = x->of && str_starts(x->of, "another comparison") &&
                  *x->by != t->code[x->at] && is_head_of(t, i, only);
    if (!without && !turned) return NULL;
    return arena_fmt(e->a,
                     "Each lane then keeps its own value, and line %d need not "
                     "be wrong. Which lanes have the right value after "
                     "`%s`, and which of them use it? The two do not go "
                     "together.",
                     t->at[only].line, edits_text_of(e, only, only));
}

void edits_mark_hiding(Edits *e) {
    for (int k = 0; k < e->n; k++) {
        Edit *x = &e->at[k];
        if (x->is_barrier || x->is_check) continue;
        int i = token_of(&e->t, x);
        if (!x->hides) x->hides = constant_words(e, x, i);
        if (!x->hides) x->hides = grid_words(e, x, i);
        if (!x->hides) x->hides = lane_words_of(e, x, i);
        if (x->hides) x->weight -= LATER;
    }
}
