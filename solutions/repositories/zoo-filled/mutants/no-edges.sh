# rejected by: case file README.md: missing-text (random inputs, and no word on the small and odd ones)
sed -i 's/The edge cases that were/Inputs that were/' README.md
