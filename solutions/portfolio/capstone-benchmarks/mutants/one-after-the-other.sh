# rejected by: case test turn: failed (all rounds of one worker, then of the next)
sed -i 's/^            for i in range(int(rounds)):/            for w in list(right):/; s/^                for w in list(right):/                for i in range(int(rounds)):/' bench.py
git add -A && git commit -qm x
