# rejected by: case file insights/occupancy-myths.md: missing (a text is gone)
rm insights/occupancy-myths.md
