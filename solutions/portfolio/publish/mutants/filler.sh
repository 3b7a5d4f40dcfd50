# rejected by: case file README.md: filler (a hundred and twenty words, and three of them)
w='fast kernels fast kernels fast kernels fast kernels fast kernels fast kernels fast kernels fast kernels fast kernels fast kernels'
sed -i "/^Three small projects/,/^way, first/c $w $w $w $w $w $w $w" README.md
sed -i '1,/^## What/{/^# /d}' README.md
git commit -qam x
