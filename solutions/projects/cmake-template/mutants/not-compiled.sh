# rejected by: case run bash (the kernel lies beside a project of C++ that never compiles it)
sed -n '/^int blocks_for/,/^}/p' scale.cu >shapes.cpp
sed -i 's/scale STATIC scale.cu/scale STATIC shapes.cpp/' CMakeLists.txt
