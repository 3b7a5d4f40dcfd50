# rejected by: case test failed: failed (a worker that fails ends the run)
sed -i 's/^            return None .*/            sys.exit(self.name + " failed")/' bench.py
git add -A && git commit -qm x
