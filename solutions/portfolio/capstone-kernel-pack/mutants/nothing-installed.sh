# rejected by: case test install: failed (make install is forgotten)
sed -i "/^make install/d" README.md
git commit -qam x
