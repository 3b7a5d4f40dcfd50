# rejected by: case file README.md: missing-text (the inputs cannot be drawn again)
sed -i 's/ --seed 7//' README.md
