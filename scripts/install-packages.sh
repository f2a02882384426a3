#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install-packages.sh LOG [tests]: installs the Debian packages that heddle needs, and on request its tests, and that are
# missing. Does nothing, and needs no network and no rights, when all are there. What apt says goes to the log.
#
# Without some of them heddle can still be built: if these cannot be installed, that is no failure, and the build says what
# it leaves out.
set -eu
log=$1 for_tests=${2:-}

# gcc, cmake: the build. clang-19, llvm-19(-dev): the front end, also when heddle runs. g++ has the C++ headers.
# libz3-dev: the solver. nettle-dev: the hashes of files in witnesses.
needed="gcc g++ libc6-dev make cmake clang-19 llvm-19 llvm-19-dev libxxhash-dev libjansson-dev libyaml-dev libz3-dev nettle-dev"
# multilib: programs for 32 bits, when heddle is built and when it runs. spin: heddle spin. libedit:
# editing of lines in heddle simulate.
wanted="gcc-multilib g++-multilib spin libedit-dev"
# cvc5, z3: what the solver says cannot be is asked once more, and conditions are given to others. mandoc, zsh: the man page and
# completion are tried. libxml2-utils, python3-jsonschema, python3-yaml, graphviz, lcov: files that other programs read are what
# these expect. chromium, its driver and python3-selenium: pages of reports are looked at in a browser.
[ -z "$for_tests" ] || wanted="$wanted libcmocka-dev clang-format-19 python3 cvc5 z3 mandoc zsh \
    libxml2-utils python3-jsonschema python3-yaml graphviz lcov chromium chromium-driver python3-selenium"

missing_of() {
    for package in "$@"; do
        status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
        [ "$status" = "install ok installed" ] || printf ' %s' "$package"
    done
}

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "This is not a Debian system; make sure that these are installed: $needed; and for all of it: $wanted" >&2
    exit 0
fi
missing=$(missing_of $needed)
unwilling=$(missing_of $wanted)
[ -n "$missing$unwilling" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo"
    if ! command -v sudo >/dev/null 2>&1; then
        [ -n "$missing" ] || exit 0
        echo "These packages are missing; install them as root: apt-get install$missing" >&2
        exit 1
    fi
fi

install() {
    $as_root apt-get update -qq &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}
mkdir -p "$(dirname "$log")"
echo "installing packages that are missing:$missing$unwilling"
install $missing $unwilling > "$log" 2>&1 && exit 0
if [ -z "$missing" ]; then
    echo "these could not be installed:$unwilling; what apt said is in $log"
    exit 0
fi
exec "$(dirname "$0")/quietly.sh" "installing only:$missing" "$log" \
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
