# rejected by: case file README.md: uncited (no attempt is cited)
sed -i 's/\[attempt 9: reduce-grid 128 us, H200\]/128 us, as I remember/' README.md
