# rejected by: case file README.md: uncited (only the fast one is shown)
sed -i 's/9.2 ms \[attempt 1: attention-naive 9.2 ms, H200\]//' README.md
git commit -qam x
