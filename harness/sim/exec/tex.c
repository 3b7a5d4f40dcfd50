// tex, tld4, txq, suld, sust. PTX ISA, "Texture Instructions" and "Surface
// Instructions"; CUDA Programming Guide, "Texture Fetching".
//
// Lanes are done one by one, as far as their coordinates become texels; the
// memory requests are the warp's, as any other's: addresses of all lanes,
// checked, counted, then read.
#include "sim/exec/tex.h"

#include "sim/access/address.h"
#include "sim/access/observe.h"
#include "sim/core/trap.h"
#include "sim/exec/select.h"
#include "sim/exec/tex_filter.h"
#include "sim/half.h"

#include <math.h>
#include <string.h>

typedef enum Geometry {
    GEO_1D,
    GEO_2D,
    GEO_3D,
    GEO_A1D,
    GEO_A2D,
    GEO_CUBE
} Geometry;
typedef enum Beyond { BEYOND_TRAP, BEYOND_CLAMP, BEYOND_ZERO } Beyond;

typedef struct TexOp { // at Insn.ptr; the MemOp first, for memop_of
    MemOp mem;         // base: the handle
    Geometry geo;
    bool whole;          // coordinates are integers
    uint8_t nresult;     // registers of the result or source
    uint8_t result_bits; // of each register
    uint8_t bytes;       // surfaces: of each element
    int component;       // tld4
    Beyond beyond;       // surfaces
    Mod reduce;          // sured
    bool is_signed;
    Slot coord[4];
    Slot reg[4];
} TexOp;

static const int dimensions[] = {1, 2, 3, 1, 2, 2};

// ---- coordinates of a lane

static float coordinate(const Warp *w, const TexOp *op, int i, int l) {
    const Lanes *r = unit(w, op->coord[i]);
    return op->whole ? (float)r->s32[l] : r->f32[l];
}

// The face of a cube and the place in it: of +x, -x, +y, -y, +z, -z.
static int cube_face(float x, float y, float z, float *s, float *t) {
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z), sc, tc, most;
    int face;

    if (ax >= ay && ax >= az) {
        face = x < 0, most = ax;
        sc = x < 0 ? z : -z, tc = -y;
    } else if (ay >= az) {
        face = 2 + (y < 0), most = ay;
        sc = x, tc = y < 0 ? -z : z;
    } else {
        face = 4 + (z < 0), most = az;
        sc = z < 0 ? -x : x, tc = -y;
    }
    *s = (sc / most + 1) / 2;
    *t = (tc / most + 1) / 2;
    return face;
}

static Lookup lookup_of(const Warp *w, const TexOp *op, const TexRecord *t,
                        int l, bool linear) {
    const TexImage *im = &t->image;
    bool layered = op->geo == GEO_A1D || op->geo == GEO_A2D;
    Lookup k = {.x = {0, 0, 0}, .y = {0, 0, 0}, .z = {0, 0, 0}};
    const int *mode = t->how.address;
    bool normal = t->how.normalised;
    float c[3] = {0};
    int dims = dimensions[op->geo];

    if (layered) {
        int64_t layer = (int64_t)unit(w, op->coord[0])->u32[l];
        k.z.i = k.z.j =
            layer < (int64_t)im->depth ? layer : (int64_t)im->depth - 1;
    }
    if (op->whole) {
        Weighted *to[] = {&k.x, &k.y, &k.z};
        uint64_t size[] = {im->width, im->height, im->depth};
        bool flat = t->resource.type == RESOURCE_LINEAR;
        for (int i = 0; i < dims; i++)
            *to[i] = tex_exactly(unit(w, op->coord[i + layered])->s32[l],
                                 (int64_t)size[i], (TexAddress)mode[i], flat);
        return k;
    }
    for (int i = 0; i < dims + (op->geo == GEO_CUBE); i++)
        c[i] = coordinate(w, op, i + layered, l);
    if (op->geo == GEO_CUBE) {
        int face = cube_face(c[0], c[1], c[2], &c[0], &c[1]);
        k.z.i = k.z.j = face < (int)im->depth ? face : (int)im->depth - 1;
        normal = true;
    }
    bool cube = op->geo == GEO_CUBE;
    k.x = tex_texels(c[0], (int64_t)im->width,
                     cube ? TEX_CLAMP : (TexAddress)mode[0], normal, linear);
    // A line is a plane of one row, seen from its edge: an H200 mixes the rows
    // above and at 0 in equal parts, which shows where the one above is the
    // border.
    if (dims == 1 && linear && op->geo == GEO_1D && mode[1] == TEX_BORDER)
        k.y = (Weighted){-1, 0, 0.5f};
    if (dims > 1)
        k.y =
            tex_texels(c[1], (int64_t)im->height,
                       cube ? TEX_CLAMP : (TexAddress)mode[1], normal, linear);
    if (dims > 2)
        k.z = tex_texels(c[2], (int64_t)im->depth, (TexAddress)mode[2], normal,
                         linear);
    return k;
}

