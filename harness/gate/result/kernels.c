// See kernels.h.
#include "gate/result/kernels.h"

#include "gate/result/source.h"

#include <string.h>

// The bracket that closes the one at `open`, or NULL.
static const char *closing(const char *open) {
    int depth = 0;
    for (const char *p = open; *p; p++) {
        depth += (*p == '(' || *p == '{') - (*p == ')' || *p == '}');
        if (depth == 0) return p;
    }
    return NULL;
}

// The head begins at p: finds the bracket of the parameters, which is the last
// one before the body. Returns the brace of that, or NULL.
static const char *read_head(const char *p, const char **open) {
    *open = NULL;
    for (; *p && *p != '{' && *p != ';'; p++) {
        if (*p != '(') continue;
        *open = p;
        p = closing(p);
        if (!p) return NULL;
    }
    return *p == '{' && *open ? p : NULL;
}

static const char *first_launch(const char *code, const char *name) {
    for (const char *p = code; (p = source_word(p, name));) {
        p += strlen(name);
        const char *sign = p + strspn(p, " ");
        if (*sign == '<' && strncmp(sign, "<<<", 3)) {
            sign += strcspn(sign, ">;");
            sign += *sign == '>';
        }
        if (!strncmp(sign, "<<<", 3)) return sign + 2;
    }
    return NULL;
}

bool kernel_next(Arena *a, const char *code, const char *p, Kernel *out) {
    while ((p = source_word(p, "__global__"))) {
        p += strlen("__global__");
        const char *open, *brace = read_head(p, &open);
        const char *end = brace ? closing(brace) : NULL;
        if (!end) continue;
        *out = (Kernel){source_name_before(code, open),
                        {brace, (size_t)(end - brace)},
                        open,
                        NULL};
        const char *name = arena_strn(a, out->name.p, out->name.n);
        if (out->name.n) out->launch = first_launch(code, name);
        return true;
    }
    return false;
}

bool kernel_around(Arena *a, const char *code, const char *p, Kernel *out) {
    for (*out = (Kernel){.body = {code, 0}};
         kernel_next(a, code, out->body.p, out) && out->body.p <= p;)
        if (p < out->body.p + out->body.n) return true;
    return false;
}

Str kernel_parameter(const Kernel *k, int i) {
    Str text = source_call_argument(k->open, i);
    const char *end = text.p + text.n;
    return text.n ? source_name_before(text.p, end) : (Str){0};
}

// `(const char *)in`: in.
static Str without_cast(Str text) {
    const char *close = text.n && *text.p == '(' ? closing(text.p) : NULL;
    if (!close || close + 1 >= text.p + text.n) return text;
    return str_trim((Str){close + 1, (size_t)(text.p + text.n - close - 1)});
}

Str kernel_argument(const Kernel *k, Str name) {
    const char *shut = k->launch ? strstr(k->launch, ">>>") : NULL;
    if (!shut || name.n == 0) return (Str){0};
    const char *open = shut + 3 + strspn(shut + 3, " \n");
    if (*open != '(') return (Str){0};
    Str mine;
    for (int i = 0; (mine = kernel_parameter(k, i)).n; i++)
        if (mine.n == name.n && !memcmp(mine.p, name.p, name.n))
            return without_cast(source_call_argument(open, i));
    return (Str){0};
}

Str kernel_unused(Arena *a, const Kernel *k) {
    Str name;
    for (int i = 0; (name = kernel_parameter(k, i)).n; i++) {
        const char *word = arena_strn(a, name.p, name.n);
        const char *at = source_word(k->body.p, word);
        if (!at || at >= k->body.p + k->body.n) return name;
    }
    return (Str){0};
}

// The bracket that opens the parameters of the function in whose body p is,
// with its name; NULL: p is in none.
static const char *function_around(const char *code, const char *p, Str *name) {
    int depth = 0;
    for (const char *q = p; q > code; q--) {
        depth += (q[-1] == '}') - (q[-1] == '{');
        if (depth >= 0) continue;
        // The body's brace, or that of a block in it: a head is before it.
        depth = 0;
        const char *head = q - 1;
        while (head > code && strchr(" \n", head[-1]))
            head--;
        if (head == code || head[-1] != ')') continue;
        int open = 0;
        for (head--; head > code; head--) {
            open += (*head == ')') - (*head == '(');
            if (open == 0) break;
        }
        *name = source_name_before(code, head);
        bool loops = str_eq(*name, "for") || str_eq(*name, "if") ||
                     str_eq(*name, "while") || str_eq(*name, "switch");
        if (!loops && name->n) return head;
    }
    return NULL;
}

static int parameter_number(const char *open, Str name) {
    const Kernel f = {.open = open};
    Str mine;
    for (int i = 0; (mine = kernel_parameter(&f, i)).n; i++)
        if (mine.n == name.n && !memcmp(mine.p, name.p, name.n)) return i;
    return -1;
}

Str kernel_origin(Arena *a, const char *code, const char *at, Str name) {
    enum { MOST_CALLERS = 3 };
    Kernel k;
    for (int i = 0; i < MOST_CALLERS && source_is_name(name); i++) {
        if (kernel_around(a, code, at, &k)) {
            Str given = kernel_argument(&k, name);
            return given.n ? given : name;
        }
        Str function;
        const char *open = function_around(code, at, &function);
        int number = open ? parameter_number(open, name) : -1;
        if (number < 0) return name;
        const char *word = arena_strn(a, function.p, function.n),
                   *call = source_word(open, word);
        // One that is called twice may be given this and that.
        if (!call || call[function.n] != '(' || source_word(call + 1, word))
            return name;
        name = source_call_argument(call + function.n, number);
        at = call;
    }
    return name;
}
