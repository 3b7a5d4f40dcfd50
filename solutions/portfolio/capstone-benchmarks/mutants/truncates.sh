# rejected by: case test mixed: failed (a run that fails leaves an empty file)
sed -i 's/open(sys.argv\[2\] + ".part", "w")/open(sys.argv[2], "w")/; /os.replace(/d' bench.py
git add -A && git commit -qm x
