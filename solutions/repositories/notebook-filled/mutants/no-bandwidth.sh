# rejected by: case file microbench/bandwidth-tests/*: missing-text (the text of the scaffold, and no measurement)
rm microbench/bandwidth-tests/copy.md
