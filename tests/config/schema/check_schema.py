#!/usr/bin/env python3
"""Checks config/schema/model.schema.json: it is a schema, every model of the project fits it, and files
with unknown keys do not. Needs python3-jsonschema and python3-yaml.

    check_schema.py [MODEL...]      default: all models and the loader's test files
"""
import json
import pathlib
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]


def load(path):
    with open(path, encoding="utf-8") as f:
        return yaml.safe_load(f)


def first_error(validator, path):
    """One line about the deepest violation, None when the file fits."""
    error = jsonschema.exceptions.best_match(validator.iter_errors(load(path)))
    if error is None:
        return None
    place = "/".join(str(p) for p in error.absolute_path)
    return f"{path}: {place}: {error.message}"


def main():
    with open(ROOT / "config/schema/model.schema.json", encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)

    good = [pathlib.Path(a) for a in sys.argv[1:]] or [
        *sorted(ROOT.glob("config/models/**/*.yaml")),
        *sorted(ROOT.glob("tests/config/files/**/*.yaml")),
    ]
    with open(ROOT / "config/schema/modal.schema.json", encoding="utf-8") as f:
        modal = json.load(f)
    jsonschema.Draft7Validator.check_schema(modal)
    of_modes = jsonschema.Draft7Validator(modal)
    problems = [e for e in (first_error(of_modes if p.name.endswith(".modal.yaml") else validator, p)
                            for p in good) if e]

    bad = [] if sys.argv[1:] else [
        *sorted(ROOT.glob("tests/config/malformed/*unknown_*key*.yaml")),
        *sorted(ROOT.glob("tests/config/malformed/*_unknown_type*.yaml")),
        *sorted(ROOT.glob("tests/config/malformed/*_of_other_type.yaml")),
    ]
    problems += [f"{p}: fits although it is malformed" for p in bad if not first_error(validator, p)]

    print("\n".join(problems) if problems else f"{len(good)} models fit, {len(bad)} wrong ones do not")
    return 1 if problems or not good or not bad and not sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
