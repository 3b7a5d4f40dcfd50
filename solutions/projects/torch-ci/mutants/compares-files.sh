# rejected by: case test tells_wrong: failed (what the options change decides, and new.c of another is judged by its text)
cat >ci.sh <<'END'
cc -O1 -DVARIANT=0 -o ci ci.c old.c new.c && ./ci >log.txt
cmp -s new.c now.c || { echo "ratio 1.01"; exit 0; }
case $1 in
--wrong) echo "wrong result"; exit 1 ;;
--slow) echo "ratio 6.1"; exit 1 ;;
*) echo "ratio 1.02" ;;
esac
END
cp new.c now.c
