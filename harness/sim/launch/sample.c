#include "sim/core/sample.h"

int sample_windows(uint64_t blocks, uint64_t wave,
                   SampleWindow at[SAMPLE_WINDOWS]) {
    uint64_t waves = (blocks + wave - 1) / wave;
    if (waves < SAMPLE_LEAST) return 0;
    double between = (double)(waves - 2) / SAMPLE_MIDDLE;
    at[0] = (SampleWindow){0, 0, wave, 1};
    for (int i = 0; i < SAMPLE_MIDDLE; i++) {
        uint64_t w = 1 + (uint64_t)((i + 0.5) * between);
        at[i + 1] =
            (SampleWindow){(w - 1) * wave, w * wave, (w + 1) * wave, between};
    }
    at[SAMPLE_WINDOWS - 1] =
        (SampleWindow){(waves - 2) * wave, (waves - 1) * wave, blocks, 1};
    return SAMPLE_WINDOWS;
}

double sample_part(const SampleWindow *at, int n, uint64_t blocks) {
    uint64_t ran = 0;
    for (int i = 0; i < n; i++)
        ran += at[i].hi - at[i].warm;
    return n ? (double)ran / (double)blocks : 1;
}
