// The time that calls cost the host, and streams between two pieces of work:
// spends.def, apart from the clock so that the model can be asked without one.
#include "sim/time/spends.h"

double spend_us(Spend c) {
    static const double spends[] = {
#define SPEND(id, us, what) us,
#include "sim/time/spends.def"
    };
    return spends[c];
}
