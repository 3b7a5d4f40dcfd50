// Counting vector arithmetic; see simd.h.
//
// A line of objdump is "  1a:\tvmulps (%rdi),%ymm0,%ymm1". On x86-64 the
// mnemonic tells: it ends in ps or pd (packed), ss or sd (scalar), or begins
// with p (packed integers). On arm64 the operands do: v0.4s, z0.s, or s0.
#include "build/simd.h"

#include "base/proc.h"
#include "base/str.h"
#include "build/tool.h"

#include <ctype.h>
#include <string.h>

static bool starts_with_one_of(const char *text, const char *const *names,
                               size_t n) {
    for (size_t i = 0; i < n; i++)
        if (str_starts(text, names[i])) return true;
    return false;
}

// ---- x86-64

static void count_x86(const char *op, SimdCount *c) {
    static const char *const floats[] = {
        "add", "sub",  "mul", "div",   "max",   "min",   "sqrt",
        "dp",  "hadd", "rcp", "rsqrt", "fmadd", "fmsub", "fnm"};
    static const char *const ints[] = {"padd", "psub",   "pmul",  "pmadd",
                                       "pmax", "pmin",   "pavg",  "psad",
                                       "pabs", "pcmpgt", "pcmpeq"};
    if (*op == 'v') op++;
    size_t n = strlen(op);
    if (starts_with_one_of(op, ints, COUNT_OF(ints))) {
        c->packed++;
        return;
    }
    if (n < 4 || !starts_with_one_of(op, floats, COUNT_OF(floats))) return;
    const char *type = op + n - 2;
    if (strcmp(type, "ps") == 0 || strcmp(type, "pd") == 0) c->packed++;
    if (strcmp(type, "ss") == 0 || strcmp(type, "sd") == 0) c->scalar++;
}

// ---- arm64

// v12.4s or z3.d at the start of the operands.
static bool is_vector(const char *operands) {
    if (*operands != 'v' && *operands != 'z') return false;
    const char *at = operands + 1;
    while (isdigit((unsigned char)*at))
        at++;
    return at > operands + 1 && *at == '.';
}

static void count_arm(const char *op, const char *operands, SimdCount *c) {
    static const char *const floats[] = {"fadd", "fsub", "fmul",  "fdiv",
                                         "fmla", "fmls", "fmax",  "fmin",
                                         "fmad", "fmsu", "fnmad", "fsqrt"};
    static const char *const ints[] = {"add",  "sub",  "mul",  "mla",
                                       "mls",  "smax", "smin", "umax",
                                       "umin", "sdot", "udot"};
    bool vector = is_vector(operands);
    if (starts_with_one_of(op, floats, COUNT_OF(floats)))
        *(vector ? &c->packed : &c->scalar) += 1;
    else if (vector && starts_with_one_of(op, ints, COUNT_OF(ints)))
        c->packed++;
}

// ---- the listing

SimdCount simd_count(const char *disassembly) {
    SimdCount c = {0};
    bool arm = strstr(disassembly, "aarch64") != NULL;
    Str rest = str_of(disassembly), line;
    while (str_cut(&rest, '\n', &line)) {
        char text[160];
        size_t n = min_of(line.n, sizeof text - 1);
        memcpy(text, line.p, n);
        text[n] = '\0';
        char *op = strchr(text, '\t');
        if (!op) continue;
        op++;
        size_t len = strcspn(op, " \t");
        char *operands = op + len + strspn(op + len, " \t");
        op[len] = '\0';
        if (arm)
            count_arm(op, operands, &c);
        else
            count_x86(op, &c);
    }
    return c;
}

bool simd_of_object(Arena *a, const char *object, SimdCount *out, Err *err) {
    const char *argv[] = {"objdump", "-d", "--no-show-raw-insn", object, NULL};
    Proc p = {0};
    bool ok = proc_find(a, "objdump") && tool_run_on(argv, object, &p, err);
    if (ok && p.status == 0) *out = simd_count(buf_text(&p.out));
    if (!ok || p.status != 0) {
        err_clear(err);
        err_set(err, ERR_ENV, "objdump did not disassemble '%s'", object);
        err_hint(err, "install binutils");
        ok = false;
    }
    proc_free(&p);
    return ok;
}
