// The engine's tokens against a pass over the whole text, without a cache.
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Weights w;
static float block[4096], keys[LENGTH * DIM], values[LENGTH * DIM];

// Keys and values of all positions first, then the last position: no step depends
// on what another step left behind.
static int next_of(const int *text, int n) {
    Engine e = {&w, block, keys, values, 0, 64, 128, 192, 512};
    for (int p = 0; p < n; p++) {
        float x[DIM];
        for (int i = 0; i < DIM; i++)
            x[i] = w.table[text[p]][i] + w.places[p][i];
        for (int i = 0; i < DIM; i++) {
            keys[p * DIM + i] = product(x, &w.qkv[0][DIM + i], DIM, 3 * DIM);
            values[p * DIM + i] = product(x, &w.qkv[0][2 * DIM + i], DIM, 3 * DIM);
        }
        memcpy(block, x, sizeof x);
        for (int i = 0; i < DIM; i++)
            block[64 + i] = product(x, &w.qkv[0][i], DIM, 3 * DIM);
    }
    for (int op = ATTEND; op < OPS; op++)
        for (int i = 0; i < outputs(op); i++)
            compute(&e, op, i, 0, n - 1);
    return best(block + e.logits);
}

int main(void) {
    make_weights(&w);
    srand(1);
    for (int k = 0; k < 20; k++) {
        char command[600] = "./engine generate 12 '";
        int text[80], n = 1 + rand() % 30;
        for (int i = 0; i < n; i++)
            sprintf(command + strlen(command), "%d ", text[i] = rand() % VOCAB);
        strcat(command, "'");
        FILE *f = popen(command, "r");
        for (int i = 0, got; i < 12; i++) {
            int want = next_of(text, n + i);
            if (fscanf(f, "%d", &got) != 1 || got != want)
                return printf("text %d, token %d: %d, not %d\n", k, i, got, want), 1;
            text[n + i] = want;
        }
        pclose(f);
    }
    puts("ok: 20 texts, 12 tokens each");
}
