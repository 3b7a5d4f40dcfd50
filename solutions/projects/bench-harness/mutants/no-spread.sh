# rejected by: case run make bench: no-number (a time without its spread)
sed -i '/spread %%/,+1d' triad.c
