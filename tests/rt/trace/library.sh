#!/usr/bin/env bash
# test: rt.trace_library program lock=tracing unless=sanitize -- @tactus @build
# The tracing library is taken from where it was installed, or from beside a program in its build folder, and from
# nowhere else; where others could have put it there, it is refused. Asked for and not to be had is one line.
#   library.sh TACTUS BUILD    in the root of the sources
built=$(realpath "$1") build=$(realpath "$2")
library=libtactus-trace.so
program=("$built")
source tests/program.sh
here=$work/here
rig=$work/rig.yaml
mkdir "$here"
printf 'name: library-%s\nmodel: %s\nstep: 1 ms\nduration: 20 ms\npolicy: {kind: count, bucket: 0}\nwatchdog: 60 s\n' $$ \
    "$PWD/config/models/m2_four_bar.yaml" >"$rig"
sed '$a trace: {}' "$rig" >"$work/asking.yaml"

# a program alone, with the library wherever it must not be looked for
cp "$built" "$here/tactus"
program=("$here/tactus")
export LD_LIBRARY_PATH=$build LD_RUN_PATH=$build
cd "$build" || exit 1
refuse "$library is not found, neither in '" run "$rig" --trace
refuse "install tactus anew" run "$work/asking.yaml"
run 0 run "$rig" --quiet
run 0 --version
unset LD_LIBRARY_PATH LD_RUN_PATH
cd "$OLDPWD" || exit 1

# the same in a running rig: an answer, and the rig goes on
sed 's/duration: .*/duration: 1000/' "$rig" >"$work/long.yaml"
"$here/tactus" run "$work/long.yaml" --quiet >"$work/run" 2>&1 &
long=$!
cleanup() { kill "$long" 2>/dev/null; }
for _ in $(seq 300); do
    "$here/tactus" ctl "library-$$" status >"$work/out" 2>&1 && break
    sleep 0.05
done
run 2 ctl "library-$$" trace on
says "$library is not found"
run 0 ctl "library-$$" trace off
run 0 ctl "library-$$" stop
wait $long
ok "the rig without the library ends well" [ $? -eq 0 ]

# beside the program
cp "$build/$library" "$here"
run 0 run "$rig" --trace
says tactus-ust
run 0 run "$work/asking.yaml"
says tactus-ust

# where others can write
chmod o+w "$here"
refuse "others can write '$here/$library'" run "$rig" --trace
chmod o-w,+t "$here"
chmod o+w "$here"
refuse "others can write" run "$rig" --trace
chmod o-w,-t "$here"
chmod o+w "$here/$library"
refuse "others can write" run "$rig" --trace
chmod o-w "$here/$library"
chmod o+w "$work"
refuse "others can write" run "$rig" --trace
chmod o-w "$work"
if [ "$(id -u)" -eq 0 ]; then
    chown 65534 "$here/$library"
    refuse "others can write" run "$rig" --trace
    chown 0 "$here/$library"
    chown 65534 "$here"
    refuse "others can write" run "$rig" --trace
    chown 0 "$here"
fi
run 0 run "$rig" --trace --quiet

# what is no library, or none of this program
echo nonsense >"$here/$library"
refuse "cannot be loaded" run "$rig" --trace
printf 'const unsigned tac_trace_provider[64] = {999999};\n' >"$work/other.c"
cc -shared -fPIC -o "$here/$library" "$work/other.c"
refuse "belongs to another version of tactus" run "$rig" --trace
rm "$here/$library" && mkdir "$here/$library"
refuse "others can write" run "$rig" --trace

# installed, and moved afterwards
cmake --install "$build" --prefix "$work/prefix" >/dev/null
mv "$work/prefix" "$work/moved"
program=("$work/moved/bin/tactus")
run 0 run "$rig" --trace
says tactus-ust
ok "nothing links LTTng but the library" [ "$(find "$work/moved" -type f -exec sh -c \
    'ldd "$1" 2>/dev/null | grep -q lttng && echo "$1"' sh {} \;)" = \
    "$(find "$work/moved" -name "$library")" ]
run 0 trace report tests/rt/trace/recorded
find "$work/moved" -name libtactus-babeltrace.so -delete
run 2 trace report tests/rt/trace/recorded
says "libtactus-babeltrace.so is not found"

# what writes HDF5 is a library as well, with all that comes with it
ok "the program maps neither HDF5 nor what it brings" [ -z "$(ldd "$work/moved/bin/tactus" | grep -E 'hdf5|curl|krb5')" ]
motion=(sim config/models/m2_four_bar.yaml --duration 0.01 --quiet --hdf5 "$work/x.h5")
run 0 "${motion[@]}"
ok "a file of HDF5" [ "$(dd if="$work/x.h5" bs=1 skip=513 count=3 2>/dev/null)" = HDF ]
rm "$work/x.h5"
find "$work/moved" -name libtactus-hdf5.so -delete
run 4 "${motion[@]}"
says "'$work/x.h5' cannot be written: libtactus-hdf5.so is not found"
ok "and no file" [ ! -e "$work/x.h5" ]
finish
