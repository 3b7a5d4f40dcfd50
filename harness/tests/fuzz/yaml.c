// Fuzzing the author's side: any bytes as an exercise.yaml.
//
// Not part of make test. Build and run, for a minute, from the root:
//
//   clang -std=gnu17 -D_GNU_SOURCE -g -O1 -fsanitize=fuzzer,address,undefined
//       -DKATA_STRESS -Iharness harness/tests/fuzz/yaml.c harness/base/*.c
//       harness/plan/*.c -lyaml -lmd -lm -o .build/fuzz-yaml
//   .build/fuzz-yaml -max_total_time=60 -max_len=4000
//       -dict=harness/tests/fuzz/yaml.dict .build/corpus
//
// with a few exercise.yaml copied into .build/corpus to start from.
#include "plan/parts.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char path[] = "exercises/topic/id/exercise.yaml";
    Arena a = {0};
    Err err = {0};
    // A copy without a NUL behind it: reading past the end is seen.
    char *text = malloc(size ? size : 1);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)data[i];

    Node *root = yaml_parse(&a, path, text, size, &err);
    Exercise *ex = root ? exercise_parse(&a, path, root, &err) : NULL;

    // Every refusal has a reason, a place and advice.
    if (!ex && err_count(&err) == 0) abort();
    for (const Err *e = &err; e && e->kind != ERR_NONE; e = e->next)
        if (!e->msg[0] || !e->hint[0] || e->loc.line < 1) abort();

    err_clear(&err);
    arena_reset(&a);
    free(text);
    return 0;
}
