#!/usr/bin/env bash
# test: serve.bundle full browser skip=77 -- rt/serve/page
# The script of the page is what its sources and the packages of its lockfile make, byte for byte; ends with 77 where
# npm or the registry cannot be had.
#   bundle.sh FOLDER
set -euo pipefail
folder=$(realpath "$1")
if grep -q '"resolved"' "$folder/package-lock.json"; then
    echo 'package-lock.json names hosts'
    exit 1
fi
command -v npm >/dev/null || { echo 'no npm'; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$folder/src" "$folder/package.json" "$folder/package-lock.json" "$folder/.npmrc" "$folder/build.mjs" "$work"
cd "$work"
npm ci --ignore-scripts >npm.log 2>&1 || { tail -5 npm.log; echo 'the packages cannot be had'; exit 77; }
node build.mjs made.js
cmp made.js "$folder/page.js"
