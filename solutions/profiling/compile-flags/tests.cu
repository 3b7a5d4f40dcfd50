// What a loader would choose, case by case, and the flags as text.
#include "kata_tests.h"

#include <string.h>

int pick_image(const int *cc, const int *is_ptx, int n, int device);
void gencode_flags(const int *cc, int n, char *text);

enum { SAME, FAMILY, LATER, NEWEST, NONE, ORDER, FLAGS, UNSORTED, REPEATED, EMPTY, FACTS };

static bool picks(const int *cc, const int *ptx, int n, int device, int want) {
    return pick_image(cc, ptx, n, device) == want;
}

static bool writes(const int *cc, int n, const char *want) {
    char text[600];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    gencode_flags(cc, n, text);
    return strcmp(text, want) == 0;
}

void loader(int scenario, int *facts);

void loader(int scenario, int *facts) {
    (void)scenario;
    const int two[] = {80, 90}, none[] = {0, 0, 0, 0, 0}, last[] = {0, 0, 1};
    const int three[] = {75, 80, 80}, family[] = {80, 86, 89, 90};
    const int ptxs[] = {70, 90, 80}, all[] = {1, 1, 1}, mixed[] = {1, 0};
    const int eighty[] = {80, 80}, newer[] = {80, 86}, second[] = {0, 1};
    facts[SAME] = picks(two, none, 2, 80, 0) && picks(two, none, 2, 90, 1);
    facts[FAMILY] = picks(family, none, 4, 87, 1) && picks(family, none, 4, 86, 1) &&
                    picks(family, none, 1, 89, 0) && picks(family + 1, none, 1, 80, -1);
    facts[LATER] = picks(three, last, 3, 90, 2) && picks(three, last, 3, 120, 2) &&
                   picks(three, last, 3, 75, 0);
    facts[NEWEST] = picks(ptxs, all, 3, 120, 1) && picks(ptxs, all, 3, 86, 2) &&
                    picks(ptxs, all, 3, 75, 0) && picks(ptxs, all, 3, 90, 1);
    facts[NONE] = picks(two, none, 2, 75, -1) && picks(two, none, 2, 100, -1) &&
                  picks(ptxs + 1, all, 1, 80, -1) && picks(two, none, 0, 90, -1);
    facts[ORDER] = picks(eighty, mixed, 2, 80, 1) && picks(eighty, mixed, 2, 86, 1) &&
                   picks(eighty, mixed, 2, 90, 0) && picks(newer, second, 2, 89, 0);
    const int one[] = {90}, rising[] = {75, 86}, any[] = {86, 90, 75}, twice[] = {80, 90, 80, 90};
    facts[FLAGS] =
        writes(one, 1, "-gencode arch=compute_90,code=sm_90 "
                       "-gencode arch=compute_90,code=compute_90") &&
        writes(rising, 2, "-gencode arch=compute_75,code=sm_75 "
                          "-gencode arch=compute_86,code=sm_86 "
                          "-gencode arch=compute_86,code=compute_86");
    facts[UNSORTED] =
        writes(any, 3, "-gencode arch=compute_75,code=sm_75 "
                       "-gencode arch=compute_86,code=sm_86 "
                       "-gencode arch=compute_90,code=sm_90 "
                       "-gencode arch=compute_90,code=compute_90");
    facts[REPEATED] =
        writes(twice, 4, "-gencode arch=compute_80,code=sm_80 "
                         "-gencode arch=compute_90,code=sm_90 "
                         "-gencode arch=compute_90,code=compute_90");
    facts[EMPTY] = writes(one, 0, "");
}
