// Likely causes of copies and memsets that fail: see trap_rules.def.
#include "gate/result/told.h"

#include "gate/result/source.h"

#include <stdio.h>
#include <string.h>

// The array of the exercise whose name is the k-th argument of the line's copy
// or memset, or NULL.
static const Arg *array_in_call(const Told *w, int k) {
    const char *call = strstr(w->line, "cudaMem");
    const char *open = call ? strchr(call, '(') : NULL;
    Str name = open ? source_call_argument(open, k) : (Str){0};
    for (int g = 0; g < w->r->ex->nargs; g++) {
        const Arg *arg = &w->r->ex->args[g];
        if (arg->is_pointer && str_eq(name, arg->name)) return arg;
    }
    return NULL;
}

// The exercise's arrays were taken for the host's.
const char *trap_copy_of_device(const Told *w) {
    if (!told_is(w, "copy-direction") ||
        !strstr(w->t->message, "to device memory from device memory"))
        return NULL;
    bool back = strstr(w->line, "cudaMemcpyDeviceToHost");
    const Arg *arg = array_in_call(w, back ? 0 : 1);
    if (!arg) return NULL;
    if (strstr(w->line, "Symbol("))
        return arena_fmt(&w->r->arena,
                         "`%s` is device memory, as all arrays are that your "
                         "function is given, and so is the symbol: end the "
                         "call with `, 0, cudaMemcpyDeviceToDevice)`.",
                         arg->name);
    return arena_fmt(&w->r->arena,
                     "`%s` is device memory already, as all arrays are that "
                     "your function is given. Give the pointers to the kernel "
                     "as they are: no memory has to be allocated, and nothing "
                     "copied.",
                     arg->name);
}

// The name of a variable of the device where the call takes a pointer to it.
const char *trap_copy_by_symbol(const Told *w) {
    const char *call = strstr(w->line, "cudaMemcpy");
    const char *open = call ? strchr(call, '(') : NULL;
    if (!open || !told_is(w, "copy-direction") || strstr(w->line, "Symbol"))
        return NULL;
    for (int k = 0; k < 2; k++) {
        Str name = source_call_argument(open, k);
        const char *kind = source_is_name(name) ? told_symbol(w, name) : NULL;
        if (!kind) continue;
        bool async = strstr(call, "cudaMemcpyAsync(") == call;
        Str other = source_call_argument(open, 1 - k);
        return arena_fmt(
            &w->r->arena,
            "`%.*s` is a `%s` variable. Host code that names it has no pointer "
            "to the device: cudaMemcpy%sSymbol%s(%.*s, %.*s, bytes, 0, "
            "direction) finds it by its name. The arrays that your function is "
            "given are device memory: their direction is "
            "cudaMemcpyDeviceToDevice.",
            (int)name.n, name.p, kind, k ? "From" : "To", async ? "Async" : "",
            (int)(k ? other.n : name.n), k ? other.p : name.p,
            (int)(k ? name.n : other.n), k ? name.p : other.p);
    }
    return NULL;
}

// More bytes than the array of the exercise has.
const char *trap_copy_past_end(const Told *w) {
    long long bytes, from, has;
    const char *does = strstr(w->t->message, " writes ");
    const Arg *arg = array_in_call(w, does ? 0 : 1);
    if (!does) does = strstr(w->t->message, " reads ");
    if (!told_is(w, "copy-size") || !arg || !does ||
        sscanf(does,
               " %*s %lld bytes from byte %lld on of an allocation of "
               "%lld",
               &bytes, &from, &has) != 3)
        return NULL;
    int each = elem_info[arg->type].bytes;
    return arena_fmt(&w->r->arena,
                     "`%s` has %lld element%s here, which is %lld bytes, and "
                     "this line is about %lld bytes. Is its number of elements "
                     "that of `%s`?",
                     arg->name, has / each, has / each == 1 ? "" : "s", has,
                     bytes, arg->name);
}
