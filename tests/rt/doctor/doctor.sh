#!/usr/bin/env bash
# test: rt.doctor_program program -- @tactus
# tactus doctor from outside: it ends well on any machine, and its exit code is its verdict.
#   doctor.sh TACTUS    in the root of the sources
program=("$1" doctor)
source tests/program.sh

doctor() { # doctor ARGUMENTS...: leaves the exit code in $code
    quietly "${program[@]}" "$@" --probe '20 ms'
    code=$?
}

verdict() { # the word that belongs to $code
    case $code in 0) echo good ;; 1) echo degraded ;; 2) echo unusable ;; *) echo "code $code" ;; esac
}

# --- examinations
for rig in '' config/rigs/*.yaml config/models/m2_four_bar.yaml; do
    doctor ${rig:+"$rig"}
    ok "doctor $rig: last line is the verdict" grep -q "^$(verdict): " <(tail -n 1 "$work/out")
    ok "doctor $rig: nothing on standard error" [ ! -s "$work/err" ]
    doctor ${rig:+"$rig"} --json
    ok "doctor $rig --json: verdict" grep -q "\"verdict\":\"$(verdict)\"" "$work/out"
    if command -v python3 >/dev/null; then
        ok "doctor $rig --json: is JSON" python3 -m json.tool "$work/out" /dev/null
    fi
done

# --- a core that no machine here has
cat >"$work/rig.yaml" <<TEXT
name: rig
model: $PWD/config/models/m2_four_bar.yaml
threads: {cores: [1023]}
TEXT
doctor "$work/rig.yaml"
ok "core 1023 is unusable" [ "$code" -eq 2 ]
ok "core 1023 is named" grep -q 'core 1023 of the rig not online' "$work/out"

# --- refusals: one line, no table
for arguments in nowhere.yaml tests/config/malformed_rigs/002_only_comments.yaml --jsno; do
    doctor "$arguments"
    ok "doctor $arguments ends with 2" [ "$code" -eq 2 ]
    ok "doctor $arguments: one line" [ "$(wc -l <"$work/err")" -eq 1 ]
    ok "doctor $arguments: no table" [ ! -s "$work/out" ]
done

finish
