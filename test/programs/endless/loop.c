// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// A loop that never ends and changes nothing is one state.
int main(void) {
    for (;;)
        ;
}
