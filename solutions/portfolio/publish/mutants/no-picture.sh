# rejected by: case test pictures: failed (a page of words)
sed -i '/times.svg/d' histogram/README.md
git commit -qam x
