// Launch shapes at their edges.
#include "scale.h"

#include <cstdio>

static int failed;

static void expect(int n, int want) {
    if (blocks_for(n, 256) == want) return;
    std::printf("blocks_for(%d) is %d, not %d\n", n, blocks_for(n, 256), want);
    failed = 1;
}

int main() {
    expect(0, 0);
    expect(1, 1);
    expect(256, 1);
    expect(257, 2);
    return failed;
}
