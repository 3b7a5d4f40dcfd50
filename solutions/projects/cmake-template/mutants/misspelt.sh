# rejected by: case run cmake -S . -B build (a language that CMake does not know)
sed -i "s/CXX CUDA/CXX CUDDA/" CMakeLists.txt
