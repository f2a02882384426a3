// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 9
// reach_error without a body.
extern void reach_error(void);
static volatile int bad = 1;

int main(void) {
    if (bad)
        reach_error();
    return 0;
}
