// The time that calls cost the host, and streams between two pieces of work.
#ifndef SIM_SPENDS_H
#define SIM_SPENDS_H

typedef enum Spend {
#define SPEND(id, us, what) SPEND_##id,
#include "sim/time/spends.def"
    SPEND_COUNT,
} Spend;
// In us.
double spend_us(Spend c);

#endif
