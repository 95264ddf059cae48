#!/usr/bin/env python3
# test: config.bridge_schema guard skip=77
"""Checks config/schema/bridge.schema.json: it is a schema, every bridge of the project fits it, malformed
ones whose error stands in one place do not. Needs what check_rig_schema.py needs.
"""
import json
import sys

sys.dont_write_bytecode = True
from check_rig_schema import ROOT, error_of, jsonschema  # noqa: E402

# What only the loader can see: relations between values and fields, ranges that follow from a type.
BEYOND_A_SCHEMA = """
    flow_twice packet_too_long period_in_mm timeout_too_long unit_unknown json_unit_unknown max_below_min
    max_beyond_type min_beyond_type max_below_type constant_too_large
    constant_beyond_signed constant_negative constant_of_fractions constant_of_66_bits counter_twice counter_step_three checksum_twice
    checksum_beyond_packet checksum_of_nothing signal_received_twice signal_of_two_flows expression
    duplicate_key
""".split()


def main():
    with open(ROOT / "config/schema/bridge.schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)

    good = sorted(ROOT.glob("config/bridges/*.yaml"))
    malformed = sorted(ROOT.glob("tests/config/malformed_bridges/*.yaml"))
    bad = [p for p in malformed if p.stem.split("_", 1)[1] not in BEYOND_A_SCHEMA]
    problems = [e for e in (error_of(validator, p) for p in good) if e]
    problems += [f"{p}: fits although it is malformed" for p in bad if not error_of(validator, p)]

    print("\n".join(problems) or f"{len(good)} bridges fit, {len(bad)} malformed ones do not")
    return 1 if problems or not good or not bad else 0


if __name__ == "__main__":
    sys.exit(main())
