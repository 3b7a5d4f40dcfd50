# rejected by: case file *.md: missing-part (a story for one kernel only)
for f in gemm/*/*.md ml_ops/*/*.md; do sed -i "/The journey/,$ d" "$f"; done
