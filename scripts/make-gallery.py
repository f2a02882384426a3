#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of doc/gallery.md anew: checks its programs, shows the pages in a headless Chromium
(test/chromium.py) and takes a picture of each, which Debian's pngquant makes small.

  scripts/make-gallery.py [build/heddle]
"""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "test"))
import chromium                                 # noqa: E402  of test/

MOST_BYTES = 150000
# The picture; what is checked; light or dark; which keys are pressed.
PICTURES = (
    ("account", ["examples/account.c"], "light", ""),
    ("philosophers", ["doc/gallery/philosophers.c"], "dark", ""),
    ("jobs", ["--property", "race", "doc/gallery/jobs.c"], "light", ""),
    ("account-moment", ["examples/account.c"], "dark", "k" * 7),
)


def main():
    chromium.use_debian_python()
    if not shutil.which("pngquant"):
        sys.exit("not installed: pngquant")
    heddle = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "heddle"))
    browser = chromium.Browser()
    with tempfile.TemporaryDirectory() as folder:
        for name, words, scheme, keys in PICTURES:
            page, picture = os.path.join(folder, name + ".html"), os.path.join(ROOT, "doc", "gallery", name + ".png")
            result = subprocess.run([heddle, "check", "-q", "--html", page, *words], cwd=ROOT,
                                    stdout=subprocess.DEVNULL)
            if result.returncode != 1:
                sys.exit(f"{name}: exit code {result.returncode}, expected 1")
            browser.show(page, scheme=scheme, width=1280, height=800)
            browser.press(*keys)
            browser.picture(picture)
            subprocess.run(["pngquant", "--force", "--strip", "--output", picture, "64", picture], check=True)
            size = os.path.getsize(picture)
            print(f"doc/gallery/{name}.png: {size} bytes")
            if size > MOST_BYTES:
                sys.exit("too large for the repository")
    browser.close()


if __name__ == "__main__":
    main()
