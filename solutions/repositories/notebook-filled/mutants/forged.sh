# rejected by: case file insights/memory-coalescing.md: unknown (an attempt that never was)
sed -i "s/\[attempt 3: [^]]*\]/[attempt 999: nothing 1 us]/" insights/memory-coalescing.md
