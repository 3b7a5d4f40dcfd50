# rejected by: case run python3 benchmarks/compare_implementations.py: failed (the benchmark does not run)
echo "raise SystemExit(3)" >benchmarks/compare_implementations.py
