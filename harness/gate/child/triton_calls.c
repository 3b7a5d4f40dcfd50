#include "gate/child/triton_calls.h"

#include "gate/judge/element.h"

#include "base/json.h"

#include <string.h>

static void put_arg(Json *j, const Arg *g) {
    json_open(j, '{');
    json_kstr(j, "name", g->name);
    json_kstr(j, "type", elem_dtype(g->type));
    json_kbool(j, "pointer", g->is_pointer);
    json_close(j, '}');
}

static long long integer_of(const ArgData *d) {
    const ElemInfo *e = &elem_info[d->arg->type];
    int unused = 64 - 8 * e->bytes;
    uint64_t left = d->scalar << unused;
    return e->is_signed ? (long long)left >> unused
                        : (long long)(left >> unused);
}

// A float is passed on to kernels as it comes: its value is not told.
static void put_value(Json *j, const ArgData *d) {
    json_open(j, '{');
    if (d->arg->is_pointer) {
        json_key(j, "shape");
        json_open(j, '[');
        for (int i = 0; i < d->arg->nshape; i++)
            json_int(j, d->dims[i]);
        json_close(j, ']');
    } else if (!elem_info[d->arg->type].is_float) {
        json_kint(j, "value", integer_of(d));
    }
    json_close(j, '}');
}

const char *triton_calls(Arena *a, const Exercise *ex,
                         const CaseData *const *cases, int n) {
    Buf out = {0};
    Json j = json_to(&out);
    json_open(&j, '{');
    json_kstr(&j, "entry", ex->entry);
    json_kstr(&j, "declaration", ex->entry_decl);
    if (ex->tunes) json_kbool(&j, "tunes", true);
    json_key(&j, "args");
    json_open(&j, '[');
    for (int i = 0; i < ex->nargs; i++)
        put_arg(&j, &ex->args[i]);
    json_close(&j, ']');
    json_key(&j, "calls");
    json_open(&j, '[');
    for (int i = 0; i < n; i++) {
        json_open(&j, '[');
        for (int g = 0; g < cases[i]->nargs; g++)
            put_value(&j, &cases[i]->args[g]);
        json_close(&j, ']');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    char *text = arena_strn(a, out.data + 1, out.len - 2); // no brackets
    buf_free(&out);
    return text;
}
