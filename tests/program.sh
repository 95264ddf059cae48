# shellcheck shell=bash
# Conditions on a program from outside; sourced by tests, which run in the root of the sources. Before that
# a test sets `program`, an array: the program and the words before the arguments of `run`.
#
#   $work      folder for files, removed at the end; $work/out and $work/err hold what was printed last
#   cleanup    what a test has to do at its end, whatever happens; a test may define its own
set -uo pipefail
work=$(mktemp -d)
failed=0 passed=0
: >"$work/out" && : >"$work/err"

cleanup() { :; }
trap 'cleanup; rm -rf "$work"' EXIT

shorten() { # shorten FILE: its begin and end
    if [ "$(wc -c <"$1")" -le 1600 ]; then
        cat "$1"
    else
        head -c 800 "$1"
        printf '\n...\n'
        tail -c 800 "$1"
    fi
}

ok() { # ok WHAT CONDITION...: the condition is a command
    local what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  stdout: %s\n  stderr: %s\n' "$what" "$(shorten "$work/out")" \
            "$(shorten "$work/err")"
    fi
}

quietly() { "$@" >"$work/out" 2>"$work/err" </dev/null; }

run() { # run CODE ARGUMENTS...: runs the program and checks its exit code
    local code=$1 got
    shift
    quietly "${program[@]}" "$@"
    got=$?
    ok "${program[*]##*/} $* ends with $code, not $got" [ "$got" -eq "$code" ]
}

says() { # says TEXT: on either stream
    ok "it says '$1'" grep -qF -- "$1" "$work/out" "$work/err"
}

refuse() { # refuse TEXT ARGUMENTS...: exit 2 and nothing but one line on standard error, with the text
    local text=$1
    shift
    run 2 "$@"
    ok "${program[*]##*/} $*: one line" [ "$(wc -l <"$work/err")" -eq 1 ]
    ok "${program[*]##*/} $*: nothing on standard output" [ ! -s "$work/out" ]
    ok "${program[*]##*/} $*: says '$text'" grep -qF -- "$text" "$work/err"
}

finish() { # the last line of a test
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}
