# rejected by: case file insights/occupancy-myths.md: missing-part (a belief, and nothing measured)
sed -i "/What I measured/,/^## What I do/d" insights/occupancy-myths.md
