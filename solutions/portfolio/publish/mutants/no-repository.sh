# rejected by: case clone of what is committed: not-cloned (a folder, and no repository)
rm -rf .git