// ---- handles and memory

// The lanes of `left` that use the handle of the lowest of them; its record, or
// NULL: trapped.
static TexRecord *take_handle(Warp *w, const Insn *in, uint32_t left,
                              TexKind kind, uint32_t *lanes) {
    const TexOp *op = in->ptr;
    const Mem *m = w->block->launch->memory.mem;
    const uint64_t *h = unit64(w, op->mem.base)->u64;
    uint64_t handle = h[__builtin_ctz(left)];

    *lanes = 0;
    for (uint32_t k = left; k; k &= k - 1)
        if (h[__builtin_ctz(k)] == handle) *lanes |= k & -k;
    TexRecord *t = tex_find(m, handle, kind);
    const char *what = kind == TEX_TEXTURE ? "texture" : "surface";
    if (!t) {
        warp_trap_text(w, in, SIM_TRAP_AFTER_FREE, *lanes,
                       "0x%llx is no %s object, or none any more",
                       (unsigned long long)handle, what);
        return NULL;
    }
    const Alloc *a = mem_find(m, t->image.at);
    if (a && t->image.at + t->image.slice * t->image.depth <= a->hi) return t;
    if (a && t->resource.type != RESOURCE_ARRAY) { // the last row may be short
        const TexImage *im = &t->image;
        uint64_t used = (im->height - 1) * im->pitch + im->width * im->texel;
        if (im->at + used <= a->hi) return t;
    }
    warp_trap_text(w, in, SIM_TRAP_AFTER_FREE, *lanes,
                   "the memory of the %s was freed", what);
    return NULL;
}

// Checks and counts an access that lies inside an image.
static bool count(Warp *w, const Insn *in, Access *a, AccessKind kind) {
    if (!a->lanes) return true;
    access_classify(a);
    if (!memop_check_global(w, in, a)) return false;
    observe_global(w, in, a, kind);
    return true;
}

// Of each lane the texel that its filter begins with: the request that is
// counted.
static bool count_texels(Warp *w, const Insn *in, const TexRecord *t,
                         const Lookup *k, uint32_t lanes) {
    const TexImage *im = &t->image;
    Access a = {.lanes = 0, .bytes = im->texel};

    for (uint32_t m = lanes; m; m &= m - 1) {
        int l = __builtin_ctz(m);
        if (k[l].x.i < 0 || k[l].y.i < 0 || k[l].z.i < 0) continue;
        a.lanes |= 1u << l;
        a.at[l] = im->at + (uint64_t)k[l].z.i * im->slice +
                  (uint64_t)k[l].y.i * im->pitch +
                  (uint64_t)k[l].x.i * im->texel;
    }
    return count(w, in, &a, ACCESS_LOAD);
}

static void tex_give(Warp *w, const TexOp *op, int r, int l, uint64_t v) {
    if (op->result_bits == 64)
        unit64(w, op->reg[r])->u64[l] = v;
    else
        unit(w, op->reg[r])->u32[l] =
            op->result_bits == 16 ? (uint16_t)v : (uint32_t)v;
}

// ---- tex, tld4

