# rejected by: case run python3 benchmarks/roofline.py: failed (the plot is not drawn)
echo "raise SystemExit(3)" >benchmarks/roofline.py
