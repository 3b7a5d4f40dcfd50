# rejected by: case test results: failed (the table in the README is an earlier one)
sed -i 's/^example-B 4096 256 triton 76.51/example-B 4096 256 triton 70.02/' README.md
git add -A && git commit -qm x
