// How many blocks stand behind each other, each waiting for the flag of the one
// before.
//
//   block 0   work  flag
//   block 1   work       spin flag            1 hop
//   block 2   work            spin flag       2 hops
//
// A hop takes its time whatever else the chip does meanwhile: the flag has to
// get to L2, and who looks at it has to ask there. Here blocks run one after
// the other and find all flags raised, so what counts is not whether a block
// waited but whose flag it has seen: it has made one hop more than the block
// that raised it.
//
// A block may write a word again before anybody has looked, with the same
// message in a better form (a look-back's sum, then its prefix): a block that
// waits for it waits for the first write. A word that several blocks add to (a
// barrier of the grid) is complete with the last of them.
#ifndef SIM_FLAG_CHAIN_H
#define SIM_FLAG_CHAIN_H

#include "sim/mem/sectors.h"

typedef struct Insn Insn;
typedef struct Warp Warp;
typedef struct Launch Launch;

typedef struct FlagChain FlagChain;

// Gives la->cycles.flags room, of its arena, if blocks wait for each other by
// spinning (spin.c).
void flag_chain_init(Launch *la);
// A request to global memory of a launch with la->cycles.flags.
void flag_chain_access(Warp *w, const Insn *in, const Access *a, AccessKind k);

#endif
