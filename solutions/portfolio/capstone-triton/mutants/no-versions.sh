# rejected by: case test raw: failed (nobody knows which Triton it was)
sed -i "/^# triton/d" results/raw.csv
git add -A && git commit -qm x
