// Text generation for trampolines; see shim.h.
#include "gate/child/shim.h"

#include "base/buf.h"

// The C type of a parameter as the reference sees it.
static void reference_type(Buf *b, const Arg *g) {
    bool written = g->is_output || g->is_inout;
    const char *type =
        elem_is_half(g->type) ? "float" : elem_info[g->type].ctype;
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

static bool takes(const Exercise *ex, ElemType type) {
    for (int i = 0; i < ex->nargs; i++)
        if (ex->args[i].type == type) return true;
    return false;
}

// Pointers need no more than the names of these.
static void declare_halves(Buf *b, const Exercise *ex) {
    if (takes(ex, ELEM_F16))
        buf_str(b, "struct __half;\ntypedef __half half;\n");
    if (takes(ex, ELEM_B16))
        buf_str(b,
                "struct __nv_bfloat16;\ntypedef __nv_bfloat16 nv_bfloat16;\n");
}

char *shim_entry(Arena *a, const Exercise *ex, const Backend *on) {
    Buf b = {0};
    declare_halves(&b, ex);
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

// Defines kata_reference<name>, which calls reference<name>, and where that is
// optional kata_has_<name>.
static void reference_call(Buf *b, const Exercise *ex, const char *name,
                           bool at, bool optional) {
    const char *more = at ? ", long long at" : "";
    const char *tail = !at ? "" : ex->nargs ? ", long long" : "long long";
    buf_fmt(b, "%svoid reference%s(", optional ? "__attribute__((weak)) " : "",
            name);
    prototype(b, ex, "", ex->nargs || at ? tail : "void");
    buf_fmt(b,
            ");\nvoid kata_reference%s(void **a%s);\n"
            "void kata_reference%s(void **a%s) {\n    (void)a;\n"
            "    reference%s(",
            name, more, name, more, name);
    call_arguments(b, ex, true);
    buf_fmt(b, "%s);\n}\n", !at ? "" : ex->nargs ? ", at" : "at");
    if (optional)
        buf_fmt(b,
                "int kata_has%s(void);\n"
                "int kata_has%s(void) { return reference%s != 0; }\n",
                name, name, name);
}

// For references that round on the way: the nearest value of a type, and its
// bits.
static const char rounding[] =
    "#include <math.h>\n"
    "float kata_half(double v);\n"
    "float kata_bfloat16(double v);\n"
    "unsigned kata_half_bits(double v);\n"
    "unsigned kata_bfloat16_bits(double v);\n"
    "static double nearest(double v, int digits, int least, double most) {\n"
    "    if (v == 0 || !isfinite(v)) return v;\n"
    "    int step = ilogb(v) - digits + 1;\n"
    "    if (step < least) step = least;\n"
    "    v = ldexp(nearbyint(ldexp(v, -step)), step);\n"
    "    return fabs(v) > most ? copysign(INFINITY, v) : v;\n"
    "}\n"
    "float kata_half(double v) { return nearest(v, 11, -24, 65504); }\n"
    "float kata_bfloat16(double v) {\n"
    "    return nearest(v, 8, -133, 0x1.FEp127);\n"
    "}\n"
    "unsigned kata_bfloat16_bits(double v) {\n"
    "    union { float f; unsigned u; } x = {kata_bfloat16(v)};\n"
    "    return x.u >> 16;\n"
    "}\n"
    "unsigned kata_half_bits(double v) {\n"
    "    union { float f; unsigned u; } x = {kata_half(v) * 0x1p-112f};\n"
    "    if (isinf(v) || isinf(kata_half(v))) x.u = (x.u >> 31 << 31) | 31u << "
    "23;\n"
    "    if (isnan(v)) x.u = (x.u >> 31 << 31) | 63u << 22;\n"
    "    return x.u >> 31 << 15 | (x.u >> 13 & 0x7fff);\n"
    "}\n";

char *shim_reference(Arena *a, const Exercise *ex) {
    Buf b = {0};
    if (takes(ex, ELEM_F16) || takes(ex, ELEM_B16)) buf_str(&b, rounding);
    reference_call(&b, ex, "", false, false);
    reference_call(&b, ex, "_at", true, true);
    reference_call(&b, ex, "_scale", false, true);
    reference_call(&b, ex, "_scale_at", true, true);
    char *text = arena_str(a, buf_text(&b));
    buf_free(&b);
    return text;
}

// Flags that include the headers of types that the entry takes, find CUTLASS's
// where the exercise needs them, and link what `libraries:` names: the
// simulated ones, or NVIDIA's.
static const char *const *program_flags(Arena *a, const Toolkit *tk,
                                        const Exercise *ex, const Backend *on,
                                        const char **lacks) {
    enum { MOST = 32 };
    const char **flags = arena_array(a, const char *, MOST + 1);
    int n = 0;
    for (ElemType e = 0; e < ELEM_COUNT; e++) {
        if (!elem_is_half(e) || !takes(ex, e)) continue;
        flags[n++] = "-include";
        flags[n++] = e == ELEM_F16 ? "cuda_fp16.h" : "cuda_bf16.h";
    }
    if (ex->machines & 1U << MACHINE_CUTLASS && tk->cutlass)
        flags[n++] = arena_fmt(a, HEADERS_FLAG "%s", tk->cutlass);
    for (const char **l = ex->libraries; *l; l++) {
        static const char *const of_nvcc[] = {"-lcudadevrt", NULL};
        const char *const *found =
            strcmp(*l, "cudadevrt") == 0 ? of_nvcc : on->library(a, tk, *l);
        if (!found && lacks) *lacks = *l;
        for (; found && *found && n < MOST; found++)
            flags[n++] = *found;
    }
    return n ? flags : NULL;
}

BuildJob shim_job(Arena *a, const Toolkit *tk, const Exercise *ex,
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
        .entry = on->is_script ? NULL : ex->entry,
        .functions = functions,
        .nfunctions = ex->nfunctions,
        .tests = ex->tests,
        .shim = on->is_script ? NULL : shim_entry(a, ex, on),
        .flags = on->is_c ? ex->flags : program_flags(a, tk, ex, on, lacks),
    };
}
