// Modifiers of floating point as a set, and rounding in a direction.
#include "sim/exec/float.h"

unsigned float_mods(const Stmt *s) {
    unsigned m = 0;
    for (int i = 0; i < s->nmods; i++)
        switch (s->mods[i]) {
        case MOD_RN: m |= FM_RN; break;
        case MOD_RZ: m |= FM_RZ; break;
        case MOD_RM: m |= FM_RM; break;
        case MOD_RP: m |= FM_RP; break;
        case MOD_FTZ: m |= FM_FTZ; break;
        case MOD_SAT: m |= FM_SAT; break;
        case MOD_APPROX: m |= FM_APPROX; break;
        case MOD_FULL: m |= FM_FULL; break;
        case MOD_NAN_WINS: m |= FM_NAN; break;
        case MOD_RELU: m |= FM_RELU; break;
        default: m |= FM_UNKNOWN; break;
        }
    return m;
}

void round_call(unsigned mods, void (*fn)(void *), void *work) {
    int mode = mods & FM_RZ   ? FE_TOWARDZERO
               : mods & FM_RM ? FE_DOWNWARD
               : mods & FM_RP ? FE_UPWARD
                              : FE_TONEAREST;
    void (*volatile opaque)(void *) = fn;
    if (mode == FE_TONEAREST) {
        opaque(work);
        return;
    }
    int was = fegetround();
    fesetround(mode);
    opaque(work);
    fesetround(was);
}
