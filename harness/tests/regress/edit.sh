# kata edit opens the file, at its first TODO, in the editor that is set.
. "$REGRESS/lib.sh"
kata start toy >/dev/null
mkdir -p "bin of mine"
for editor in code vi other; do
    cat >"bin of mine/$editor" <<'END'
#!/bin/sh
printf '%s' "$(basename "$0")"
printf ' <%s>' "$@"
echo
END
    chmod +x "bin of mine/$editor"
done
export PATH=$PWD/bin\ of\ mine:$PATH
unset VISUAL EDITOR
line=$(grep -n TODO "$TOY/exercises/basics/copy/copy.cu" | head -1 | cut -d: -f1)
[ "$line" -gt 1 ] || fail "copy.cu has no TODO after its first line"

run kata edit copy
status 0
out "code <-g> <$KATA_WORK/copy/copy.cu:$line>"
out "next: kata check week01/copy"
[ -e work/copy/copy.cu ] || fail "the file was not handed out"
EDITOR="vi -n" run kata edit copy
out "vi <-n> <+$line> <$KATA_WORK/copy/copy.cu>"
VISUAL=other EDITOR=vi run kata edit copy
out "other <$KATA_WORK/copy/copy.cu>"

# Nothing in a path is a command.
mkdir 'a $(touch ran) "b'
KATA_WORK=$PWD/'a $(touch ran) "b' EDITOR=other run kata edit copy
status 0
out 'other <'"$PWD"'/a $(touch ran) "b/copy/copy.cu>'
[ ! -e ran ] || fail "a part of a path was run"

# What you wrote is kept.
echo "// mine" >>work/copy/copy.cu
EDITOR=other run kata edit copy
grep -q "// mine" work/copy/copy.cu || fail "the file was handed out again"
EDITOR=false run kata edit copy
status 5
err "set EDITOR"