static Texel fetch(const TexOp *op, const TexRecord *t, const uint8_t *base,
                   const Lookup *k, bool linear) {
    Texel v;

    if (op->component >= 0) { // the texels around, from below left
        const int64_t x[] = {k->x.i, k->x.j, k->x.j, k->x.i};
        const int64_t y[] = {k->y.j, k->y.j, k->y.i, k->y.i};
        for (int i = 0; i < 4; i++)
            v.u[i] = tex_read(t, base, x[i], y[i], k->z.i).u[op->component];
        return v;
    }
    if (!linear || op->whole) return tex_read(t, base, k->x.i, k->y.i, k->z.i);
    if (dimensions[op->geo] == 3) return tex_filtered(t, base, k, 3);
    Lookup flat = *k; // the layer is no dimension of the filter
    return tex_filtered(t, base, &flat, k->y.a > 0 ? 2 : dimensions[op->geo]);
}

static const Insn *exec_tex(Warp *w, const Insn *in) {
    const TexOp *op = in->ptr;
    const Mem *m = w->block->launch->memory.mem;
    Lookup k[WARP_SIZE];
    Texel v[WARP_SIZE];
    uint32_t lanes;

    for (uint32_t left = w->active; left; left &= ~lanes) {
        TexRecord *t = take_handle(w, in, left, TEX_TEXTURE, &lanes);
        if (!t) return NULL;
        bool linear = t->how.filter == 1;
        const uint8_t *base = mem_bytes(m, t->image.at);
        for (uint32_t n = lanes; n; n &= n - 1) {
            int l = __builtin_ctz(n);
            k[l] = lookup_of(w, op, t, l, linear || op->component >= 0);
        }
        if (!count_texels(w, in, t, k, lanes)) return NULL;
        for (uint32_t n = lanes; n; n &= n - 1) {
            int l = __builtin_ctz(n);
            v[l] = fetch(op, t, base, &k[l], linear);
        }
    }
    for (uint32_t n = w->active; n; n &= n - 1) {
        int l = __builtin_ctz(n);
        for (int r = 0; r < op->nresult; r++)
            tex_give(w, op, r, l, v[l].u[r]);
    }
    if (in->dst2 != SLOT_NONE) w->p[in->dst2] |= w->active; // it is resident
    site_count(w, in)->texture_fetches +=
        (uint64_t)__builtin_popcount(w->active);
    return in + 1;
}

static const Insn *exec_txq(Warp *w, const Insn *in) {
    const TexOp *op = in->ptr;
    uint32_t lanes;

    for (uint32_t left = w->active; left; left &= ~lanes) {
        TexRecord *t = take_handle(w, in, left, TEX_TEXTURE, &lanes);
        if (!t) return NULL;
        const uint64_t sizes[] = {t->image.width, t->image.height,
                                  t->image.depth};
        for (uint32_t n = lanes; n; n &= n - 1)
            tex_give(w, op, 0, __builtin_ctz(n), sizes[op->component]);
    }
    return in + 1;
}

// ---- suld, sust

// Coordinate v of n as the instruction has it; false if it is beyond.
static bool within(int64_t *v, int64_t n, Beyond how) {
    if (*v >= 0 && *v < n) return true;
    if (how != BEYOND_CLAMP) return false;
    *v = *v < 0 ? 0 : n - 1;
    return true;
}

