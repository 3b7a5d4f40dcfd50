# rejected by: case test ignored: failed (what is built is not ignored)
echo '*.tmp' >.gitignore
git commit -qam x
