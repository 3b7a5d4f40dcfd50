# rejected by: case test warm: failed (warms up for the first shape only)
sed -i 's/^            right, want = \[\], None/            if shape != shapes.split()[0]:\n                for i in range(int(rounds)):\n                    for w in workers:\n                        out.write(f"{w.name},{shape},{batch},{i + 1},{w.ask(shape, batch)[1]:g}\\n")\n                continue\n&/' bench.py
git add -A && git commit -qm x
