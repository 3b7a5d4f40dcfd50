# rejected by: case file workers/*.py: missing (nothing in Triton)
git rm -q workers/triton.py
git add -A && git commit -qm x
