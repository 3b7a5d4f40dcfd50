# rejected by: case file insights/occupancy-myths.md: uncited (the attempt is of another kernel)
sed -i "s/\[attempt 3: [^]]*\]/[attempt 2: saxpy 98.4 us, H200]/" insights/occupancy-myths.md
