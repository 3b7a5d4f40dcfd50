# rejected by: case file README.md: missing-part (a benchmark without its results)
sed -i '/## Results/,$d' README.md
