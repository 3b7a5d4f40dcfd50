#include <math.h>

enum { MOST = 8 };

static double u_of(unsigned int h) {
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return (h ^ (h >> 16)) / 4294967296.0;
}

// The columns of the k largest, in falling order.
static void best_of(const float *row, int cols, int k, int *place) {
    int have = 0;
    for (int c = 0; c < cols; c++) {
        if (have == k && !(row[c] > row[place[k - 1]])) continue;
        int i = have < k ? have++ : k - 1;
        for (; i > 0 && row[c] > row[place[i - 1]]; i--)
            place[i] = place[i - 1];
        place[i] = c;
    }
}

void reference_at(const float *logits, const unsigned int *seeds, int *tokens,
                  int rows, int cols, int k, float p, float temperature,
                  long long at) {
    (void)rows;
    const float *row = logits + at * cols;
    int place[MOST];
    best_of(row, cols, k, place);
    tokens[at] = place[0];
    if (temperature == 0) return;

    double weight[MOST], all = 0, kept = 0, sum = 0;
    for (int i = 0; i < k; i++) {
        weight[i] = exp(((double)row[place[i]] - row[place[0]]) / temperature);
        all += weight[i];
    }
    int n = 0;
    do
        kept += weight[n++];
    while (n < k && kept < (double)p * all);
    for (int i = 0; i < n; i++) {
        sum += weight[i];
        tokens[at] = place[i];
        if (sum > u_of(seeds[at]) * kept) return;
    }
}

void reference(const float *logits, const unsigned int *seeds, int *tokens,
               int rows, int cols, int k, float p, float temperature) {
    for (int r = 0; r < rows; r++)
        reference_at(logits, seeds, tokens, rows, cols, k, p, temperature, r);
}
