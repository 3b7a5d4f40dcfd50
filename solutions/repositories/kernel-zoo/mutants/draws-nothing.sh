# rejected by: case run python3 benchmarks/roofline.py: no-number (a picture without a kernel)
sed -i "s/\"bytes\":[0-9]*,//" primitives/transpose/results.json
