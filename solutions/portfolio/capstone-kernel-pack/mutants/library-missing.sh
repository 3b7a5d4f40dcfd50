# rejected by: case test usage: failed (the header is installed, the library is not)
sed -i "/cp .(LIB) /d" Makefile
git commit -qam x
