#!/usr/bin/env bash
# libtactus-io as installed: found by CMake and pkg-config, from C and C++, with its manual page.
#   package.sh BUILD_FOLDER    in the root of the sources
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -DCMAKE_INSTALL_PREFIX="$work/prefix" -P "$build/rt/io/cmake_install.cmake" >/dev/null

mkdir "$work/consumer"
cat >"$work/consumer/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(consumer C CXX)
find_package(tactus-io 1.0 REQUIRED)
foreach(kind shared static)
  add_executable(c-${kind} consumer.c)
  target_link_libraries(c-${kind} tactus-io::${kind})
  add_executable(cpp-${kind} consumer.cpp)
  target_link_libraries(cpp-${kind} tactus-io::${kind})
endforeach()
TEXT
printf '#include <tactus_io.h>\nint main(void)\n{\n    char name[8][48];\n    return tac_io_list(name, 8) < 0;\n}\n' \
    >"$work/consumer/consumer.c"
sed 's/(void)/()/' "$work/consumer/consumer.c" >"$work/consumer/consumer.cpp"
cmake -G Ninja -S "$work/consumer" -B "$work/built" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/built" >/dev/null
for program in c-shared c-static cpp-shared cpp-static; do "$work/built/$program"; done
echo "found by CMake"

pc=$(dirname "$(find "$work/prefix" -name tactus-io.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --define-variable=prefix="$work/prefix" --cflags --libs tactus-io)
# shellcheck disable=SC2086
cc "$work/consumer/consumer.c" -o "$work/by-pc" $flags -Wl,-rpath,"$(dirname "$pc")"
"$work/by-pc"
echo "found by pkg-config"

[ -n "$(find "$work/prefix" -name tactus-io.3)" ]
[ -n "$(find "$work/prefix" -name tactus_io.py)" ]
