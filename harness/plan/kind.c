// Kinds of exercise: one table, expanded from kinds.def.
#include "plan/kind.h"

#include <string.h>

typedef struct KindInfo {
    const char *name;
    bool is_checked;
    Proof proof;
} KindInfo;

static const KindInfo kinds[KIND_COUNT] = {
#define KIND(id, name, now, proof) [KIND_##id] = {name, now, PROOF_##proof},
#include "plan/kinds.def"
};

const char *kind_name(Kind k) {
    return kinds[k].name;
}

bool kind_is_checked(Kind k) {
    return kinds[k].is_checked;
}

Proof kind_proof(Kind k) {
    return kinds[k].proof;
}

const char *proof_name(Proof p) {
    static const char *const names[PROOF_COUNT] = {
        [PROOF_NONE] = "nothing",      [PROOF_PLANNED] = "announced",
        [PROOF_ATTESTED] = "attested", [PROOF_SHOWN] = "shown",
        [PROOF_ANSWERED] = "answered", [PROOF_RUN] = "run",
    };
    return names[p];
}

Kind kind_find(const char *name) {
    int k = 0;
    while (k < KIND_COUNT && strcmp(kinds[k].name, name) != 0)
        k++;
    return (Kind)k;
}
