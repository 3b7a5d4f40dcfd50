// Decodes the memory access of a statement.
#include "sim/decode/memop.h"
#include "sim/decode/decoder.h"

Space memop_space(const Stmt *s) {
    static const struct {
        Mod mod;
        Space space;
    } row[] = {
        {MOD_GLOBAL, SPACE_GLOBAL},     {MOD_SHARED, SPACE_SHARED},
        {MOD_SHARED_CTA, SPACE_SHARED}, {MOD_SHARED_CLUSTER, SPACE_SHARED},
        {MOD_LOCAL, SPACE_LOCAL},       {MOD_CONST, SPACE_CONST},
        {MOD_PARAM, SPACE_PARAM},       {MOD_PARAM_ENTRY, SPACE_PARAM},
        {MOD_PARAM_FUNC, SPACE_PARAM},
    };
    for (size_t i = 0; i < COUNT_OF(row); i++)
        if (stmt_has(s, row[i].mod)) return row[i].space;
    return SPACE_GENERIC;
}

// .relaxed and above are coherent: L1 is not, unless the scope is the block.
static bool skips_l1(const Stmt *s) {
    bool coherent = stmt_has(s, MOD_VOLATILE) || stmt_has(s, MOD_RELAXED) ||
                    stmt_has(s, MOD_ACQUIRE) || stmt_has(s, MOD_MMIO);

    if (stmt_has(s, MOD_CG) || stmt_has(s, MOD_CV)) return true;
    return coherent && !stmt_has(s, MOD_CTA);
}

static MemOrder order_of(const Stmt *s) {
    bool acquires = stmt_has(s, MOD_ACQUIRE),
         releases = stmt_has(s, MOD_RELEASE);

    if (stmt_has(s, MOD_ACQ_REL) || (acquires && releases))
        return ORDER_ACQ_REL;
    if (acquires) return ORDER_ACQUIRE;
    if (releases) return ORDER_RELEASE;
    if (stmt_has(s, MOD_RELAXED) || stmt_has(s, MOD_MMIO)) return ORDER_RELAXED;
    return stmt_has(s, MOD_VOLATILE) ? ORDER_VOLATILE : ORDER_WEAK;
}

MemScope memop_scope(const Stmt *s) {
    if (stmt_has(s, MOD_CTA)) return SCOPE_BLOCK;
    if (stmt_has(s, MOD_CLUSTER)) return SCOPE_CLUSTER;
    return stmt_has(s, MOD_SYS) ? SCOPE_SYSTEM : SCOPE_DEVICE;
}

// .param is three things: the launch's parameters, a variable of the frame, or
// a register that holds an address of either.
static Space param_space(const Operand *o, MemOp *op) {
    const Sym *sym = o->sym;

    if (!sym) return SPACE_PARAM;
    if (sym->kind == SYM_VAR && !sym->is_entry_param) {
        op->in_frame = true;
        return SPACE_LOCAL;
    }
    if (sym->kind == SYM_REG && sym->func && !sym->func->is_entry)
        return SPACE_LOCAL;
    return SPACE_PARAM;
}

MemOp *memop_init(Decoder *d, const Stmt *s, const Operand *o, Space space,
                  Insn *in, MemOp *op) {
    const Sym *sym = o->sym;

    op->space = space;
    op->hi = UINT32_MAX;
    op->base = addr_base(d, o, &op->offset);
    if (sym && sym->kind == SYM_REG) op->base32 = type_bits(sym->type) <= 32;
    if (space == SPACE_LOCAL && sym && sym->kind == SYM_VAR)
        op->in_frame = true;
    if (space == SPACE_PARAM) op->space = param_space(o, op);
    op->in_cluster = stmt_has(s, MOD_SHARED_CLUSTER);
    op->at_l2 = skips_l1(s);
    STMT_ACCEPT(s, MOD_MMIO); // so that order_of need not ask
    op->read_only = stmt_has(s, MOD_NC);
    op->order = order_of(s);
    op->scope = memop_scope(s);
    in->ptr = op;
    in->site = decoder_site(d, s, space);
    return op;
}

bool memop_type(Decoder *d, const Stmt *s, MemOp *op, Insn *in) {
    Type t = s->ntypes ? s->types[0] : TYPE_NONE;
    int bits = type_bits(t);

    op->is_wide = bits == 128; // two of 64 bits, as a register of the kind is
    if (op->is_wide) bits = 64;
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        return decoder_refuse(d, "a memory access of type .%s", type_name(t));
    op->size = (uint8_t)(bits / 8);
    op->is_signed = type_is_signed(t);
    op->nreg = op->is_wide ? 2 : 1;
    if (op->is_wide && (stmt_has(s, MOD_V2) || stmt_has(s, MOD_V4)))
        return decoder_refuse(d, "a vector of 128-bit elements");
    if (stmt_has(s, MOD_V2)) op->nreg = 2;
    if (stmt_has(s, MOD_V4)) op->nreg = 4;
    if (stmt_has(s, MOD_V8)) op->nreg = 8; // of halves, atomics
    if (op->size * op->nreg > 16 ||
        (op->nreg == 8 && s->op != OP_ATOM && s->op != OP_RED))
        return decoder_refuse(d, "a memory access of 32 bytes per thread");
    op->bytes = (uint8_t)(op->size * op->nreg);
    in->bytes = op->size;
    in->vec = op->nreg;
    return true;
}

void memop_halves(Decoder *d, const Operand *o, bool is_dst, Slot out[2]) {
    out[0] = is_dst ? dst(d, o, 128) : src(d, o, 128);
    out[1] = out[0] + 2;
}
