// Plans for networks of several shapes, and what is wrong with them.
#include "kata_tests.h"

typedef long long Bytes;

Bytes plan(const Bytes *bytes, const int *from, const int *until, int n,
           Bytes *offset);

enum { MOST = 200, STEPS = 128 };

static Bytes bytes[MOST], offset[MOST];
static int from[MOST], until[MOST], n;

static void add(Bytes size, int first, int last) {
    bytes[n] = size;
    from[n] = first;
    until[n++] = last;
}

static unsigned drawn;

static int random_below(int most) {
    drawn = drawn * 1664525u + 1013904223u;
    return (int)((drawn >> 8) % (unsigned)most);
}

static void make(int scenario) {
    const Bytes K = 1024;
    n = 0;
    drawn = 12345;
    switch (scenario) {
    case 1: add(1000, 3, 3); break;
    case 2:
        for (int i = 0; i < 50; i++)
            add(64 * K, i, i + 1);
        break;
    case 3: // x stays until the sum
        add(64 * K, 0, 4);
        for (int i = 0; i < 4; i++)
            add((i == 1 ? 256 : 64) * K, i + 1, i + 2);
        add(64 * K, 5, 6);
        break;
    case 4:
        for (int i = 0; i < 30; i++)
            add(1 + 777 * (i % 3), i, i + 1);
        break;
    case 5: // in the order of their births the large ones find no place below
        for (int i = 0; i < 8; i++) {
            add(32 * K, 2 * i, 2 * i);
            add(1 * K, 2 * i, 40);
        }
        for (int i = 0; i < 4; i++)
            add(256 * K, 16 + i, 16 + i);
        break;
    case 6:
        for (int i = 0; i < MOST; i++) {
            int first = random_below(100), size = 1 + random_below(64);
            add((Bytes)size * size * 300 + 1, first,
                first + random_below(i % 10 ? 4 : 25));
        }
        break;
    case 7:
        for (int i = 0; i < 5; i++) {
            add(0, i, i + 3);
            add(4 * K, i, i);
        }
        break;
    case 8: // an int ends at 2 GiB
        for (int i = 0; i < 6; i++)
            add(3 * K * K * K, i, i + 1);
        break;
    }
}

static Bytes rounded(Bytes size) {
    return (size + 255) / 256 * 256;
}

// The bytes that live at one step, at the most.
static Bytes least(void) {
    Bytes most = 0;
    for (int s = 0; s < STEPS; s++) {
        Bytes sum = 0;
        for (int i = 0; i < n; i++)
            if (from[i] <= s && s <= until[i]) sum += rounded(bytes[i]);
        if (sum > most) most = sum;
    }
    return most;
}

static bool overlap(int a, int b) {
    bool meet = from[a] <= until[b] && from[b] <= until[a];
    return meet && bytes[a] && bytes[b] && offset[a] < offset[b] + bytes[b] &&
           offset[b] < offset[a] + bytes[a];
}

void plan_cases(int scenario, int *facts);

void plan_cases(int scenario, int *facts) {
    make(scenario);
    for (int i = 0; i < MOST; i++)
        offset[i] = -1;
    Bytes told = plan(bytes, from, until, n, offset), end = 0;
    make(scenario); // whatever it did to its inputs
    facts[0] = facts[1] = 1;
    for (int i = 0; i < n; i++) {
        facts[1] &= offset[i] >= 0 && offset[i] % 256 == 0;
        if (bytes[i] && offset[i] + rounded(bytes[i]) > end)
            end = offset[i] + rounded(bytes[i]);
        for (int k = 0; k < i; k++)
            facts[0] &= !overlap(i, k);
    }
    facts[2] = told == end;
    facts[3] = 100 * end <= (scenario == 4 || scenario == 6 ? 120 : 100) * least();
}
