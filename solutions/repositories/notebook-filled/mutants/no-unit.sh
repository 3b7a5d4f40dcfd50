# rejected by: case file microbench/latency-tests/*: missing-text (numbers without a unit)
sed -i "s/ ns//" microbench/latency-tests/chain.md