// Fills a with the addresses of the lanes that are inside; the others are in
// *outside. False: trapped.
static bool place(Warp *w, const Insn *in, const TexRecord *t, uint32_t lanes,
                  Access *a, uint32_t *outside) {
    const TexOp *op = in->ptr;
    const TexImage *im = &t->image;
    bool layered = op->geo == GEO_A1D || op->geo == GEO_A2D;
    int dims = dimensions[op->geo];
    int64_t unit_bytes = op->bytes * op->nresult;

    *a = (Access){.lanes = 0, .bytes = (uint32_t)unit_bytes};
    *outside = 0;
    for (uint32_t n = lanes; n; n &= n - 1) {
        int l = __builtin_ctz(n);
        int64_t c[4] = {0};
        for (int i = 0; i < dims + layered; i++)
            c[i] = unit(w, op->coord[i])->s32[l];
        int64_t z = layered ? c[0] : dims > 2 ? c[2] : 0;
        int64_t x = c[layered], y = dims > 1 ? c[layered + 1] : 0;
        if (x % unit_bytes) {
            warp_trap(w, in, SIM_TRAP_MISALIGNED, n & -n, im->at + (uint64_t)x,
                      op->mem.access, a->bytes);
            return false;
        }
        int64_t ux = x / unit_bytes;
        int64_t wide = (int64_t)(im->width * im->texel) / unit_bytes;
        bool ok = within(&ux, wide, op->beyond) &&
                  within(&y, (int64_t)im->height, op->beyond) &&
                  within(&z, (int64_t)im->depth, op->beyond);
        if (!ok) {
            *outside |= n & -n;
            continue;
        }
        a->lanes |= n & -n;
        a->at[l] = im->at + (uint64_t)z * im->slice + (uint64_t)y * im->pitch +
                   (uint64_t)(ux * unit_bytes);
    }
    if (!*outside || op->beyond != BEYOND_TRAP) return true;
    int l = __builtin_ctz(*outside), x = unit(w, op->coord[layered])->s32[l],
        y = dims > 1 ? unit(w, op->coord[layered + 1])->s32[l] : 0;
    warp_trap_text(
        w, in, SIM_TRAP_OUT_OF_BOUNDS, *outside,
        "byte %d of row %d is outside a surface of %llu rows of %llu "
        "bytes",
        x, y, (unsigned long long)im->height,
        (unsigned long long)(im->width * im->texel));
    return false;
}

static uint64_t tex_take(const Warp *w, const TexOp *op, int r, int l) {
    if (op->result_bits == 64) return unit64(w, op->reg[r])->u64[l];
    return unit(w, op->reg[r])->u32[l];
}

static const Insn *exec_suld(Warp *w, const Insn *in) {
    const TexOp *op = in->ptr;
    const Mem *m = w->block->launch->memory.mem;
    uint32_t lanes, outside;
    uint64_t v[4][WARP_SIZE];
    Access a;

    memset(v, 0, sizeof v);
    for (uint32_t left = w->active; left; left &= ~lanes) {
        TexRecord *t = take_handle(w, in, left, TEX_SURFACE, &lanes);
        if (!t || !place(w, in, t, lanes, &a, &outside)) return NULL;
        if (!count(w, in, &a, ACCESS_LOAD)) return NULL;
        for (uint32_t n = a.lanes; n; n &= n - 1) {
            int l = __builtin_ctz(n);
            const uint8_t *p = mem_bytes(m, a.at[l]);
            for (int r = 0; r < op->nresult; r++)
                memcpy(&v[r][l], p + r * op->bytes, op->bytes);
        }
    }
    for (uint32_t n = w->active; n; n &= n - 1)
        for (int r = 0; r < op->nresult; r++)
            tex_give(w, op, r, __builtin_ctz(n), v[r][__builtin_ctz(n)]);
    return in + 1;
}

static const Insn *exec_sust(Warp *w, const Insn *in) {
    const TexOp *op = in->ptr;
    const Mem *m = w->block->launch->memory.mem;
    uint32_t lanes, outside;
    Access a;

    w->block->progress++;
    for (uint32_t left = w->active; left; left &= ~lanes) {
        TexRecord *t = take_handle(w, in, left, TEX_SURFACE, &lanes);
        if (!t || !place(w, in, t, lanes, &a, &outside)) return NULL;
        if (!count(w, in, &a, ACCESS_STORE)) return NULL;
        for (uint32_t n = a.lanes; n; n &= n - 1) {
            int l = __builtin_ctz(n);
            uint8_t *p = mem_bytes(m, a.at[l]);
            for (int r = 0; r < op->nresult; r++) {
                uint64_t v = tex_take(w, op, r, l);
                memcpy(p + r * op->bytes, &v, op->bytes);
            }
        }
    }
    return in + 1;
}

// ---- sured: as red, in a surface

static uint64_t reduced(const TexOp *op, uint64_t old, uint64_t v) {
    int gap = 64 - 8 * op->bytes;
    int64_t a = (int64_t)(old << gap), b = (int64_t)(v << gap);
    bool less = op->is_signed ? a < b : (uint64_t)a < (uint64_t)b;
    switch (op->reduce) {
    case MOD_ADD: return old + v;
    case MOD_AND: return old & v;
    case MOD_OR: return old | v;
    case MOD_MIN: return less ? old : v;
    default: return less ? v : old;
    }
}

