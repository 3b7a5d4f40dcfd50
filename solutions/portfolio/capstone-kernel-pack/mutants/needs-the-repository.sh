# rejected by: case test examples: failed (the example takes the header of the repository)
sed -i 's,-I"$PREFIX/include",-I../include,' docs/softmax.md
git commit -qam x
