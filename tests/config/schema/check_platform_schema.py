#!/usr/bin/env python3
# test: config.platform_schema guard skip=77
"""Checks config/schema/platform.schema.json: it is a schema, every platform file of the project fits it, malformed
ones whose error stands in one place do not. Needs what check_rig_schema.py needs.
"""
import json
import sys

sys.dont_write_bytecode = True
from check_rig_schema import ROOT, error_of, jsonschema  # noqa: E402

# What only the loader can see: relations between values, ranges behind a unit or the period.
BEYOND_A_SCHEMA = """
    duplicate_key name_of_the_source name_of_the_sink period_too_short period_too_long
    source_max_age_short sink_is_the_source home_out_of_stroke park_out_of_stroke driver_too_far
    legs_upside_down translation_too_fast translation_zero rate_limit_huge tilt_angle_large
    ramp_too_long lock_memory_yes legs_not_a_number
""".split()


def main():
    with open(ROOT / "config/schema/platform.schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)

    good = sorted(ROOT.glob("config/platforms/*.yaml"))
    malformed = sorted(ROOT.glob("tests/config/malformed_platforms/*.yaml"))
    bad = [p for p in malformed if p.stem.split("_", 1)[1] not in BEYOND_A_SCHEMA]
    problems = [e for e in (error_of(validator, p) for p in good) if e]
    problems += [f"{p}: fits although it is malformed" for p in bad if not error_of(validator, p)]

    print("\n".join(problems) or f"{len(good)} platforms fit, {len(bad)} malformed ones do not")
    return 1 if problems or not good or not bad else 0


if __name__ == "__main__":
    sys.exit(main())
