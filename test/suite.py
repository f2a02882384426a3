# SPDX-License-Identifier: Apache-2.0
"""What suites of test functions share. A test is a function test_*; it gets a Box of its own, and fails by raising
Failure, which expect() does. A test's name is SUBJECT/FUNCTION, where the subject is its module; words on the command
line choose tests by a part of that name.
"""
import argparse
import importlib
import importlib.util
import os
import pkgutil
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor

from progress import Progress

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROGRAMS = os.path.join(HERE, "programs")


class Failure(Exception):
    pass


def load_run_programs():
    """run-programs.py as a module, for who reads the headers of programs."""
    spec = importlib.util.spec_from_file_location("run_programs", os.path.join(HERE, "run-programs.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["run_programs"] = module        # its dataclasses look for it
    spec.loader.exec_module(module)
    return module


def expect(condition, text):
    if not condition:
        raise Failure(text)


def slow(test):
    """Not with --quick."""
    test.is_slow = True
    return test


class Box:
    """A place to run one test in: a fresh working directory, and a fresh TMPDIR that must be empty when the test
    ends."""

    def __init__(self, heddle, directory):
        self.heddle = heddle
        self.home, self.tmp = os.path.join(directory, "work"), os.path.join(directory, "tmp")
        os.mkdir(self.home)
        os.mkdir(self.tmp)
        self.env = dict(os.environ, TMPDIR=self.tmp, LC_ALL="C")

    def path(self, name):
        return os.path.join(self.home, name)

    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode("utf-8")
        with open(self.path(name), "wb") as f:
            f.write(data)
        return name

    def read(self, name):
        with open(self.path(name), "rb") as f:
            return f.read()

    def check_clean(self):
        left = os.listdir(self.tmp)
        expect(not left, f"left behind in TMPDIR: {left}")


def run_one(make_box, heddle, test):
    """What is wrong, or None."""
    with tempfile.TemporaryDirectory(prefix="heddle-test-") as directory:
        try:
            box = make_box(heddle, directory)
            test(box)
            box.check_clean()
            return None
        except Failure as e:
            return str(e)
        except Exception:                       # a broken test is a failed one
            return traceback.format_exc()


def subjects_of(package):
    """The modules of a package, which are its subjects."""
    folder = os.path.join(HERE, package)
    return [importlib.import_module(f"{package}.{m.name}") for m in pkgutil.iter_modules([folder])]


def tests_in(modules, quick=False):
    """The test functions of modules, and what their function cases(quick) gives: pairs of a name and a test."""
    for module in modules:
        subject = os.path.splitext(os.path.basename(module.__file__))[0]
        found = [(n, f) for n, f in sorted(vars(module).items()) if n.startswith("test_")]
        found = [(n, f) for n, f in found if not (quick and getattr(f, "is_slow", False))]
        more = module.cases(quick) if hasattr(module, "cases") else ()
        yield from ((f"{subject}/{n}", f) for n, f in (*found, *more))


def chosen_by_size(modules, options):
    """The tests of modules that --quick or --rest choose."""
    quick = [name for name, _ in tests_in(modules, quick=True)]
    for name, test in tests_in(modules):
        if not (options.quick and name not in quick) and not (options.rest and name in quick):
            yield name, test


def parser(about, quick=None):
    """The options that every such suite has; quick: what --quick leaves out."""
    p = argparse.ArgumentParser(description=about)
    p.add_argument("words", nargs="*", help="only tests whose name contains one of these")
    p.add_argument("--heddle", default=os.environ.get("HEDDLE", os.path.join(ROOT, "build", "heddle")))
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    if quick:
        size = p.add_mutually_exclusive_group()
        size.add_argument("--quick", action="store_true", help=quick)
        size.add_argument("--rest", action="store_true", help="only what --quick leaves out")
    return p


def run_tests(name, make_box, tests, options):
    """Runs the tests that options.words choose, options.jobs at a time; the exit code."""
    chosen = [t for t in tests if not options.words or any(word in t[0] for word in options.words)]
    heddle, progress = os.path.abspath(options.heddle), Progress(name, len(chosen))

    def job(test):
        problem = run_one(make_box, heddle, test[1])
        progress.count(problem and f"{test[0]}: " + problem.rstrip().replace("\n", "\n     | "))

    with ThreadPoolExecutor(options.jobs) as pool:
        for _ in pool.map(job, chosen):
            pass
    return progress.finish()
