// Text generation for trampolines; see shim.h.
#include "gate/child/shim.h"

#include "base/buf.h"

// The C type of a parameter as the reference sees it.
static void reference_type(Buf *b, const Arg *g) {
    bool written = g->is_output || g->is_inout;
    const char *type = elem_info[g->type].ctype;
    if (g->is_pointer && written && elem_info[g->type].is_float)
        type = "double";
    buf_fmt(b, "%s%s%s", g->is_pointer && !written ? "const " : "", type,
            g->is_pointer ? " *" : "");
}

static void call_arguments(Buf *b, const Exercise *ex, bool reference) {
    for (int i = 0; i < ex->nargs; i++) {
        const Arg *g = &ex->args[i];
        buf_fmt(b, "%s*(", i ? ", " : "");
        if (reference)
            reference_type(b, g);
        else
            buf_fmt(b, "%s%s%s", g->is_const ? "const " : "",
                    elem_info[g->type].ctype, g->is_pointer ? " *" : "");
        buf_fmt(b, " *)a[%d]", i);
    }
}

char *shim_entry(Arena *a, const Exercise *ex, const Backend *on) {
    Buf b = {0};
    buf_fmt(&b, "%s;\n", ex->entry_decl);
    buf_fmt(&b,
            "%svoid kata_call(void **a);\n"
            "%svoid kata_call(void **a) {\n    (void)a;\n"
            "    %s(",
            on->shim_linkage, on->shim_linkage, ex->entry);
    call_arguments(&b, ex, false);
    buf_str(&b, ");\n}\n");
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    return text;
}

static void prototype(Buf *b, const Exercise *ex, const char *head,
                      const char *tail) {
    buf_str(b, head);
    for (int i = 0; i < ex->nargs; i++) {
        if (i) buf_str(b, ", ");
        reference_type(b, &ex->args[i]);
    }
    buf_str(b, tail);
}

char *shim_reference(Arena *a, const Exercise *ex) {
    Buf b = {0};
    const char *none = ex->nargs ? "" : "void";
    prototype(&b, ex, "void reference(", none);
    buf_str(&b, ");\n");
    prototype(&b, ex, "__attribute__((weak)) void reference_at(",
              ex->nargs ? ", long long" : "long long");
    buf_str(&b, ");\nvoid kata_reference(void **a);\n"
                "void kata_reference_at(void **a, long long at);\n"
                "int kata_has_at(void);\n"
                "void kata_reference(void **a) {\n    (void)a;\n"
                "    reference(");
    call_arguments(&b, ex, true);
    buf_str(&b, ");\n}\nint kata_has_at(void) { return reference_at != 0; }\n"
                "void kata_reference_at(void **a, long long at) {\n"
                "    (void)a;\n    reference_at(");
    call_arguments(&b, ex, true);
    buf_str(&b, ex->nargs ? ", at);\n}\n" : "at);\n}\n");
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    return text;
}

// Flags that link what `libraries:` names: the simulated ones, or NVIDIA's.
static const char *const *program_flags(Arena *a, const Toolkit *tk,
                                        const Exercise *ex, const Backend *on,
                                        const char **lacks) {
    enum { MOST = 32 };
    const char **flags = arena_array(a, const char *, MOST + 1);
    int n = 0;
    for (const char **l = ex->libraries; *l; l++) {
        const char *const *found = on->library(a, tk, *l);
        if (!found && lacks) *lacks = *l;
        for (; found && *found && n < MOST; found++)
            flags[n++] = *found;
    }
    return n ? flags : NULL;
}

BuildJob exercise_job(Arena *a, const Toolkit *tk, const Exercise *ex,
                      const Backend *on, int cc, const char *source,
                      const char **lacks) {
    BuildFunction *functions =
        arena_array(a, BuildFunction, (size_t)ex->nfunctions);
    for (int i = 0; i < ex->nfunctions; i++)
        functions[i] =
            (BuildFunction){ex->functions[i].name, ex->functions[i].decl};
    if (lacks) *lacks = NULL;
    return (BuildJob){
        .backend = on,
        .cc = cc,
        .source = source,
        .entry = ex->entry,
        .functions = functions,
        .nfunctions = ex->nfunctions,
        .tests = ex->tests,
        .shim = shim_entry(a, ex, on),
        .flags = on->is_c ? ex->flags : program_flags(a, tk, ex, on, lacks),
    };
}
