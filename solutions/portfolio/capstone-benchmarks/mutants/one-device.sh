# rejected by: case test results: failed (measured on one device)
git rm -q results/example-B.csv
git add -A && git commit -qm x
