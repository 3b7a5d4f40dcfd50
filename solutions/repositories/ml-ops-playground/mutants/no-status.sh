# rejected by: case file README.md: missing-part (nobody can tell what works)
sed -i "/## Status/,\$d" README.md
