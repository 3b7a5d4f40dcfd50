#include "gate/child/triton_calls.h"

#include "base/json.h"

#include <string.h>

// Names of torch's types, by elem_info's order.
static const char *torch_type(ElemType t) {
    static const char *const names[ELEM_COUNT] = {
        [ELEM_F32] = "float32",  [ELEM_F64] = "float64", [ELEM_F16] = "float16",
        [ELEM_B16] = "bfloat16", [ELEM_I8] = "int8",     [ELEM_U8] = "uint8",
        [ELEM_I16] = "int16",    [ELEM_U16] = "uint16",  [ELEM_I32] = "int32",
        [ELEM_U32] = "uint32",   [ELEM_I64] = "int64",   [ELEM_U64] = "uint64",
    };
    return names[t];
}

static void put_arg(Json *j, const Arg *g) {
    json_open(j, '{');
    json_kstr(j, "name", g->name);
    json_kstr(j, "type", torch_type(g->type));
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
