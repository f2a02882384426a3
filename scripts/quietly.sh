#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# quietly.sh STEP LOG COMMAND...: says which step it is and runs the command, whose output goes to the log. If it fails,
# shows what matters of that and where the rest is.
set -u
step=$1 log=$2
shift 2

echo "$step"
mkdir -p "$(dirname "$log")"
"$@" > "$log" 2>&1 && exit 0
status=$?
telling='error:|CMake Error|^E: '
if grep -qE "$telling" "$log"; then
    grep -E -A 3 "$telling" "$log" | head -n 30
else
    tail -n 20 "$log"
fi >&2
echo "$step: failed; all that was said is in $log" >&2
exit "$status"
