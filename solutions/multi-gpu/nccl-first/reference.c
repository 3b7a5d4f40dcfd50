#include <stddef.h>

void reference(const int *data, int *sums, int *gathered, int *shifted,
               int ranks, int n, int type, int *facts) {
    (void)type;
    for (int r = 0; r < ranks; r++) {
        int *all = gathered + (size_t)r * ranks * n, at = 0;
        for (int i = 0; i < ranks * n; i++)
            all[i] = -1;
        for (int s = 0; s < ranks; s++)
            for (int i = 0; i < (s % 2 ? n : n / 2); i++)
                all[at++] = data[(size_t)s * n + i];
        for (int i = 0; i < n; i++) {
            int sum = 0;
            for (int s = 0; s < ranks; s++)
                sum += data[(size_t)s * n + i];
            sums[(size_t)r * n + i] = sum;
            shifted[(size_t)((r + 1) % ranks) * n + i] =
                data[(size_t)r * n + i];
        }
    }
    facts[0] = facts[1] = facts[2] = 1;
}
