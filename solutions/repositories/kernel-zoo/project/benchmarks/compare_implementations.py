"""Kernels of the same folder side by side: the fastest first, with ratios."""
from collections import defaultdict

from results import rows


def main():
    groups = defaultdict(list)
    for row in rows():
        if row["us"] is not None:
            groups[row["where"], row["device"]].append(row)
    if not groups:
        print("no timed kernel yet: kata zoo")
    for (where, device), found in sorted(groups.items()):
        found.sort(key=lambda row: row["us"])
        print(f"{where} on {device}")
        for row in found:
            print(f"  {row['us']:12.1f} us {row['us'] / found[0]['us']:8.2f}x  {row['exercise']}")
    print(f"compared: {sum(len(found) for found in groups.values())}")


if __name__ == "__main__":
    main()
