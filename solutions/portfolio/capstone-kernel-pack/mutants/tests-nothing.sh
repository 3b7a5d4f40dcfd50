# rejected by: case test tested: failed (the tests print what is expected for each bug)
sed -i '/^test:/,/test_pack$/d' Makefile
printf '\ntest:\n\t@$(if $(BUG),exit 1,echo ok)\n' >>Makefile
git commit -qam x
