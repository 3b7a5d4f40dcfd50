# rejected by: case test usage: failed (the README calls a function by its old name)
sed -i "s/kp_softmax(x, y, 2, 2)/kp_row_softmax(x, y, 2, 2)/" README.md
git commit -qam x
