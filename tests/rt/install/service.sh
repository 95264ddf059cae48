#!/usr/bin/env bash
# test: rt.service program skip=77 -- @build
# The systemd unit starts the program that is installed with it; it and the manual pages are
# well-formed, as far as tools to tell are installed.
#   service.sh BUILD    in the root of the sources
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
checked=0

cmake --install "$build" --prefix "$work/there" >/dev/null
mv "$work/there/lib/systemd/system/tactus@.service" "$work"
program=$(sed -n 's/^ExecStart=\([^ ]*\) .*/\1/p' "$work/tactus@.service")
if [ ! -x "$program" ]; then
    echo "the unit starts '$program', which is not installed"
    exit 1
fi
checked=$((checked + 1))

if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify --man=no "$work/tactus@four_bar.service" 2>"$work/said" || {
        cat "$work/said"
        exit 1
    }
    if grep 'tactus@' "$work/said"; then # unknown keys are only warnings
        exit 1
    fi
    checked=$((checked + 1))
fi

if command -v man >/dev/null; then
    for page in rt/install/*.[15]; do
        LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" \
            2>"$work/said" >/dev/null
        if [ -s "$work/said" ]; then
            echo "$page:"
            cat "$work/said"
            exit 1
        fi
        checked=$((checked + 1))
    done
fi

echo "$checked files checked"
