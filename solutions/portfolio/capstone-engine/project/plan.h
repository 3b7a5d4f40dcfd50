// One block for all activations. A buffer lives from an operation to another
// one; buffers that never meet may lie in the same place.
#ifndef PLAN_H
#define PLAN_H

#include "engine.h"

typedef struct Buffer {
    const char *name;
    int floats, from, until, offset;
} Buffer;

enum { BUFFERS = 5 };

// The largest first: each at the lowest offset at which it meets nobody.
static inline int plan(Buffer *b) {
    const Buffer all[BUFFERS] = {{"hidden", HIDDEN, UP, DOWN, 0},
                                 {"logits", VOCAB, LOGITS, OPS, 0},
                                 {"x", DIM, EMBED, LOGITS, 0},
                                 {"query", DIM, QKV, ATTEND, 0},
                                 {"attended", DIM, ATTEND, MIX, 0}};
    int size = 0;
    for (int i = 0; i < BUFFERS; i++) {
        b[i] = all[i];
        for (int k = 0; k < i; k++) { // each collision moves it up; look again
            int meet = b[i].from <= b[k].until && b[k].from <= b[i].until;
            if (!meet || b[i].offset >= b[k].offset + b[k].floats ||
                b[k].offset >= b[i].offset + b[i].floats)
                continue;
            b[i].offset = b[k].offset + b[k].floats;
            k = -1;
        }
        int end = b[i].offset + b[i].floats;
        size = end > size ? end : size;
    }
    return size;
}

static inline void set_offsets(Engine *e, const Buffer *b) {
    e->hidden = b[0].offset, e->logits = b[1].offset, e->x = b[2].offset;
    e->query = b[3].offset, e->attended = b[4].offset;
}

#endif
