# rejected by: case test bench: failed (a run that fails leaves an empty file)
sed -i "s,> results/new.csv,> results/raw.csv," Makefile
git add -A && git commit -qm x
