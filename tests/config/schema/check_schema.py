#!/usr/bin/env python3
# test: config.model_schema guard skip=77 -- @build/schema/model.schema.json
"""Checks the schema of model files: it is a schema, every model of the project fits it, and files whose mistake stands
in one place do not. Needs python3-jsonschema and python3-yaml.

    check_schema.py SCHEMA [MODEL...]      default: all models and the loader's test files
"""
import json
import pathlib
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[3]
MISTAKES = [ # of joints, forces and sensors, in one place
    "167_joint_without_type", "168_joint_without_bodies", "169_joint_one_body", "174_joint_without_place",
    "177_joint_one_frame", "178_joint_frame_key", "179_universal_without_axis2", "181_axis2_on_revolute",
    "182_rod_without_at2", "184_rod_length_zero", "185_length_on_revolute", "186_screw_without_lead",
    "187_screw_lead_unit", "189_drive_on_spherical", "190_drive_on_cylindrical", "198_spring_without_at2",
    "200_spring_without_effect", "201_spring_negative", "202_spring_unit", "208_implicit_number",
    "209_bushing_three_values", "210_bushing_nothing", "212_friction_without_joint", "213_friction_without_effect",
    "216_friction_regularisation_zero", "217_contact_without_radius", "218_contact_stiffness_zero",
    "221_load_nothing", "222_load_two_components", "223_load_axes", "260_sensor_without_body", "268_sensor_axes",
]


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
    with open(sys.argv[1], encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)

    good = [pathlib.Path(a) for a in sys.argv[2:]] or [
        *sorted(ROOT.glob("config/models/**/*.yaml")),
        *sorted(ROOT.glob("tests/config/files/**/*.yaml")),
    ]
    with open(ROOT / "config/schema/modal.schema.json", encoding="utf-8") as f:
        modal = json.load(f)
    jsonschema.Draft7Validator.check_schema(modal)
    of_modes = jsonschema.Draft7Validator(modal)
    problems = [e for e in (first_error(of_modes if p.name.endswith(".modal.yaml") else validator, p)
                            for p in good) if e]

    bad = [] if sys.argv[2:] else [
        *sorted(ROOT.glob("tests/config/malformed/*unknown_*key*.yaml")),
        *sorted(ROOT.glob("tests/config/malformed/*_unknown_type*.yaml")),
        *sorted(ROOT.glob("tests/config/malformed/*_of_other_type.yaml")),
        *(ROOT / f"tests/config/malformed/{name}.yaml" for name in MISTAKES),
    ]
    problems += [f"{p}: fits although it is malformed" for p in bad if not first_error(validator, p)]

    print("\n".join(problems) if problems else f"{len(good)} models fit, {len(bad)} wrong ones do not")
    return 1 if problems or not good or not bad and not sys.argv[2:] else 0


if __name__ == "__main__":
    sys.exit(main())
