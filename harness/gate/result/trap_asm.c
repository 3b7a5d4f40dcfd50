// Inline PTX whose operands are counted wrongly: see trap_rules.def. The
// compiler numbers the outputs first, from %0, and the inputs after them.
#include "gate/result/told.h"

#include "gate/result/source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OUTPUTS = 64 };

// The outputs of an asm statement.
typedef struct Outputs {
    int n;
    bool reads[MOST_OUTPUTS];   // "+r": it has a value before
    bool written[MOST_OUTPUTS]; // by the instructions so far
} Outputs;

static const char *past_space(const char *p) {
    return p + strspn(p, " \t\n");
}

// Past the end of the string that begins at p.
static const char *string_end(const char *p) {
    for (p++; *p && *p != '"'; p++)
        if (*p == '\\' && p[1]) p++;
    return *p ? p + 1 : p;
}

// The strings of the template in one; *p comes to stand after them.
static char *template_of(Arena *a, const char **p) {
    char *all = arena_strn(a, "", 0);
    while (*(*p = past_space(*p)) == '"') {
        const char *end = string_end(*p);
        all = arena_fmt(a, "%s%.*s", all, (int)(end - *p - 2), *p + 1);
        *p = end;
    }
    return all;
}

// The constraints up to the next colon. p stands at the colon before them.
static void read_outputs(const char *p, Outputs *out) {
    int depth = 0;
    for (p++; *p && depth >= 0 && !(depth == 0 && (*p == ':' || *p == ';'));) {
        depth += (*p == '(') - (*p == ')');
        if (*p != '"') {
            p++;
            continue;
        }
        if (out->n < MOST_OUTPUTS) out->reads[out->n++] = p[1] == '+';
        p = string_end(p);
    }
}

// The first operand that an instruction reads though nothing has written it, or
// -1. Its own first operand is its result, as are all of {%0, %1} and %0|%1.
static int blank_operand(const char *p, const char *end, Outputs *out) {
    bool is_result = true, results[MOST_OUTPUTS] = {0};
    int depth = 0;
    for (; p < end; p++) {
        depth += (*p == '{') - (*p == '}');
        if (*p == ',' && depth == 0) is_result = false;
        if (*p != '%' || !isdigit((unsigned char)p[1])) continue;
        int k = (int)strtol(p + 1, NULL, 10);
        if (k >= out->n) continue;
        if (is_result)
            results[k] = true;
        else if (!out->reads[k] && !out->written[k])
            return k;
    }
    for (int k = 0; k < out->n; k++)
        out->written[k] |= results[k];
    return -1;
}

static int blank_in(const char *text, Outputs *out) {
    int blank = -1;
    while (*text && blank < 0) {
        size_t n = strcspn(text, ";");
        blank = blank_operand(text, text + n, out);
        text += n + (text[n] == ';');
    }
    return blank;
}

// The statement at p, after the word asm.
static const char *asm_words(const Told *w, const char *p) {
    Outputs out = {0};
    int line = source_number(w->code, p);
    p = past_space(p);
    if (source_word(p, "volatile") == p) p = past_space(p + 8);
    if (*p++ != '(') return NULL;
    const char *text = template_of(&w->r->arena, &p);
    if (*p != ':') return NULL;
    read_outputs(p, &out);
    int blank = blank_in(text, &out);
    if (blank < 0) return NULL;
    return arena_fmt(
        &w->r->arena,
        "The asm in line %d reads %%%d, which is one of its outputs, before "
        "any of its instructions has written it. Operands are numbered from "
        "the first output on: the outputs are %%0 to %%%d there, so the first "
        "input is %%%d.",
        line, blank, out.n - 1, out.n);
}

const char *trap_asm_operand(const Told *w) {
    static const char *const words[] = {"asm", "__asm__"};
    const char *says = NULL;
    if (!told_is(w, "uninitialised-local")) return NULL;
    for (size_t k = 0; k < COUNT_OF(words); k++)
        for (const char *p = w->code; !says && (p = source_word(p, words[k]));)
            says = asm_words(w, p += strlen(words[k]));
    return says;
}
