#include "sim/access/flag_chain.h"

#include "sim/core/block.h"
#include "sim/core/launch.h"
#include "sim/decode/code.h"
#include "sim/decode/memop.h"
#include "sim/mem/shape.h"

enum { TABLE_LEAST = 256, WORD = 4 };

static const uint64_t several = UINT64_MAX, nobody = UINT64_MAX - 1; // blocks

// A word that others may wait for. Open addressing, by the number of the word.
typedef struct Flag {
    uint64_t word;  // plus 1; 0: nothing
    uint64_t block; // that has written it
    uint32_t hops;  // that lie behind what it says
    uint32_t round; // of a barrier of the grid: how often it was complete
    uint32_t last;  // hops of the round before
    bool seen;      // by another block, since it was written
} Flag;

struct FlagChain {
    Flag *at;
    uint32_t n, size;
};

void flag_chain_init(Launch *la) {
    // blocks side by side never wait for each other
    if (!la->code->spins || la->code->is_independent) return;
    la->cycles.flags = arena_new(&la->arena, FlagChain);
}

static Flag *hop_slot(const FlagChain *h, uint64_t word) {
    uint32_t i = (uint32_t)((word * 0x9e3779b97f4a7c15u) >> 32);
    for (;; i++) {
        Flag *f = &h->at[i & (h->size - 1)];
        if (f->word == word + 1 || !f->word) return f;
    }
}

static void flag_chain_grow(Launch *la) {
    FlagChain *h = la->cycles.flags, old = *h;
    h->size = max_of(old.size * 2, (uint32_t)TABLE_LEAST);
    h->at = arena_array(&la->arena, Flag, h->size);
    for (uint32_t i = 0; i < old.size; i++)
        if (old.at[i].word) *hop_slot(h, old.at[i].word - 1) = old.at[i];
}

static void look(Block *b, uint64_t word) {
    const FlagChain *h = b->launch->cycles.flags;
    Flag *f = h->n ? hop_slot(h, word) : NULL;
    if (!f || !f->word || f->block == b->linear) return;
    f->seen = true;
    struct Arrival *mine = &b->arrival;
    bool is_mine = mine->word == f->word;
    mine->looked |= is_mine;
    // others may have come to the next round by now
    bool is_over = is_mine && mine->round != f->round;
    b->hops = max_of(b->hops, (is_over ? f->last : f->hops) + 1);
}

static Flag *flag_of(Launch *la, uint64_t word) {
    FlagChain *h = la->cycles.flags;
    if (h->n * 2 >= h->size) flag_chain_grow(la);
    Flag *f = hop_slot(h, word);
    if (f->word) return f;
    *f = (Flag){.word = word + 1, .block = nobody};
    h->n++;
    return f;
}

static void store(const Block *b, Flag *f) {
    if (f->block == b->linear && !f->seen) return;
    f->block = b->linear;
    f->hops = b->hops;
    f->seen = false;
}

// A block that has looked since it added last adds to the next round.
static void arrival_add(Block *b, Flag *f) {
    struct Arrival *mine = &b->arrival;
    if (mine->word == f->word && mine->looked && mine->round == f->round) {
        f->last = f->hops;
        f->round++;
    }
    f->block =
        f->block == nobody || f->block == b->linear ? b->linear : several;
    f->hops = max_of(f->hops, b->hops);
    f->seen = false;
    *mine = (struct Arrival){.word = f->word, .round = f->round};
}

void flag_chain_access(Warp *w, const Insn *in, const Access *a, AccessKind k) {
    const MemOp *op = memop_of(in);
    Block *b = w->block;

    // A weak store by one lane may be a flag behind a fence; by many it is
    // data.
    if (k == ACCESS_LOAD ? !op->spins : op->order == ORDER_WEAK && a->n > 1)
        return;
    for (uint32_t m = a->lanes; m; m &= m - 1) {
        uint64_t word = lane_address(a, __builtin_ctz(m)) / WORD;
        if (k == ACCESS_LOAD)
            look(b, word);
        else if (k == ACCESS_STORE)
            store(b, flag_of(b->launch, word));
        else
            arrival_add(b, flag_of(b->launch, word));
    }
    b->launch->cycles.most_hops = max_of(b->launch->cycles.most_hops, b->hops);
}
