# rejected by: case file CMakeLists.txt: missing (nothing says how it is built)
rm CMakeLists.txt
