# rejected by: case file *.cu: missing (an empty zoo)
rm -r primitives
