# rejected by: case run bash (the kernels lie beside a project of C++ that never compiles them)
cp blocks.cu shapes.cpp
sed -i 's/scale STATIC scale.cu blocks.cu/scale STATIC shapes.cpp/' CMakeLists.txt
