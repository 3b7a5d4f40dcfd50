# Counts two things that make C hard to search and comments hard to read:
# a name that static functions of many files share, and a comment sentence that
# begins with What, Who, Where or Whether.
#
#   awk -f harness/tests/prose.awk [-v show=1] FILES
#
# A count above its bar fails. The bars only ever go down, to the goals.
BEGIN {
    shared_bar = 4;    shared_goal = 4  # names in three files or more
    clause_bar = 0.50; clause_goal = 0.50 # sentences, in percent
}

# Sentences of one comment: text gathers over its lines until a line of code.
function close_comment(    rest, sentence, first) {
    rest = text
    text = ""
    while (rest != "") {
        if (match(rest, /[.?!:] +[A-Z"'`]/)) {
            sentence = substr(rest, 1, RSTART)
            rest = substr(rest, RSTART + RLENGTH - 1)
        } else {
            sentence = rest
            rest = ""
        }
        sentences++
        if (sentence !~ /^(What|Who|Where|Whether)('s)? /) continue
        clauses++
        clause_at[clauses] = place ": " sentence
    }
}
FNR == 1 { close_comment() }
/^ *\/\/ clang-format/ { close_comment(); next }
match($0, /\/\/ ?/) && !/^[^"]*"[^"]*\/\// {
    own = $0 ~ /^ *\/\//
    if (!own) close_comment()
    line = substr($0, RSTART + RLENGTH)
    if (text == "") place = FILENAME ":" FNR
    if (line ~ /^ *$/) close_comment()
    else text = text (text == "" ? "" : " ") line
    if (own) next
}
!/\/\// { close_comment() }

# A definition of a static function: its name is the word before the first '('.
/^static / && /\(/ && !/;[ \t]*(\/\/.*)?$/ && !/^static [^(]*=/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[^A-Za-z0-9_]/, "", name)
    if (name ~ /^[a-z]/ && !((name, FILENAME) in seen)) {
        seen[name, FILENAME] = 1
        files[name]++
        where[name] = where[name] " " FILENAME
    }
}

END {
    close_comment()
    for (name in files)
        if (files[name] >= 3) {
            shared++
            if (show) printf "%2d files: %s:%s\n", files[name], name, where[name]
        }
    if (show)
        for (i = 1; i <= clauses; i++) print clause_at[i]
    share = sentences ? 100 * clauses / sentences : 0
    printf "static names in three files or more: %d (bar %d, goal %d)\n",
        shared, shared_bar, shared_goal
    printf "comment sentences that begin with What, Who, Where, Whether: " \
        "%d of %d, %.2f %% (bar %.2f, goal %.2f)\n",
        clauses, sentences, share, clause_bar, clause_goal
    exit shared > shared_bar || share > clause_bar
}
