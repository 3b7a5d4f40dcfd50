# rejected by: case test three: failed (one project under three names)
rm -rf transpose histogram; cp -r softmax transpose; cp -r softmax histogram
git add -A && git commit -qm x
