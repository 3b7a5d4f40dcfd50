// The engine on the processor: engine generate COUNT PROMPT... | engine memory
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Weights weights;
static float block[4096], keys[LENGTH * DIM], values[LENGTH * DIM];

static int step(const Engine *e, int token, int pos) {
    for (int op = 0; op < OPS; op++)
        for (int i = 0; i < outputs(op); i++)
            compute(e, op, i, token, pos);
    return best(e->block + e->logits);
}

static void generate(const Engine *e, int count, char *prompt) {
    int pos = 0, next = 0;
    for (char *t = strtok(prompt, " "); t; t = strtok(NULL, " "))
        next = step(e, atoi(t) % VOCAB, pos++);
    for (int i = 0; i < count; i++) {
        printf("%d%c", next, i == count - 1 ? '\n' : ' ');
        if (i < count - 1 && pos < LENGTH) next = step(e, next, pos++);
    }
}

int main(int argc, char **argv) {
    Buffer b[BUFFERS];
    int size = plan(b);
    Engine e = {&weights, block, keys, values, 0, 0, 0, 0, 0};
    set_offsets(&e, b);
    make_weights(&weights);
    if (argc == 2 && !strcmp(argv[1], "memory")) {
        for (int i = 0; i < BUFFERS; i++)
            printf("%s %d %d %d %d\n", b[i].name, 4 * b[i].offset, 4 * b[i].floats,
                   b[i].from, b[i].until);
        printf("block %d\n", 4 * size);
    } else if (argc > 3 && !strcmp(argv[1], "generate")) {
        for (int i = 3; i < argc; i++)
            generate(&e, atoi(argv[2]), argv[i]);
    } else {
        return fprintf(stderr, "engine generate COUNT PROMPT... | engine memory\n"), 2;
    }
}
