# rejected by: case test drawn: failed (twelve inputs, each of them looked at again and again)
sed -i 's|draw_elements(x, n, k % 5);|state = (uint64_t)seed + (uint64_t)(k % 12), n = k % 12 < 3 ? k % 12 : (int)(draw() * MOST), draw_elements(x, n, k % 12 % 5);|' properties.c
