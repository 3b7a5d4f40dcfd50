# rejected by: case file insights/memory-coalescing.md: missing-text (no attempt is cited)
sed -i "s/\[attempt 5: [^]]*\]/My transpose/" insights/memory-coalescing.md
