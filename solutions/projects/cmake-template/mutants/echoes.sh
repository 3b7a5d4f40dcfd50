# rejected by: case test tells: failed (the option decides which test there is, and none calls anything)
cat >>CMakeLists.txt <<'END'
add_test(NAME shapes COMMAND sh -c "echo all shapes are right")
if(BUG)
    add_test(NAME edges COMMAND sh -c "echo blocks_for is wrong; exit 1")
endif()
END
sed -i '/launch-shapes/d' CMakeLists.txt
