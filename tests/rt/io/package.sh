#!/usr/bin/env bash
# test: exchange.package program unless=sanitize -- @build
# What `cmake --install --prefix` leaves, under two prefixes: libraries found by CMake and pkg-config, from C and
# C++, the example of docs/shared-memory.md, a law of an object by docs/parts.md, schemas, manual page, Python client.
#   package.sh BUILD_FOLDER    in the root of the sources
set -euo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir "$work/consumer"
cat >"$work/consumer/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(consumer C CXX)
find_package(tactus-io 1.0 REQUIRED)
foreach(kind shared static tactus-io)
  add_executable(c-${kind} consumer.c)
  target_link_libraries(c-${kind} tactus-io::${kind})
  add_executable(cpp-${kind} consumer.cpp)
  target_link_libraries(cpp-${kind} tactus-io::${kind})
endforeach()
find_package(tactus 0.1 REQUIRED)
add_executable(model model.c)
target_link_libraries(model tactus::config)
add_executable(library library.c)
target_link_libraries(library tactus::tactus)
TEXT
printf '#include <tactus_io.h>\nint main(void)\n{\n    char name[8][48];\n    return tac_io_list(name, 8) < 0;\n}\n' \
    >"$work/consumer/consumer.c"
sed 's/(void)/()/' "$work/consumer/consumer.c" >"$work/consumer/consumer.cpp"
cat >"$work/consumer/model.c" <<'TEXT'
#include <method_choice.h>
#include <stdlib.h>

// Reads the model and asks the method that it names for the size of a step's memory.
int main(int argc, char **argv)
{
    tac_diag diag = {0};
    tac_model_file *f = argc == 2 ? tac_model_file_read(argv[1], &diag) : NULL;
    if (!f) {
        return 1;
    }
    size_t tree_size = tac_tree_size(&f->desc);
    void *memory = aligned_alloc(64, (tree_size + 63) / 64 * 64);
    tac_tree *tree = NULL;
    int bad = tac_tree_init(&tree, &f->desc, memory, tree_size).code != TAC_OK ||
              !tac_model_file_method(f)->name[0] || tree->n_node < 1;
    free(memory);
    tac_model_file_free(f);
    return bad;
}
TEXT
cat >"$work/consumer/library.c" <<'TEXT'
#include <tactus.h>

int main(int argc, char **argv)
{
    tactus_model *model = argc == 2 ? tactus_load(argv[1], NULL, 0, NULL) : NULL;
    tactus *t = model ? tactus_new(model, NULL) : NULL;
    int bad = !t || tactus_start(t) || tactus_step(t, 3) || tactus_steps(t) != 3;
    tactus_free(t);
    tactus_unload(model);
    return bad;
}
TEXT
# the example of the documentation
awk '/^```c$/ {on = 1; next} /^```$/ {on = 0} on' docs/shared-memory.md >"$work/consumer/example.c"
grep -q tac_io_attach "$work/consumer/example.c"

for prefix in "$work/first" "$work/second one"; do
    cmake --install "$build" --prefix "$prefix" >/dev/null
    rm -rf "$work/built"
    cmake -G Ninja -S "$work/consumer" -B "$work/built" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$work/built" >/dev/null
    for program in {c,cpp}-{shared,static,tactus-io}; do "$work/built/$program"; done
    "$work/built/model" config/models/m2_four_bar.yaml
    "$work/built/library" config/models/m2_four_bar.yaml
    # a law of an object by the commands of docs/parts.md, from the headers that are installed
    ln -sfn "$prefix/include/tactus" "$work/headers"
    sed '/^#ifdef IS_OBJECT/,/^#endif/{/TAC_LAW_OBJECT/!d}' tests/samples/yielding.c >"$work/yielding.c"
    awk '/^flags=/ {on = 1} /^```$/ {on = 0} on' docs/parts.md | sed "s|/usr/include/tactus|$work/headers|" >"$work/law.sh"
    (cd "$work" && bash -e law.sh)
    sed 's/type: yielding/type: law, file: yielding.so/' tests/samples/law.yaml >"$work/law.yaml"
    "$prefix/bin/tactus" sim "$work/law.yaml" --quiet
    echo "found by CMake in ${prefix##*/}"

    pc=$(dirname "$(find "$prefix" -name tactus-io.pc)")
    export PKG_CONFIG_PATH=$pc
    # a prefix with a blank comes with a backslash before it
    compile() {
        local library=$1
        shift
        eval "cc $(printf '%q ' "$@") $(pkg-config --cflags --libs "$library") -Wl,-rpath,$(printf %q "${pc%/*}")"
    }
    compile tactus-io "$work/consumer/consumer.c" -o "$work/by-pc"
    "$work/by-pc"
    compile tactus-io "$work/consumer/example.c" -o "$work/example"
    compile tactus-config "$work/consumer/model.c" -o "$work/model"
    "$work/model" config/models/m2_four_bar.yaml
    compile tactus "$work/consumer/library.c" -o "$work/library"
    "$work/library" config/models/m2_four_bar.yaml
    library=$(readlink -f "${pc%/*}/libtactus.so")
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$prefix/share/tactus/python TACTUS_LIBRARY=$library \
        python3 "$prefix/share/doc/tactus/library/hundred_springs.py" config/models/p4_double_wishbone.yaml >"$work/sweep"
    grep -q '^100000 steps' "$work/sweep"
    echo "found by pkg-config in ${prefix##*/}"

    # nothing names the place it was configured for or built in
    ! grep -rlE "$PWD|/usr/local" "$prefix"/lib*/pkgconfig "$prefix"/lib*/cmake
    for file in tactus-io.3 tactus_io.py tactus.py tactus.h model.schema.json rig.schema.json; do
        [ -n "$(find "$prefix" -name "$file")" ] || { echo "$file is not installed"; exit 1; }
    done
done
