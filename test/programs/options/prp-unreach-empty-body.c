// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// options: --prp parts/unreach-call.prp
// Even when its body does nothing at all.
void reach_error(void) {}
static volatile int bad = 1;

int main(void) {
    if (bad)
        reach_error();
    return 0;
}
