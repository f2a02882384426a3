# SPDX-License-Identifier: Apache-2.0
"""The man page, and completion in shells: made of the rows of options, installed beside heddle."""
import os
import pty
import re
import select
import shutil
import subprocess

from suite import Failure

COMMANDS = "check spin smt lgfsm ltl run replay simulate libc dump".split()


def options_of(box, command):
    return re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", box.run(command, "--help").expect(0).out)


def test_man_page(box):
    page = box.run("help", "--man").expect(0, r"^\.", where="out").out
    box.write("heddle.1", page)
    for command in COMMANDS:
        for option in options_of(box, command):
            spelt = r"\fB\-\-\fR\fB" + option[2:].replace("-", r"\-") + r"\fR"
            if spelt not in page:
                raise Failure(f"no {option} of {command} in the man page")
    if shutil.which("mandoc"):
        p = subprocess.run(["mandoc", "-Tlint", "-Wwarning", box.path("heddle.1")], stdout=subprocess.PIPE, text=True)
        wrong = [line for line in p.stdout.splitlines() if "missing date" not in line]
        if wrong:
            raise Failure("\n".join(wrong))
    if shutil.which("man") and shutil.which("groff"):
        env = dict(box.env, LC_ALL="C.UTF-8", MANWIDTH="80", MAN_KEEP_FORMATTING="")
        p = subprocess.run(["man", "--warnings=w", "-P", "cat", "-l", box.path("heddle.1")], stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True, env=env)
        plain = re.sub(r"\x1b\[\d*m", "", p.stdout)
        if p.stderr or "Büchi automaton" not in re.sub(r"\s+", " ", plain) or "--compile-commands DIR" not in plain:
            raise Failure(f"{p.stderr}\n{p.stdout[:3000]}")


def complete_in_bash(box, *words):
    script = 'source ./heddle.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heddle; ' \
             'printf "%s\\n" "${COMPREPLY[@]}"'
    p = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], cwd=box.home, env=box.env,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if p.returncode != 0 or p.stderr:
        raise Failure(f"bash: {p.stderr}")
    return p.stdout.split()


def test_bash(box):
    box.write("heddle.bash", box.run("help", "--completion", "bash").expect(0).out)
    for words, wanted in (
            ("heddle", COMMANDS + ["help", "--help", "--version"]), ("heddle l", ["lgfsm", "ltl", "libc"]),
            ("heddle check --sear", ["--search"]), ("heddle check --search ", ["mixed", "dfs", "bfs"]),
            ("heddle check --search = b", ["bfs"]), ("heddle check --search =", ["mixed", "dfs", "bfs"]),
            ("heddle check --property race,lea", ["race,leak"]), ("heddle check --unknown cl", ["clock"]),
            ("heddle check --store c", ["compact"]), ("heddle check --time-limit ", []), ("heddle check x", []),
            ("heddle smt --approach u", ["uw"]), ("heddle ltl --d", ["--dot"]), ("heddle lgfsm --dot ", []),
            ("heddle help sm", ["smt"]), ("heddle check -p b", ["build"])):
        os.makedirs(box.path("build"), exist_ok=True)
        given = words.split(" ")
        found = complete_in_bash(box, *given, *[""] * (len(given) == 1))
        if sorted(found) != sorted(wanted):
            raise Failure(f"'{words}': {found}, expected {wanted}")
    for command in COMMANDS:
        found = complete_in_bash(box, "heddle", command, "--")
        if sorted(set(found)) != sorted(set(options_of(box, command))):
            raise Failure(f"{command}: {set(found) ^ set(options_of(box, command))}")


class Zsh:
    """An interactive zsh that knows the completion."""

    def __init__(self, box):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(box.home)
            env = dict(box.env, TERM="dumb", PS1="", LC_ALL="C.UTF-8", COLUMNS="300", ZDOTDIR=box.home)
            os.execvpe("zsh", ["zsh", "-f", "-i"], env)
        self.say("PROMPT=; RPROMPT=; unsetopt prompt_sp zle_bracketed_paste; fpath=($PWD $fpath); stty columns 300\n"
                 "autoload -Uz compinit; compinit -u -d ./dump; LISTMAX=10000; print rea''dy\n", "ready")

    def say(self, text, until):
        os.write(self.fd, text.encode())
        heard = b""
        while until.encode() not in heard:
            if not select.select([self.fd], [], [], 30)[0]:
                raise Failure(f"zsh: no '{until}' after '{text}': {heard.decode(errors='replace')}")
            heard += os.read(self.fd, 4096)
        return heard.decode(errors="replace")

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def test_zsh(box):
    box.write("_heddle", box.run("help", "--completion", "zsh").expect(0, "^#compdef heddle", where="out").out)
    if not shutil.which("zsh"):
        return
    p = subprocess.run(["zsh", "-n", box.path("_heddle")], stderr=subprocess.PIPE, text=True)
    if p.returncode or p.stderr:
        raise Failure(p.stderr)
    zsh = Zsh(box)
    try:
        for typed, wanted in (("heddle repl", "heddle replay"), ("heddle check --no-heap", "--no-heap-symmetry"),
                              ("heddle smt --approach sch", "--approach schedule"),
                              ("heddle check --reduction=super", "--reduction=superstep"),
                              ("heddle check --property=termi", "--property=termination")):
            zsh.say(typed + "\t", wanted)
            zsh.say("\x15print ne''xt\n", "next")
    finally:
        zsh.close()


def test_bad_words(box):
    for words in (("--completion",), ("--completion", "fish")):
        box.run("help", *words).expect(2, "bash or zsh", where="err")
    with open("/dev/full", "w") as full:
        box.run("help", "--man", stdout=full).expect(2, "No space left", where="err")
