#!/usr/bin/env python3
# test: config.rig_schema guard skip=77
"""Checks config/schema/rig.schema.json: it is a schema, every rig of the project fits it, and malformed ones
whose error stands in the file alone do not. Needs python3-jsonschema and python3-yaml; ends with 77
where these are missing.
"""
import json
import pathlib
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"not checked: {missing}")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[3]

# What only the loader can see: relations between values, limits of the period, the model, files,
# and letters that mean something else to other YAML readers.
BEYOND_A_SCHEMA = """
    duplicate_key tag expression name_ground model_missing model_is_a_rig model_malformed step_zero
    step_too_long step_nanosecond step_of_fractions period_too_short period_too_long duration_zero
    duration_below_period penalty_zero core_twice more_cores_than_workers fewer_cores_than_workers
    lock_memory_yes margin_above_period margin_and_spin offset_zero offset_is_the_period
    offset_above_period max_skip_of_other_policy degrade_to_of_other_policy degrade_to_no_fewer
    degrade_from_one recover_after_of_other_policy watchdog_zero watchdog_one_period watchdog_a_day
    bandwidth_large lock_large lost_short group_twice phase_is_the_divisor sensor_unknown
    sensor_not_near dump_is_the_log log_phase_is_the_divisor exchange_phase_without_divisor
    record_split_too_short record_keep_one record_trigger_signal_unknown record_ring_without_memory client_without_place
""".split()


def error_of(validator, path):
    """One line about what is wrong, None when the file fits."""
    try:
        with open(path, encoding="utf-8") as f:
            document = yaml.safe_load(f)
    except yaml.YAMLError as e:
        return f"{path}: {e}"
    error = jsonschema.exceptions.best_match(validator.iter_errors(document))
    if error is None:
        return None
    return f"{path}: {'/'.join(str(p) for p in error.absolute_path)}: {error.message}"


def main():
    with open(ROOT / "config/schema/rig.schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)

    good = sorted(ROOT.glob("config/rigs/*.yaml"))
    malformed = sorted(ROOT.glob("tests/config/malformed_rigs/*.yaml"))
    bad = [p for p in malformed if p.stem.split("_", 1)[1] not in BEYOND_A_SCHEMA]
    problems = [e for e in (error_of(validator, p) for p in good) if e]
    problems += [f"{p}: fits although it is malformed" for p in bad if not error_of(validator, p)]

    print("\n".join(problems) or f"{len(good)} rigs fit, {len(bad)} malformed ones do not")
    return 1 if problems or not good or not bad else 0


if __name__ == "__main__":
    sys.exit(main())
