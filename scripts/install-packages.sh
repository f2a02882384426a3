#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the Debian packages that heddle needs and that are missing. Does nothing, and needs no network and no
# rights, when all are there.
set -eu

# gcc, cmake: the build. clang-19, llvm-19(-dev): the front end, also when heddle runs. g++ has the C++ headers and the
# multilib packages their 32-bit forms. spin (with gcc): heddle spin. libcmocka-dev, python3: tests
# and benchmarks.
packages="gcc g++ gcc-multilib g++-multilib libc6-dev make cmake clang-19 clang-format-19 llvm-19 llvm-19-dev libxxhash-dev libjansson-dev libyaml-dev
libcmocka-dev spin python3"

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "This is not a Debian system; make sure that these are installed:" $packages >&2
    exit 0
fi

missing=""
for package in $packages; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "These packages are missing; install them as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi

echo "Installing what is missing:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
