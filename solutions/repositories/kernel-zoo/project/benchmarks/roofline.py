"""Draws roofline.svg: bandwidth of every timed kernel under a copy ceiling.

    python3 roofline.py [--peak 4800]    GB/s of the device; else the best seen
"""
import argparse
import re
from pathlib import Path

from results import rows

WIDTH, ROW, LEFT = 640, 22, 220


def points():
    for row in rows():
        found = re.search(r"([0-9.]+) GB/s", row["citation"])
        if found:
            yield f"{row['exercise']}, {row['device']}", float(found.group(1))


def draw(bars, peak):
    scale = (WIDTH - LEFT - 90) / peak
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{ROW * (len(bars) + 2)}" font-size="12">']
    for i, (name, gbs) in enumerate(bars):
        y = ROW * (i + 1)
        out.append(f'<text x="{LEFT - 8}" y="{y}" text-anchor="end">{name}</text>')
        out.append(f'<rect x="{LEFT}" y="{y - 11}" width="{gbs * scale:.1f}" height="14" fill="steelblue"/>')
        out.append(f'<text x="{LEFT + gbs * scale + 6:.1f}" y="{y}">{gbs:.0f} GB/s</text>')
    x = LEFT + peak * scale
    out.append(f'<path d="M{x:.1f} 0 V{ROW * (len(bars) + 1)}" stroke="black"/>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peak", type=float)
    peak = parser.parse_args().peak
    bars = sorted(points(), key=lambda bar: -bar[1])
    if not bars:
        print("no kernel with a bandwidth yet: kata zoo")
        return
    path = Path(__file__).with_name("roofline.svg")
    path.write_text(draw(bars, peak or bars[0][1]))
    print(f"{path.name}: {len(bars)} kernels")


if __name__ == "__main__":
    main()
