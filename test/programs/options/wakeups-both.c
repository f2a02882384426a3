// SPDX-License-Identifier: Apache-2.0
// expect: error "--spurious-wakeups and --no-spurious-wakeups exclude each other"
// options: --spurious-wakeups --no-spurious-wakeups
// Two options that say the opposite of each other.
int main(void) { return 0; }
