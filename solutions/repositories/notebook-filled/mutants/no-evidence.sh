# rejected by: case file insights/memory-coalescing.md: uncited (no attempt is cited)
sed -i "s/\[attempt 3: [^]]*\]/My coalescing/" insights/memory-coalescing.md
