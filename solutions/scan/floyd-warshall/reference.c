// Each town in turn may be on the way. INT_MAX: no way.
#include <limits.h>
#include <stddef.h>

void reference(const int *length, const int *height, int *dist, int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int road = length[(size_t)i * n + j];
            dist[(size_t)i * n + j] = i == j     ? 0
                                      : road < 0 ? INT_MAX
                                                 : road + height[j] - height[i];
        }
    for (int q = 0; q < n; q++)
        for (int i = 0; i < n; i++) {
            int *to = dist + (size_t)i * n, *by = dist + (size_t)q * n;
            int first = to[q];
            if (first == INT_MAX) continue;
            for (int j = 0; j < n; j++) {
                int sum = by[j] == INT_MAX ? INT_MAX : first + by[j];
                to[j] = sum < to[j] ? sum : to[j];
            }
        }
}
