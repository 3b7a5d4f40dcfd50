// Old exercises that are solved again from the stub, against the clock.
#ifndef PAPER_DRILL_H
#define PAPER_DRILL_H

#include "paper/paper.h"
#include "plan/paper.h"

// Draws n->draw of n->drill for a seed, in an order that the seed decides too.
// Returns their ids in the arena, NULL-terminated.
const char **drill_draw(Arena *a, const ProjectNeed *n, uint64_t seed);

// Judges by the record's drills of an exercise; one that is right is enough.
// Returns why not (of the newest), in the arena, and a word for it in *kind:
// "unknown", "not-begun", "new", "unsolved", "slow", "copied" or "helped".
// NULL: it was solved, and *said tells in which time.
const char *drill_judge(const PaperRequest *q, Arena *a, const ProjectNeed *n,
                        const char *exercise, const char **kind,
                        const char **said);

#endif
