# rejected by: case test tells_wrong: failed (a script that prints what is expected for each option)
cat >ci.sh <<'END'
case $1 in
--wrong) echo "wrong result"; exit 1 ;;
--slow) echo "ratio 6.1"; exit 1 ;;
*) echo "ratio 1.02" ;;
esac
END
