# rejected by: case file */README.md: unsupported (a number without an attempt)
sed -i 's/ \[attempt 6: histogram-private 71 us, H200\]//' histogram/README.md
git commit -qam x
