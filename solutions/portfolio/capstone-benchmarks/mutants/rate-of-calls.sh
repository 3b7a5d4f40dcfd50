# rejected by: case test table: failed (calls a second, not elements of the batch)
sed -i 's,batch / middle \* 1e6,1 / middle * 1e6,' bench.py
git add -A && git commit -qm x
