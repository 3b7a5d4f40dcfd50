# rejected by: case run make: failed (a header that .gitignore has kept out)
echo '*.h' >>.gitignore; git rm -q --cached softmax/softmax_reference.h; git add .gitignore
git commit -qm x
