# test: guard.rules.planted guard -- rules
# test: guard.shape.planted guard -- shape
# test: guard.methods.planted guard -- methods
# test: guard.headers.planted guard -- headers @cc @build/generated
"""A guard names what it is there for: all violations that it knows are planted in a copy of the sources.

    planted.py GUARD [ARGUMENT...]    in the root of the sources; of the guard, before its root

Every violation lies in files of its own, so that it does not depend on what else is there: `planted` is
replaced by a name that no other violation has.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TREES = ["kernel", "config", "rt", "bench", "tests"]
SOURCE = re.compile(r"\.(c|h|inc|cpp)$")

LONG = "int tac_planted(int x)\n{\n" + "    x++;\n" * 58 + "    return x;\n}\n" # 61 lines

# violation: ({file: text}, what the guard says of it, up to a semicolon)
VIOLATIONS = {
    "rules.upward": (
        {"kernel/model/plan/planted.c": '#include "query/planted.h"\n', "kernel/query/planted.h": ""},
        "kernel/model/plan/planted.c includes query/planted.h"),
    "rules.private": (
        {"rt/loop/planted.c": '#include "model/plan/planted.h"\n', "kernel/model/plan/planted.h": ""},
        "rt/loop/planted.c includes model/plan/planted.h"),
    "rules.folder": (
        {"rt/planted/planted.h": ""},
        "rt/planted: folder without a rule"),
    "rules.missing": (
        {"config/reader/planted.h": '#include "reader/not_there.h"\n'},
        "config/reader/planted.h includes reader/not_there.h"),
    "rules.tests": (
        {"rt/loop/planted.c": '#include "tests/planted.h"\n', "tests/planted.h": ""},
        "rt/loop/planted.c includes tests/planted.h"),
    "shape.modules": (
        {f"rt/planted/planted_{n}.h": "" for n in range(31)},
        "rt/planted has too many modules"),
    "shape.template": (
        {"kernel/model/plan/planted.inc": "// A template.\n"},
        "kernel/model/plan/planted.inc is included as text"),
    "shape.function": (
        {"config/reader/planted.h": "", "config/reader/planted.c": LONG},
        "config/reader/planted.c has a long function, tac_planted"),
    "shape.macro": (
        {"rt/loop/planted.h": "#define STAGE(name) \\\n    static int name(int x) \\\n    { \\\n"
                              "        return x; \\\n    }\n"},
        "rt/loop/planted.h has a macro that defines functions, STAGE"),
    "shape.head": (
        {"rt/loop/planted.h": "#define STAGE(name) static int name(int x)\n"},
        "rt/loop/planted.h has a macro that defines functions, STAGE"),
    "shape.paste": (
        {"kernel/model/plan/planted.h": "#define PLANTED(name) planted_##name\n"},
        "kernel/model/plan/planted.h glues names together, PLANTED"),
    "shape.default": (
        {"rt/loop/planted.h": "typedef enum planted { TAC_SEED, TAC_BULB } planted;\n",
         "rt/loop/planted.c": "static int is_seed(planted p)\n{\n    switch (p) {\n    case TAC_SEED:\n"
                              "        return 1;\n    default:\n        return 0;\n    }\n}\n"},
        "rt/loop/planted.c has a default beside TAC_SEED"),
    "shape.members": (
        {"rt/loop/planted.h": "typedef struct planted {\n    int " + ", ".join(f"a{i}" for i in range(41)) + ";\n} planted;\n"},
        "rt/loop/planted.h has a struct with 41 members, planted"),
    "shape.open": (
        {"rt/loop/planted.c": 'static int planted(void)\n{\n    return shm_open("/x", 0, 0);\n}\n'},
        "rt/loop/planted.c calls shm_open"),
    "shape.name": (
        {"rt/loop/planted.c": 'static int planted(void)\n{\n    return chmod("/x", 0);\n}\n'},
        "rt/loop/planted.c calls chmod"),
    "shape.header": (
        {"rt/loop/planted.c": "int tac_planted(void)\n{\n    return 0;\n}\n"},
        "rt/loop/planted.c offers what no planted.h declares"),
    "methods.address": (
        {"rt/loop/planted.c": "int tac_planted(const void *x)\n{\n    return x == &tac_modular;\n}\n"},
        "rt/loop/planted.c names the method tac_modular"),
    "methods.compared": (
        {"config/reader/planted.c": "int tac_planted(const void *method, const void *x)\n{\n"
                                    "    return method == x;\n}\n"},
        "config/reader/planted.c compares methods, method with x"),
    "methods.word": (
        {"rt/loop/planted.c": 'const char *tac_planted = "take --method index3";\n'},
        "rt/loop/planted.c says the word of a method, index3"),
    "headers.upward": (
        {"rt/view/planted.h": '#include "monitor/planted.h"\n', "rt/monitor/planted.h": ""},
        "rt/view/planted.h does not compile alone"),
    "headers.alone": (
        {"rt/view/planted.h": "int tac_planted(size_t n);\n"},
        "rt/view/planted.h does not compile alone"),
    "headers.twice": (
        {"rt/view/planted.h": "typedef struct tac_planted { int x; } tac_planted;\n",
         "rt/view/planted.c": '#include "planted.h"\n'},
        "rt/view/planted.h does not compile twice"),
}
MORE = {"headers": ["rt/view"]}


def not_sources(folder, names):
    return [n for n in names if not SOURCE.search(n) and not os.path.isdir(os.path.join(folder, n))]


def planted(guard):
    """All files that are planted for a guard, and what it has to say."""
    files, expected = {}, []
    for violation, (texts, said) in VIOLATIONS.items():
        of, _, own = violation.partition(".")
        if of == guard:
            files |= {own_name(path, own): own_name(text, own) for path, text in texts.items()}
            expected.append(own_name(said, own))
    return files, expected


def own_name(text, own):
    return text.replace("planted", f"planted_{own}")


def main(guard, *arguments):
    files, expected = planted(guard)
    with tempfile.TemporaryDirectory() as root:
        for tree in TREES:
            shutil.copytree(os.path.abspath(tree), os.path.join(root, tree), ignore=not_sources,
                            copy_function=os.symlink)
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        run = subprocess.run([sys.executable, os.path.join(HERE, f"{guard}.py"), *arguments, root,
                              *MORE.get(guard, [])], capture_output=True, text=True, check=False)
    said = [line.partition(";")[0] for line in run.stdout.splitlines()]
    for text in expected:
        if run.returncode != 1 or said.count(text) != 1:
            print(f"not named: {text}\nreturned {run.returncode} and said\n{run.stdout}{run.stderr}")
            sys.exit(1)
        print(text)


main(*sys.argv[1:])
