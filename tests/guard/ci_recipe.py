# test: guard.ci_recipe guard skip=77
# test: guard.ci_recipe_run full timeout=1500 skip=77 -- --run
"""The recipes for continuous integration in docs/replay.md do what they say.

    ci_recipe.py [--run]    in the root of the sources

Both are YAML of the shape that GitHub Actions and GitLab expect, and install the packages that `dev`
lists for building. With --run their commands are executed as they stand, but for apt-get: the program
is cloned from here, built and installed into a scratch folder, and replays a folder of logs.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("skipped: no python3-yaml")
    sys.exit(77)

ONLY_TESTS = {"libcriterion-dev", "libmatio-dev"}
ONLY_RECIPE = {"git", "ca-certificates"}


def recipes():
    """(name, environment, commands, report) of both."""
    text = open("docs/replay.md", encoding="utf-8").read()
    blocks = [yaml.safe_load(b) for b in re.findall(r"```yaml\n(.*?)```", text, re.S)]
    github = next(b for b in blocks if "jobs" in b)
    gitlab = next(b for b in blocks if "replay" in b)
    job = github["jobs"]["replay"]
    assert github["name"] and (github.get("on") or github.get(True)), "GitHub: when it runs"
    assert job["runs-on"] and job["container"] == "debian:12"
    assert [s["uses"].split("@")[0] for s in job["steps"] if "uses" in s] == [
        "actions/checkout", "actions/upload-artifact"]
    commands = [line for s in job["steps"] for line in join(s.get("run", ""))]
    report = job["steps"][-1]["with"]["path"]
    assert job["steps"][-1]["if"] == "always()"
    yield "GitHub Actions", github["env"], commands, report
    job = gitlab["replay"]
    assert job["image"] == "debian:12" and job["artifacts"]["when"] == "always"
    yield "GitLab", job["variables"], job["script"], job["artifacts"]["reports"]["junit"]


def join(text):
    """Commands of a script, continued lines joined."""
    return [c for c in re.sub(r"\\\n\s*", " ", text).split("\n") if c.strip()]


def packages_of_dev():
    text = open("dev", encoding="utf-8").read()
    lists = re.findall(r"^(?:program|build)_packages=\((.*?)\)", text, re.S | re.M)
    return {w for words in lists for w in words.split() if not w.startswith('"')}


def check_packages(name, commands):
    install = next(c for c in commands if c.startswith("apt-get install"))
    listed = {w for w in install.split()[2:] if not w.startswith("-")}
    wanted = packages_of_dev() - ONLY_TESTS | ONLY_RECIPE
    assert listed == wanted, f"{name}: missing {wanted - listed}, too many {listed - wanted}"


def source(folder):
    """A repository whose branch "recipe" is what is checked out here, as far as it is committed; a checkout without
    a branch, or one of another user, can be cloned like that too."""
    here = ["git", "-c", "safe.directory=*"]
    if subprocess.run([*here, "rev-parse", "HEAD"], capture_output=True, check=False).returncode != 0:
        print("skipped: no checkout of git")
        sys.exit(77)
    subprocess.run(["git", "init", "--quiet", "--bare", folder], check=True)
    subprocess.run([*here, "push", "--quiet", folder, "HEAD:refs/heads/recipe"], check=True)
    return folder


def run(name, environment, commands, report):
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree("tests/golden", work + "/logs", ignore=shutil.ignore_patterns("models"))
        install = work + "/install"
        env = dict(os.environ)
        env.update({k: str(v) for k, v in environment.items()})
        env.update(TACTUS="file://" + source(work + "/source.git"), TACTUS_VERSION="recipe", DESTDIR=install,
                   PATH=install + "/usr/local/bin:" + os.environ["PATH"])
        for command in commands:
            if not command.startswith("apt-get"):
                subprocess.run(["sh", "-ec", command], cwd=work, env=env, check=True)
        cases = open(work + "/" + report, encoding="utf-8").read().count("<testcase")
        logs = len([f for f in os.listdir(work + "/logs") if f.endswith(".tlog")])
        assert cases == logs > 0, f"{name}: {cases} cases for {logs} logs"
        print(f"{name}: built, installed, {cases} logs replayed")


for name, environment, commands, report in recipes():
    check_packages(name, commands)
    if "--run" in sys.argv:
        run(name, environment, commands, report)
    print(f"{name}: fine")