static const Insn *exec_sured(Warp *w, const Insn *in) {
    const TexOp *op = in->ptr;
    uint32_t lanes, outside;
    Access a;

    w->block->progress++;
    for (uint32_t left = w->active; left; left &= ~lanes) {
        TexRecord *t = take_handle(w, in, left, TEX_SURFACE, &lanes);
        if (!t || !place(w, in, t, lanes, &a, &outside)) return NULL;
        if (!a.lanes) continue;
        access_classify(&a);
        // Atomic: no race, whatever the checks would make of plain stores.
        if (!memop_check_global(w, in, &a)) return NULL;
        site_count(w, in)->atomics += (uint64_t)a.n;
        for (uint32_t n = a.lanes; n; n &= n - 1) {
            int l = __builtin_ctz(n);
            uint8_t *p = mem_bytes(w->block->launch->memory.mem, a.at[l]);
            uint64_t old = 0;
            memcpy(&old, p, op->bytes);
            old = reduced(op, old, tex_take(w, op, 0, l));
            memcpy(p, &old, op->bytes);
        }
    }
    return in + 1;
}

// ---- decoding

static bool geometry(const Stmt *s, Geometry *g) {
    static const Mod mods[] = {
        [GEO_1D] = MOD_1D,   [GEO_2D] = MOD_2D,   [GEO_3D] = MOD_3D,
        [GEO_A1D] = MOD_A1D, [GEO_A2D] = MOD_A2D, [GEO_CUBE] = MOD_CUBE,
    };
    for (size_t i = 0; i < COUNT_OF(mods); i++)
        if (stmt_has(s, mods[i])) {
            *g = (Geometry)i;
            return true;
        }
    return false;
}

// [handle, {coordinates}]
static bool bind_place(Decoder *d, const Stmt *s, const Operand *o, Insn *in,
                       TexOp *op) {
    if (o->kind != OPND_ADDR || !o->sym || o->sym->kind != SYM_REG)
        return decoder_refuse(d, "a texture reference: pass a texture object");
    memop_init(d, s, o, SPACE_GLOBAL, in, &op->mem);
    op->mem.access = s->op == OP_SUST ? "write" : "read";
    if (type_bits(o->sym->type) != 64 || op->mem.offset)
        return decoder_refuse(d, "a handle of this kind");
    if (s->op == OP_TXQ) return true;
    if (o->n != 1) return decoder_refuse(d, "coordinates of this kind");
    const Operand *c = o->at;
    const Operand *at = c->kind == OPND_VEC ? c->at : c;
    int n = c->kind == OPND_VEC ? c->n : 1;
    int want = dimensions[op->geo] + (op->geo >= GEO_A1D);
    if (n < want || n > 4) return decoder_refuse(d, "%d coordinates", n);
    for (int i = 0; i < want; i++)
        op->coord[i] = src(d, &at[i], 32);
    return true;
}

static bool bind_result(Decoder *d, const Operand *o, TexOp *op, bool is_dst) {
    const Operand *at = o->kind == OPND_VEC ? o->at : o;
    int n = o->kind == OPND_VEC ? o->n : 1;

    if (n != op->nresult) return decoder_refuse(d, "%d results", n);
    for (int r = 0; r < n; r++)
        op->reg[r] = is_dst ? dst(d, &at[r], op->result_bits)
                            : src(d, &at[r], op->result_bits);
    return true;
}

