// The C declaration behind entry: parsed far enough to know every parameter's
// name, element type, and whether the entry may write through it.
#include "base/str.h"
#include "base/vec.h"
#include "plan/parts.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const ElemInfo elem_info[ELEM_COUNT] = {
#define ELEM(id, text, size, flt, sgn) [ELEM_##id] = {text, size, flt, sgn},
#include "plan/types.def"
};

// Other spellings of the same types, and what to write instead of those that
// have no fixed size.
static const struct Spelling {
    const char *words;
    ElemType type;
} spellings[] = {
    {"unsigned", ELEM_U32},
    {"signed", ELEM_I32},
    {"signed int", ELEM_I32},
    {"short int", ELEM_I16},
    {"unsigned short int", ELEM_U16},
    {"long long int", ELEM_I64},
    {"unsigned long long int", ELEM_U64},
    {"half", ELEM_F16},
    {"nv_bfloat16", ELEM_B16},
};

static const struct Advice {
    const char *words, *hint;
} advice[] = {
    {"char", "write 'signed char' or 'unsigned char': whether char has a "
             "sign depends on the machine"},
    {"long", "write 'int' or 'long long': the size of long depends on the "
             "machine"},
    {"unsigned long", "write 'unsigned int' or 'unsigned long long'"},
    {"size_t", "write 'unsigned long long', or 'int' for a count"},
    {"bool", "write 'unsigned char'"},
    {"void", "pointers need an element type: 'const float *in'"},
};

ElemType elem_find(const char *words, const char **hint) {
    for (int t = 0; t < ELEM_COUNT; t++)
        if (strcmp(words, elem_info[t].ctype) == 0) return (ElemType)t;
    for (size_t i = 0; i < COUNT_OF(spellings); i++)
        if (strcmp(words, spellings[i].words) == 0) return spellings[i].type;

    *hint = "types: "
#define ELEM(id, text, ...) text ", "
#include "plan/types.def"
            "and pointers to them";
    for (size_t i = 0; i < COUNT_OF(advice); i++)
        if (strcmp(words, advice[i].words) == 0) *hint = advice[i].hint;
    return ELEM_COUNT;
}

typedef struct Parser {
    Arena *arena;
    const char *text, *at;
    Loc loc;
    Err *err;
} Parser;

static void skip_space(Parser *p) {
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool accept_char(Parser *p, char c) {
    skip_space(p);
    if (*p->at != c) return false;
    p->at++;
    return true;
}

// Reports at `at`; returns false.
PRINTF(3, 4)
static bool wrong_entry(Parser *p, const char *at, const char *fmt, ...) {
    char text[300];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    Loc loc = p->loc;
    if (loc.col) loc.col += (int)(at - p->text);
    err_at(p->err, loc, "%s", text);
    return err_hint(p->err, "entry: is a declaration of C like: "
                            "void saxpy(float a, const float *x, float *y, "
                            "int n)");
}

// Returns the next word, or "" if there is none.
static const char *word(Parser *p) {
    skip_space(p);
    const char *from = p->at;
    while (isalnum((unsigned char)*p->at) || *p->at == '_')
        p->at++;
    return arena_strn(p->arena, from, (size_t)(p->at - from));
}

typedef struct Words {
    const char **at;
    int n, cap;
} Words;

// Takes the type, without const, and the name off the words of a parameter.
static bool name_and_type(Parser *p, Words *w, const char *from, Arg *arg) {
    if (w->n < 2)
        return wrong_entry(p, from, "a parameter has a type and a name");
    arg->name = w->at[--w->n];

    char type[80] = "";
    size_t used = 0;
    for (int i = 0; i < w->n && used < sizeof type; i++)
        used += (size_t)snprintf(type + used, sizeof type - used, "%s%s",
                                 i ? " " : "", w->at[i]);
    const char *hint = NULL;
    arg->type = elem_find(type, &hint);
    if (elem_is_half(arg->type) && !arg->is_pointer) {
        wrong_entry(p, from, "'%s' is a %s by value", arg->name, type);
        return err_hint(p->err, "take a float: only arrays are worth halving");
    }
    if (arg->type != ELEM_COUNT) return true;
    wrong_entry(p, from, "'%s' is no type that an entry can take", type);
    return err_hint(p->err, "%s", hint);
}

// param = ("const" | word)+ "*"? name
static bool param(Parser *p, Arg *arg) {
    skip_space(p);
    const char *from = p->at;
    Words words = {0};
    bool ok = true;
    while (ok) {
        const char *at = p->at;
        const char *s = word(p);
        if (strcmp(s, "const") == 0 && !arg->is_pointer) {
            arg->is_const = true;
        } else if (strstr(s, "restrict") || (*s && strcmp(s, "const") == 0)) {
            ok = wrong_entry(p, at, "'%s' cannot stand in an entry", s);
            err_hint(p->err, "leave it out: the learner may add it inside");
        } else if (*s) {
            vec_push(&words, s);
        } else if (accept_char(p, '*')) {
            if (arg->is_pointer)
                ok = wrong_entry(p, at,
                                 "an entry takes no pointers to pointers");
            arg->is_pointer = true;
        } else {
            break;
        }
    }
    ok = ok && name_and_type(p, &words, from, arg);
    vec_free(&words);
    arg->loc = p->loc;
    if (arg->loc.col) arg->loc.col += (int)(from - p->text);
    return ok;
}

static bool is_taken(const Exercise *ex, const char *name) {
    for (int i = 0; i < ex->nargs; i++)
        if (strcmp(ex->args[i].name, name) == 0) return true;
    return false;
}

// params = param ("," param)*
static bool params(Parser *p, Exercise *ex) {
    enum { MAX_PARAMS = 32 };
    ex->args = arena_array(p->arena, Arg, MAX_PARAMS);
    do {
        skip_space(p);
        const char *from = p->at;
        if (ex->nargs == MAX_PARAMS)
            return wrong_entry(p, from, "more than %d parameters", MAX_PARAMS);
        Arg *arg = &ex->args[ex->nargs];
        if (!param(p, arg)) return false;
        if (is_taken(ex, arg->name))
            return wrong_entry(p, from, "two parameters are named '%s'",
                               arg->name);
        ex->nargs++;
    } while (accept_char(p, ','));
    return true;
}

static bool is_reserved(const char *name) {
    return strcmp(name, "main") == 0 || strcmp(name, "reference") == 0 ||
           str_starts(name, "kata_");
}

bool entry_parse(Arena *a, const char *decl, Loc loc, Exercise *ex, Err *err) {
    Parser p = {a, decl, decl, loc, err};
    if (strcmp(word(&p), "void") != 0)
        return wrong_entry(&p, decl, "an entry returns void");

    skip_space(&p);
    const char *from = p.at;
    ex->entry = word(&p);
    if (!is_name(ex->entry))
        return wrong_entry(&p, from, "the entry needs a name");
    if (is_reserved(ex->entry))
        return wrong_entry(&p, from, "an entry cannot be called '%s'",
                           ex->entry);
    if (!accept_char(&p, '('))
        return wrong_entry(&p, p.at, "expected '(' here");
    if (!params(&p, ex)) return false;
    if (!accept_char(&p, ')'))
        return wrong_entry(&p, p.at, "expected ',' or ')' here");
    const char *end = p.at;
    accept_char(&p, ';');
    skip_space(&p);
    if (*p.at)
        return wrong_entry(&p, p.at, "something follows the declaration");
    ex->entry_decl = arena_strn(a, decl, (size_t)(end - decl));
    return true;
}
