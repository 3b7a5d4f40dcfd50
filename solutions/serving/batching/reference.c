#include <stdlib.h>

enum { END = 0, TOKENS = 61 };

static unsigned draw(unsigned *x) {
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

// One sequence alone, its cache in one piece: nobody else can matter.
static int complete(const int *prompt, int length, int most, int *answers) {
    unsigned sum = 0;
    int sent = 0, token = prompt[0];
    for (int position = 0;; position++) {
        unsigned entry = (unsigned)(token * 7919 + position);
        sum += entry * (2654435761u * (unsigned)(position + 1));
        int next = (int)((sum ^ sum >> 15) * 2246822519u >> 8) % TOKENS;
        if (position + 1 < length) {
            token = prompt[position + 1];
            continue;
        }
        answers[sent++] = token = next;
        if (next == END || sent == most) return sent;
    }
}

void reference(int n, int slots, int pages, int prompt, int most, int gap,
               int seed, int *answers, int *counts, int *facts) {
    unsigned x = (unsigned)seed;
    int *tokens = malloc((size_t)prompt * sizeof *tokens);
    (void)slots, (void)pages, (void)gap;
    for (int i = 0; i < n; i++) {
        int length = 1 + (int)(draw(&x) % (unsigned)prompt);
        unsigned few = 1 + (unsigned)most / 8;
        int may = draw(&x) % 4 == 0 ? most : 1 + (int)(draw(&x) % few);
        for (int k = 0; k < length; k++)
            tokens[k] = (int)(draw(&x) % TOKENS);
        for (int k = 0; k < most; k++)
            answers[i * most + k] = -1;
        counts[i] = complete(tokens, length, may, answers + i * most);
    }
    for (int i = 0; i < 5; i++)
        facts[i] = 1;
    free(tokens);
}