static bool select_texture(Decoder *d, const Stmt *s, Insn *in, TexOp *op) {
    if (s->ntypes != 2 || s->nopnds < 2 || type_bits(s->types[0]) != 32 ||
        s->types[0] == TYPE_F16X2)
        return decoder_refuse(d, "a texture fetch of this type");
    op->whole = s->types[1] == TYPE_S32;
    if (!op->whole && s->types[1] != TYPE_F32) return false;
    op->nresult = stmt_has(s, MOD_V4) ? 4 : stmt_has(s, MOD_V2) ? 2 : 1;
    op->result_bits = 32;
    if (s->op == OP_TLD4) {
        op->component = stmt_has(s, MOD_TEX_G)    ? 1
                        : stmt_has(s, MOD_FRAG_B) ? 2
                        : stmt_has(s, MOD_FRAG_A) ? 3
                                                  : 0;
        if (op->whole || op->geo != GEO_2D)
            return decoder_refuse(d, "a gather of this shape");
    }
    // Without mipmaps (cudart_texture.c) there is one level.
    STMT_ACCEPT(s, MOD_LEVEL, MOD_BASE, MOD_GRAD, MOD_R);
    in->fn = exec_tex;
    in->dst2 = pipe_dst(d, &s->opnd[0]);
    return bind_place(d, s, &s->opnd[1], in, op) &&
           bind_result(d, &s->opnd[0], op, true);
}

static bool select_query(Decoder *d, const Stmt *s, Insn *in, TexOp *op) {
    op->component = stmt_has(s, MOD_WIDTH)    ? 0
                    : stmt_has(s, MOD_HEIGHT) ? 1
                    : stmt_has(s, MOD_DEPTH)  ? 2
                                              : -1;
    if (op->component < 0 || s->nopnds != 2)
        return decoder_refuse(d, "this property of a texture");
    op->nresult = 1;
    op->result_bits = 32;
    in->fn = exec_txq;
    return bind_place(d, s, &s->opnd[1], in, op) &&
           bind_result(d, &s->opnd[0], op, true);
}

static bool select_surface(Decoder *d, const Stmt *s, Insn *in, TexOp *op) {
    bool is_load = s->op == OP_SULD;
    int bits = s->ntypes == 1 ? type_bits(s->types[0]) : 0;

    if (!stmt_has(s, MOD_FRAG_B) || s->nopnds != 2 || bits < 8 || bits > 64 ||
        op->geo == GEO_CUBE)
        return decoder_refuse(d, "a surface access of this kind");
    op->nresult = stmt_has(s, MOD_V4) ? 4 : stmt_has(s, MOD_V2) ? 2 : 1;
    op->bytes = (uint8_t)(bits / 8);
    if (op->bytes * op->nresult > 16)
        return decoder_refuse(d, "a surface access of this size");
    op->result_bits = (uint8_t)max_of(bits, 16);
    op->beyond = stmt_has(s, MOD_CLAMP)  ? BEYOND_CLAMP
                 : stmt_has(s, MOD_ZERO) ? BEYOND_ZERO
                                         : BEYOND_TRAP;
    STMT_ACCEPT(s, MOD_TRAP);
    in->fn = is_load ? exec_suld : exec_sust;
    return bind_place(d, s, &s->opnd[is_load ? 1 : 0], in, op) &&
           bind_result(d, &s->opnd[is_load ? 0 : 1], op, is_load);
}

// sured.b.op.geometry.type.clamp [surface, {bytes, row ..}], v;
static bool select_reduction(Decoder *d, const Stmt *s, Insn *in, TexOp *op) {
    static const Mod mods[] = {MOD_ADD, MOD_MIN, MOD_MAX, MOD_AND, MOD_OR};
    op->reduce = MOD_COUNT;
    for (size_t i = 0; i < COUNT_OF(mods); i++)
        if (stmt_has(s, mods[i])) op->reduce = mods[i];
    if (op->reduce == MOD_COUNT || s->ntypes != 1)
        return decoder_refuse(d, "this reduction of a surface");
    op->is_signed = type_is_signed(s->types[0]);
    bool ok = select_surface(d, s, in, op) && op->nresult == 1 && op->bytes > 2;
    in->fn = exec_sured;
    return ok || decoder_refuse(d, "this reduction of a surface");
}

bool select_tex(Decoder *d, const Stmt *s, Insn *in) {
    TexOp *op = decoder_alloc(d, sizeof *op);

    op->component = -1;
    if (s->op == OP_TXQ) return select_query(d, s, in, op);
    if (!geometry(s, &op->geo))
        return decoder_refuse(d, "a texture or surface of this shape");
    if (s->op == OP_SURED) return select_reduction(d, s, in, op);
    if (s->op == OP_SULD || s->op == OP_SUST)
        return select_surface(d, s, in, op);
    return select_texture(d, s, in, op);
}
