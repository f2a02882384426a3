#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every project path exists that the documents name in backticks, or comments of sources name in full.

A word is taken for a path when it starts with one of the project's folders, or is a file name with a known ending
that contains a slash. `room/file.h` means src/room/file.h. Words with *, <, $ or … are patterns: a pattern with *
must match something. What is built (build/…) is left out.
"""
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
FOLDERS = ("src", "runtime", "include", "test", "bench", "examples", "doc", "scripts", ".ci")
ENDINGS = (".c", ".h", ".def", ".py", ".sh", ".md", ".pml", ".txt")
ROOT_FILES = re.compile(r"^(Makefile|CMakeLists\.txt|LICENSE|[A-Z]+\.md|\.clang-format)$")


def is_path(word):
    if re.search(r"[<>$…{}()=,;]", word) or word.startswith(("build", "/", "-", "~")):
        return False
    head = word.split("/")[0]
    if "/" in word:
        is_room = os.path.isdir(os.path.join(ROOT, "src", head))
        return head in FOLDERS or (is_room and word.endswith(ENDINGS))
    return bool(ROOT_FILES.match(word))


def exists(word):
    return any(glob.glob(os.path.join(ROOT, folder, word)) for folder in ("", "src"))


def words_of(text):
    """Words of code spans with their line; fenced blocks are examples of use and are left out."""
    is_fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            is_fenced = not is_fenced
        elif not is_fenced:
            for span in re.findall(r"`([^`]+)`", line):
                for word in span.split():
                    yield number, word.rstrip(".,:")


def sources():
    for folder in ("src", "runtime", "include"):
        for place, _, names in os.walk(os.path.join(ROOT, folder)):
            for name in sorted(names):
                if name.endswith((".c", ".cc", ".h", ".def")):
                    yield os.path.join(place, name)


def comment_paths(text):
    """Paths in comments, with their line."""
    for number, line in enumerate(text.splitlines(), 1):
        comment = line.partition("//")[2]
        for word in re.findall(r"(?<![\w/.])(?:src|runtime|include|doc|test|scripts)/[\w/.-]+\w", comment):
            if word.endswith(ENDINGS):
                yield number, word


def main():
    passed = failed = 0
    for path in sources():
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for number, word in comment_paths(text):
            passed, failed = passed + exists(word), failed + (not exists(word))
            if not exists(word):
                print(f"{os.path.relpath(path, ROOT)}:{number}: there is no {word}")
    for document in DOCUMENTS:
        path = os.path.join(ROOT, document)
        if not os.path.exists(path):
            print(f"{document}: missing")
            failed += 1
            continue
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for number, word in words_of(text):
            if not is_path(word):
                continue
            if exists(word):
                passed += 1
            else:
                print(f"{document}:{number}: there is no {word}")
                failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
