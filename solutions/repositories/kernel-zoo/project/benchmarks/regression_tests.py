"""Fails if a kernel became more than 5 % slower than the accepted baseline.

    python3 regression_tests.py --accept    takes what is there as the baseline
"""
import json
import sys
from pathlib import Path

from results import rows

BASELINE = Path(__file__).with_name("baseline.json")
SLOWER = 1.05


def main():
    now = {f"{row['exercise']} on {row['device']}": row["us"] for row in rows() if row["us"]}
    if "--accept" in sys.argv[1:]:
        BASELINE.write_text(json.dumps(now, indent=1) + "\n")
        print(f"accepted: {len(now)}")
        return 0
    then = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    bad = [name for name in now if name in then and now[name] > SLOWER * then[name]]
    for name in bad:
        print(f"slower: {name}: {then[name]:.1f} us, now {now[name]:.1f} us")
    print(f"compared: {len(set(now) & set(then))}, slower: {len(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
