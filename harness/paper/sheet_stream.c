// The random numbers of a sheet.
#include "base/hash.h"
#include "paper/sheet.h"

#include <string.h>

// The stream of one question: by the sheet's seed and the question's name.
void sheet_stream(Rng *rng, uint64_t seed, const char *key) {
    char hex[HASH_HEX];
    uint64_t own = 0;
    hash_of(key, strlen(key), hex);
    for (int i = 0; i < 16; i++)
        own = own << 4 |
              (uint64_t)(hex[i] <= '9' ? hex[i] - '0' : hex[i] - 'a' + 10);
    rng_seed(rng, seed ^ own);
}
