// Rounds of k-means in whole numbers, as the brief defines them.
#include <string.h>

static int nearest(const unsigned char *p, const unsigned char *centres,
                   int k) {
    int best = 0;
    long least = -1;
    for (int c = 0; c < k; c++) {
        long distance = 0;
        for (int i = 0; i < 4; i++) {
            long d = (long)p[i] - centres[4 * c + i];
            distance += d * d;
        }
        if (least < 0 || distance < least) {
            least = distance;
            best = c;
        }
    }
    return best;
}

void reference(const unsigned char *pixels, unsigned char *centres, int *labels,
               int *rounds, int n, int k, int most) {
    rounds[0] = 0;
    for (int has_moved = 1; has_moved && rounds[0] < most; rounds[0]++) {
        long long sum[256][4], count[256];
        memset(sum, 0, sizeof sum);
        memset(count, 0, sizeof count);
        for (int i = 0; i < n; i++) {
            const unsigned char *p = pixels + 4 * (size_t)i;
            int c = nearest(p, centres, k);
            count[c]++;
            for (int j = 0; j < 4; j++)
                sum[c][j] += p[j];
        }
        has_moved = 0;
        for (int c = 0; c < k; c++)
            for (int j = 0; j < 4 && count[c] > 0; j++) {
                int mean = (int)((sum[c][j] + count[c] / 2) / count[c]);
                has_moved |= mean != centres[4 * c + j];
                centres[4 * c + j] = (unsigned char)mean;
            }
    }
    for (int i = 0; i < n; i++)
        labels[i] = nearest(pixels + 4 * (size_t)i, centres, k);
}
